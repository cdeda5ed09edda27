"""A sheet shown to a person: in the terminal where that can be, else in the program that opens pictures."""

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, BinaryIO

from opsin.cli.terminal.abilities import Protocol, in_tmux

if TYPE_CHECKING:
    from PIL.Image import Image

_CELL = (8, 16)
"""Pixels of a character, where the terminal does not say."""
_PROMPT_ROWS = 2


def room(terminal: int) -> tuple[int, int]:
    """The pixels that a picture may have in this terminal."""
    try:
        import fcntl
        import struct
        import termios

        rows, columns, width, height = struct.unpack(
            "HHHH", fcntl.ioctl(terminal, termios.TIOCGWINSZ, bytes(8))
        )
    except (ImportError, OSError, ValueError):
        rows, columns, width, height = 0, 0, 0, 0
    if not rows or not columns:
        columns, rows = shutil.get_terminal_size()
    cell = (width // columns, height // rows) if width and height else _CELL
    return columns * cell[0], max(1, rows - _PROMPT_ROWS) * cell[1]


def sequence_of(sheet: bytes, protocol: Protocol, most: tuple[int, int], *, tmux: bool) -> bytes:
    """The bytes that show a sheet.

    Args:
        sheet: A JPEG of our own.
        protocol: The terminal's.
        most: The pixels that there is room for; a larger sheet is reduced.
        tmux: It stands between.
    """
    from PIL import Image

    from opsin.cli.terminal.sequences import iterm, kitty, through_tmux
    from opsin.cli.terminal.sixel import sixel

    with Image.open(io.BytesIO(sheet)) as opened:
        picture = _fitting(opened.convert("RGB"), most)
    if protocol is Protocol.SIXEL:
        return sixel(picture)
    told = kitty(_file(picture, "PNG")) if protocol is Protocol.KITTY else iterm(_file(picture, "JPEG"))
    return through_tmux(told) if tmux else told


def show_in_terminal(
    sheet: bytes, protocol: Protocol, environ: Mapping[str, str], terminal: int, out: BinaryIO
) -> None:
    """Write it."""
    out.write(sequence_of(sheet, protocol, room(terminal), tmux=in_tmux(environ)))
    out.flush()


def viewer(environ: Mapping[str, str], platform: str = sys.platform) -> list[str]:
    """The command that opens a picture in a window; nothing where there is no window to open it in."""
    if platform == "win32":
        return ["cmd", "/c", "start", ""]
    if environ.get("SSH_CONNECTION"):
        return []
    name = "open" if platform == "darwin" else "xdg-open"
    windows = platform == "darwin" or environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY")
    found = shutil.which(name, path=environ.get("PATH")) if windows else None
    return [found] if found else []


def open_viewer(command: list[str], path: str, start: Callable[..., object] = subprocess.Popen) -> bool:
    """Open a picture in a window, which stays when this program ends. False where that can't be done."""
    try:
        start(
            [*command, path],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=os.name != "nt",
        )
    except OSError:
        return False
    return True


def _fitting(picture: "Image", most: tuple[int, int]) -> "Image":
    from PIL import Image

    share = min(1.0, most[0] / picture.width, most[1] / picture.height)
    size = (max(1, int(picture.width * share)), max(1, int(picture.height * share)))
    return picture if share >= 1 else picture.resize(size, Image.Resampling.LANCZOS)


def _file(picture: "Image", kind: str) -> bytes:
    kept = io.BytesIO()
    picture.save(kept, kind, quality=90)
    return kept.getvalue()
