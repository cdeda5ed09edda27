"""Pictures in terminals: which way is chosen, and the very bytes that are written."""

import base64
import io
import os
import re
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from opsin.cli.terminal.abilities import Protocol, has_sixel, protocol_of
from opsin.cli.terminal.sequences import iterm, kitty, through_tmux
from opsin.cli.terminal.showing import open_viewer, room, sequence_of, viewer
from opsin.cli.terminal.sixel import sixel
from tests.cli.terminal.sixel_reader import read_sixel

needs_terminals = pytest.mark.skipif(os.name == "nt", reason="needs pseudo-terminals")


@pytest.mark.parametrize(
    ("environ", "sixels", "protocol"),
    [
        ({"TERM": "xterm-kitty"}, False, Protocol.KITTY),
        ({"TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"}, True, Protocol.KITTY),
        ({"TERM": "xterm-ghostty"}, False, Protocol.KITTY),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, True, Protocol.ITERM),
        ({"TERM_PROGRAM": "WezTerm"}, False, Protocol.ITERM),
        ({"TERM": "xterm-256color"}, True, Protocol.SIXEL),
        ({"TERM": "xterm-256color"}, False, None),
        ({"TERM": "tmux-256color", "TMUX": "x", "LC_TERMINAL": "iTerm2"}, False, Protocol.ITERM),
        ({"TERM": "tmux-256color", "TMUX": "x", "LC_TERMINAL": "iTerm2"}, True, Protocol.SIXEL),
        ({"TERM": "tmux-256color", "TMUX": "x"}, False, None),
        ({"TERM": "screen", "STY": "x", "KITTY_WINDOW_ID": "1"}, True, None),
        ({"TERM": "dumb", "KITTY_WINDOW_ID": "1"}, True, None),
        ({}, True, None),
    ],
)
def test_the_way_is_chosen_by_what_the_terminal_says(
    environ: dict[str, str], sixels: bool, protocol: Protocol | None
) -> None:
    assert protocol_of(environ, lambda: sixels) is protocol


@needs_terminals
@pytest.mark.parametrize(
    ("answer", "able"),
    [
        (b"\x1b[?62;4;6c", True),
        (b"\x1b[?62;22c", False),
        (b"\x1b[?64;14;4c", True),
        (b"\x1b[?4c", False),
        (b"x\x1b[A\x1b[?62;4c", True),
        (b"", False),
    ],
)
def test_a_terminal_is_asked_and_its_mode_is_as_before(answer: bytes, able: bool) -> None:
    import termios

    ours, theirs = os.openpty()
    before = termios.tcgetattr(theirs)
    asked = []

    def terminal() -> None:
        asked.append(os.read(ours, 64))
        if answer:
            os.write(ours, answer)

    thread = threading.Thread(target=terminal)
    thread.start()
    assert has_sixel(theirs, theirs, 5.0 if answer else 0.05) is able
    thread.join(10)
    assert asked == [b"\x1b[c"]
    assert termios.tcgetattr(theirs) == before
    os.close(ours)
    os.close(theirs)


@needs_terminals
def test_what_is_no_terminal_is_not_asked(tmp_path: Path) -> None:
    with (tmp_path / "file").open("w+b") as file:
        assert has_sixel(file.fileno(), file.fileno()) is False
        assert file.seek(0, 2) == 0


def drawn(width: int, height: int, seed: int = 1) -> Image.Image:
    """A picture of a few colours, which survive reduction to 255."""
    picture = Image.new("RGB", (width, height))
    picture.putdata(
        [((x * seed % 5) * 51, (y % 3) * 102, (x * y % 2) * 255) for y in range(height) for x in range(width)]
    )
    return picture


@given(width=st.integers(1, 40), height=st.integers(1, 26), seed=st.integers(1, 9))
def test_sixels_are_read_back_as_they_were(width: int, height: int, seed: int) -> None:
    picture = drawn(width, height, seed)
    read = read_sixel(sixel(picture))
    # A colour is told in hundredths.
    assert max(ImageChops.difference(picture, read).tobytes()) <= 2


