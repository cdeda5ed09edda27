"""How this terminal shows pictures, if it does: by what it says of itself in the environment, and by asking it."""

import os
import re
from collections.abc import Callable, Mapping
from enum import StrEnum

SECONDS = 0.3
"""How long a terminal is given to answer. Those that know the question answer within a few milliseconds."""

_ASK = b"\x1b[c"
_ANSWER = re.compile(rb"\x1b\[\?([\d;]*)c")
_SIXEL = b"4"
_MOST_BYTES = 4_096


class Protocol(StrEnum):
    """Ways to show a picture."""

    KITTY = "kitty"
    """https://sw.kovidgoyal.net/kitty/graphics-protocol/"""
    ITERM = "iterm"
    """https://iterm2.com/documentation-images.html"""
    SIXEL = "sixel"
    """https://vt100.net/docs/vt3xx-gp/chapter14.html"""


def protocol_of(environ: Mapping[str, str], has_sixel: Callable[[], bool]) -> Protocol | None:
    """The way in which this terminal shows pictures; None where it shows none, as far as is known.

    Within tmux, tmux itself is asked first, because it draws sixels in their place; kitty's and iTerm2's pictures pass through it.
    GNU screen passes none.

    Args:
        environ: The environment.
        has_sixel: Asks the terminal.
    """
    if environ.get("STY") or environ.get("TERM", "") in {"dumb", "linux"}:
        return None
    if in_tmux(environ) and has_sixel():
        return Protocol.SIXEL
    program, term = environ.get("TERM_PROGRAM", ""), environ.get("TERM", "")
    if environ.get("KITTY_WINDOW_ID") or "kitty" in term or "ghostty" in f"{program} {term}".lower():
        return Protocol.KITTY
    if program in {"iTerm.app", "WezTerm"} or environ.get("LC_TERMINAL") == "iTerm2":
        return Protocol.ITERM
    if in_tmux(environ) or not term:
        return None
    return Protocol.SIXEL if has_sixel() else None


def in_tmux(environ: Mapping[str, str]) -> bool:
    """Whether tmux stands between."""
    return bool(environ.get("TMUX"))


def has_sixel(source: int, target: int, seconds: float = SECONDS) -> bool:
    """Ask a terminal for its primary device attributes (DA1), and say whether sixels are among them.

    Args:
        source: The file descriptor that its answer is read from; its mode is the old one again afterwards.
        target: The one that the question is written to.
        seconds: How long an answer is waited for; without one it has none.
    """
    try:
        import select
        import termios
        import tty
    except ImportError:
        return False  # Windows
    try:
        before = termios.tcgetattr(source)
    except termios.error:
        return False
    said = b""
    try:
        tty.setcbreak(source)
        os.write(target, _ASK)
        while len(said) < _MOST_BYTES and select.select([source], [], [], seconds)[0]:
            read = os.read(source, 256)
            said += read
            if not read or (found := _ANSWER.search(said)):
                break
    finally:
        termios.tcsetattr(source, termios.TCSAFLUSH, before)
    found = _ANSWER.search(said)
    return found is not None and _SIXEL in found[1].split(b";")[1:]
