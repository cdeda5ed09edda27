"""Pictures as the sequences of kitty's and iTerm2's protocols, and their way through tmux."""

import base64

_CHUNK = 4_096
_ESCAPE = b"\x1b"


def kitty(png: bytes) -> bytes:
    """Show a PNG where the cursor is. The terminal is asked for no answer, which would end up in the shell."""
    coded = base64.b64encode(png)
    parts = [coded[start : start + _CHUNK] for start in range(0, len(coded), _CHUNK)]
    told = b""
    for place, part in enumerate(parts):
        keys = b"a=T,f=100,q=2," if place == 0 else b""
        more = b"1" if place < len(parts) - 1 else b"0"
        told += _ESCAPE + b"_G" + keys + b"m=" + more + b";" + part + _ESCAPE + b"\\"
    return told + b"\n"


def iterm(picture: bytes) -> bytes:
    """Show a picture of any format where the cursor is."""
    size = str(len(picture)).encode()
    coded = base64.b64encode(picture)
    return _ESCAPE + b"]1337;File=inline=1;preserveAspectRatio=1;size=" + size + b":" + coded + b"\x07\n"


def through_tmux(sequence: bytes) -> bytes:
    """Wrap sequences so that tmux hands them on (`allow-passthrough` has to be on in it)."""
    body = sequence.removesuffix(b"\n")
    ended = _ESCAPE + b"\\"
    pieces = [piece + ended for piece in body.split(ended) if piece] if body.endswith(ended) else [body]
    wrapped = (b"\x1bPtmux;" + piece.replace(_ESCAPE, _ESCAPE * 2) + ended for piece in pieces)
    return b"".join(wrapped) + b"\n"