def test_long_runs_are_short() -> None:
    told = sixel(Image.new("RGB", (500, 6), (255, 255, 255)))
    assert told == b'\x1bP0;1;0q"1;1;500;6#0;2;100;100;100#0!500~-\x1b\\\n'


def test_kitty_gets_its_picture_in_parts() -> None:
    data = bytes(range(256)) * 40
    told = kitty(data)
    parts = re.findall(rb"\x1b_G([^;]*);([A-Za-z0-9+/=]*)\x1b\\", told)
    assert base64.b64decode(b"".join(part for _, part in parts)) == data
    assert [keys for keys, _ in parts] == [b"a=T,f=100,q=2,m=1", b"m=1", b"m=1", b"m=0"]
    assert all(len(part) <= 4096 for _, part in parts)


def test_iterm_gets_its_picture_whole() -> None:
    found = re.fullmatch(rb"\x1b\]1337;File=inline=1;preserveAspectRatio=1;size=3:(.*)\x07\n", iterm(b"abc"))
    assert found is not None
    assert base64.b64decode(found[1]) == b"abc"


@pytest.mark.parametrize("sequence", [kitty(bytes(9_000)), iterm(bytes(9_000))])
def test_what_passes_through_tmux_comes_out_as_it_was(sequence: bytes) -> None:
    pieces = re.findall(rb"\x1bPtmux;((?:[^\x1b]|\x1b\x1b)*)\x1b\\", through_tmux(sequence))
    assert b"".join(piece.replace(b"\x1b\x1b", b"\x1b") for piece in pieces) + b"\n" == sequence


@pytest.mark.parametrize("protocol", list(Protocol))
def test_a_sheet_is_made_to_fit(protocol: Protocol) -> None:
    kept = io.BytesIO()
    drawn(400, 200).save(kept, "JPEG")
    told = sequence_of(kept.getvalue(), protocol, (100, 100), tmux=False)
    if protocol is Protocol.SIXEL:
        assert b'"1;1;100;50' in told
        return
    coded = b"".join(re.findall(rb"[;:]([A-Za-z0-9+/=]{20,})(?:\x1b\\|\x07)", told))
    with Image.open(io.BytesIO(base64.b64decode(coded))) as shown:
        assert shown.size == (100, 50)
        assert shown.format == ("PNG" if protocol is Protocol.KITTY else "JPEG")


@needs_terminals
def test_the_room_is_the_terminals_own() -> None:
    import fcntl
    import struct
    import termios

    ours, theirs = os.openpty()
    for size, wanted in (((24, 80, 800, 480), (800, 440)), ((24, 80, 0, 0), (640, 352))):
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *size))
        assert room(theirs) == wanted
    os.close(ours)
    os.close(theirs)
    assert min(room(-1)) > 0


def test_a_window_is_opened_only_where_there_are_windows(tmp_path: Path) -> None:
    program = tmp_path / "xdg-open"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    path = {"PATH": str(tmp_path)}
    if os.name != "nt":
        assert viewer({**path, "DISPLAY": ":0"}, "linux") == [str(program)]
    assert viewer({**path}, "linux") == []
    assert viewer({**path, "DISPLAY": ":0", "SSH_CONNECTION": "x"}, "linux") == []
    assert viewer({"PATH": ""}, "darwin") == []
    assert viewer({}, "win32")[0] == "cmd"


def test_a_window_that_cannot_be_opened_is_no_error() -> None:
    started = []
    assert open_viewer(["view"], "x.jpg", lambda words, **_: started.append(words))
    assert started == [["view", "x.jpg"]]

    def fail(*_: object, **__: object) -> None:
        raise OSError

    assert not open_viewer(["view"], "x.jpg", fail)
