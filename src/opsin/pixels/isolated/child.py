"""The worker process: it decodes what it is sent on standard input, and answers on standard output.

`python -m opsin.pixels.isolated.child MEMORY SECONDS`, with the bytes of memory that it may take and the seconds of
processor time for one picture. It ends when its input ends.
"""

import os
import signal
import sys
from collections.abc import Callable, Mapping
from io import BufferedReader, FileIO
from typing import Any

from opsin.errors import PictureError
from opsin.pixels.isolated.answers import facts_to_json
from opsin.pixels.isolated.bounds import (
    OUT_OF_MEMORY,
    WATCHED,
    allow_cpu,
    bind,
    go_first,
    watch_memory,
    watch_parent,
)
from opsin.pixels.isolated.framing import receive, send

Answer = tuple[dict[str, Any], bytes]
Work = Callable[[Mapping[str, Any], bytes], Answer]

DECODER_THREADS = 2
"""AVIF is decoded in as many threads as there are processors, each with memory of its own."""


def check(_asked: Mapping[str, Any], data: bytes) -> Answer:
    """The facts of an original that is whole."""
    from opsin.pixels.decode import check_original

    return {"facts": facts_to_json(check_original(data))}, b""


def show(asked: Mapping[str, Any], data: bytes) -> Answer:
    """A JPEG of an original or of a region of it."""
    from opsin.pixels.region import Region
    from opsin.pixels.shown import show_original

    shown = show_original(
        data, region=Region(*asked["region"]), max_edge=asked["max_edge"], max_bytes=asked["max_bytes"]
    )
    told = {"width": shown.width, "height": shown.height, "facts": facts_to_json(shown.facts)}
    return told, shown.jpeg


def thumbnail(asked: Mapping[str, Any], data: bytes) -> Answer:
    """The pixels of a thumbnail within a box."""
    from opsin.pixels.decode import decode_thumbnail

    wide, high = asked["box"]
    picture = decode_thumbnail(data, (wide, high))
    told = {"width": picture.image.width, "height": picture.image.height, "mode": picture.image.mode}
    return {**told, "facts": facts_to_json(picture.facts)}, picture.image.tobytes()


def pixels(asked: Mapping[str, Any], data: bytes) -> Answer:
    """The pixels of a page or of a region of it."""
    from opsin.pixels.region import Region
    from opsin.pixels.whole import whole_pixels

    plain = whole_pixels(
        data, region=Region(*asked["region"]), page=asked["page"], most_pixels=asked["most_pixels"]
    )
    told = {"width": plain.width, "height": plain.height, "ground": plain.ground}
    told |= {"page": plain.page, "pages": plain.pages, "facts": facts_to_json(plain.facts)}
    return told, plain.rgb


WORK: Mapping[str, Work] = {"check": check, "show": show, "thumbnail": thumbnail, "pixels": pixels}


def main(work: Mapping[str, Work] = WORK, load: Callable[[], None] | None = None) -> int:
    """Greet, then do one piece of work after the other until the input ends.

    Args:
        work: What it can do, by the name by which it is asked.
        load: Loads all that the work needs; what decoding needs when None.
    """
    parent = os.getppid()
    memory, seconds = int(sys.argv[1]), float(sys.argv[2])
    requests, answers = _pipes()
    # Ctrl-C in a terminal is meant for the server, which closes the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    watch_parent(parent)
    go_first()
    (load or _load)()
    # From here on no file can be written.
    sys.dont_write_bytecode = True
    how = bind(memory)
    if how == WATCHED:
        watch_memory(memory)
    send(answers, {"hello": "opsin", "memory": how})
    while True:
        try:
            asked, data = receive(requests, most_bytes=sys.maxsize)
        except EOFError:
            return 0
        except MemoryError:
            # What was not read is still in the pipe.
            return OUT_OF_MEMORY
        allow_cpu(seconds)
        try:
            send(answers, *_answer(work, asked, data))
        except BrokenPipeError:
            return 0
        # Not kept while the next one is being read.
        del asked, data


def _answer(work: Mapping[str, Work], asked: Mapping[str, Any], data: bytes) -> Answer:
    try:
        return work[asked["work"]](asked, data)
    except PictureError as why:
        return {"refused": why.message}, b""
    except MemoryError:
        return {"refused": "memory"}, b""
    except Exception as why:  # noqa: BLE001 - what a decoder raises is told by its name, and the next picture is served
        return {"refused": type(why).__name__}, b""


def _pipes() -> tuple[BufferedReader, FileIO]:
    """The two pipes, moved to where no print reaches them."""
    requests, answers = os.dup(0), os.dup(1)
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123 - no path to speak of
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (requests, answers):
            msvcrt.setmode(descriptor, os.O_BINARY)
    else:
        # Nobody reads errors before the end: what is more than the pipe holds is dropped, and nobody waits for it.
        os.set_blocking(2, False)
    return BufferedReader(FileIO(requests, "rb")), FileIO(answers, "wb")


def _load() -> None:
    """Load all that decoding needs, before files may no longer be opened at will."""
    from PIL import AvifImagePlugin, Image

    import opsin.pixels.decode
    import opsin.pixels.encode
    import opsin.pixels.shown
    import opsin.pixels.whole  # noqa: F401

    Image.preinit()
    AvifImagePlugin.DEFAULT_MAX_THREADS = DECODER_THREADS


if __name__ == "__main__":
    code = main()
    # Threads of a decoder that still run are not waited for.
    os._exit(code)
