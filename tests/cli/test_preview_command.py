"""`opsin preview` without a file: in a terminal, and where there is none."""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from opsin.cli import main
from tests.loopback.web import LoopbackWeb

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as running:
        yield running


def test_without_a_terminal_it_says_where_the_sheet_is_and_opens_nothing(
    web: LoopbackWeb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["preview", "cat", "2"], environ=web.environ(tmp_path, TERM="xterm-kitty", DISPLAY=":0")) == 0
    shown = capsys.readouterr()
    assert "\x1b" not in shown.out
    (sheet,) = (tmp_path / "state" / "sheets").glob("*.jpg")
    assert str(sheet) in shown.out
    assert not (tmp_path / "sheet.jpg").exists()


@pytest.mark.skipif(os.name == "nt", reason="needs pseudo-terminals")
@pytest.mark.full
@pytest.mark.parametrize(
    ("variables", "answer", "sign"),
    [
        ({"TERM": "xterm-kitty"}, b"", rb"\x1b_Ga=T,f=100,q=2,m=1;"),
        ({"TERM": "xterm", "TERM_PROGRAM": "iTerm.app"}, b"", rb"\x1b\]1337;File=inline=1"),
        ({"TERM": "xterm"}, b"\x1b[?62;4c", rb'\x1bP0;1;0q"1;1;\d+;\d+#'),
        ({"TERM": "xterm"}, b"\x1b[?62c", rb"open the file"),
        ({"TERM": "tmux", "TMUX": "x", "LC_TERMINAL": "iTerm2"}, b"\x1b[?1c", rb"\x1bPtmux;\x1b\x1b\]1337;"),
    ],
)
def test_in_a_terminal_the_sheet_is_shown(
    web: LoopbackWeb, tmp_path: Path, variables: dict[str, str], answer: bytes, sign: bytes
) -> None:
    environ = {"PATH": os.environ["PATH"], **web.environ(tmp_path), **variables}
    shown = in_a_terminal(["preview", "cat", "2"], environ, answer)
    assert re.search(sign, shown)
    assert b"2 pictures for 'cat'" in shown
    assert (b"\x1b[c" in shown) is bool(answer)


def in_a_terminal(words: list[str], environ: dict[str, str], answer: bytes) -> bytes:
    """Run a command at a pseudo-terminal that answers what it is asked, and give all that it shows."""
    import pty

    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(sys.executable, [sys.executable, "-m", "opsin", *words], environ)
    shown = b""
    while True:
        try:
            read = os.read(terminal, 65_536)
        except OSError:  # Linux tells the end so
            read = b""
        if not read:
            break
        shown += read
        if b"\x1b[c" in read and answer:
            os.write(terminal, answer)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0, shown
    return shown
