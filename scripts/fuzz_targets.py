"""What a fuzzer runs: one function for each door of `opsin.pixels`, and the judgement of what it did.

    python scripts/fuzz_targets.py TARGET FILE...

runs files through a target and says what came of each; this needs no fuzzer. `fuzz_pixels.py` starts the same file
under atheris, for each target in turn. Anything but the errors that the doors promise is a find, and so is a
run that takes long; both are written down, once for each place in the code, and the fuzzer goes on.
"""

import argparse
import hashlib
import os
import struct
import sys
import time
import traceback
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

FINDS_VARIABLE = "FUZZ_FINDS"
SLOW_SECONDS = 2.0
"""CPU of one run. The largest original that is allowed takes about as long."""

_LARGE = 1_000_000
_LARGE_ONE_IN = 64
"""Pictures with more pixels are decoded only this seldom: they take as long as thousands of small ones."""

_PNG = b"\x89PNG\r\n\x1a\n"


def _names(data: bytes) -> None:
    from opsin.pixels.sniff import HEAD_BYTES, describe, refuse_no_picture, sniff

    sniff(data[:HEAD_BYTES])
    describe(data[:1_024])
    refuse_no_picture(data[:HEAD_BYTES], "example.org")


def _structure(data: bytes) -> None:
    """The parsers of our own. What they raise by their own word is part of the contract."""
    from opsin.pixels.container import is_cut_short, size_in_header, survey_gif
    from opsin.pixels.scans import has_more_scans
    from opsin.pixels.sniff import Format, sniff
    from opsin.pixels.tiff import survey_tiff

    for kind in Format:
        # How many pictures an icon may speak of is judged when it is sniffed.
        if kind is Format.ICO and sniff(data) is not kind:
            continue
        is_cut_short(data, kind)
        try:
            size_in_header(data, kind)
        except ValueError:
            continue
    survey_gif(data)
    has_more_scans(data, 10)
    try:
        survey_tiff(data)
    except (EOFError, ValueError):
        return


def _opening(data: bytes) -> None:
    from opsin.pixels.limits import ORIGINAL_LIMITS
    from opsin.pixels.notes import read_notes
    from opsin.pixels.opening import open_picture
    from opsin.pixels.orientation import read_orientation

    image, _ = open_picture(data, ORIGINAL_LIMITS)
    read_orientation(image)
    read_notes(image)


def _thumbnail(data: bytes) -> None:
    from opsin.pixels.decode import decode_thumbnail
    from opsin.pixels.likeness import dhash

    if _worth_it(data):
        picture = decode_thumbnail(data, (384, 288))
        dhash(_encoded(picture.image))


def _check(data: bytes) -> None:
    from opsin.pixels.decode import check_original

    if _worth_it(data):
        check_original(data)


def _original(data: bytes) -> None:
    from opsin.pixels.decode import decode_original
    from opsin.pixels.region import Region

    if not _worth_it(data):
        return
    part = zlib.crc32(data)
    x, y, w, h = ((part >> shift & 0xFF) / 256 for shift in (0, 8, 16, 24))
    region = Region(x, y, max(w * (1 - x), 1e-4), max(h * (1 - y), 1e-4))
    _encoded(decode_original(data, max_edge=256, region=region if part & 1 else None).image)


def _notes(data: bytes) -> None:
    """The bytes stand where a JPEG has its EXIF and a PNG its EXIF and texts."""
    from opsin.pixels.limits import ORIGINAL_LIMITS
    from opsin.pixels.notes import read_notes
    from opsin.pixels.opening import open_picture
    from opsin.pixels.orientation import read_orientation

    body = data[:60_000]
    jpeg = (
        b"\xff\xd8"
        + _segment(0xE1, b"Exif\0\0" + body)
        + _segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + body)
    )
    jpeg += _segment(0xED, b"Photoshop 3.0\0" + body) + _segment(0xC0, b"\x08\0\x10\0\x10\1\1\x11\0")
    header = struct.pack(">IIBBBBB", 4, 4, 8, 0, 0, 0, 0)
    parts = (
        (b"IHDR", header),
        (b"eXIf", body),
        (b"tEXt", body),
        (b"iTXt", body),
        (b"IDAT", zlib.compress(bytes(20))),
    )
    png = _PNG + b"".join(_chunk(name, inside) for name, inside in (*parts, (b"IEND", b"")))
    for wrapped in (jpeg, png):
        image, _ = open_picture(wrapped, ORIGINAL_LIMITS)
        read_orientation(image)
        read_notes(image)


def _profile(data: bytes) -> None:
    """The bytes stand where a picture has its colour profile."""
    from PIL import Image

    from opsin.pixels.colour import describe_profile, to_srgb

    describe_profile(data)
    for mode in ("RGB", "RGBA", "L", "CMYK"):
        to_srgb(Image.new(mode, (2, 2)), data)


TARGETS: dict[str, Callable[[bytes], None]] = {
    "names": _names,
    "structure": _structure,
    "notes": _notes,
    "profile": _profile,
    "opening": _opening,
    "thumbnail": _thumbnail,
    "check": _check,
    "original": _original,
}


def _encoded(image: Any) -> Any:
    from opsin.pixels.encode import encode_jpeg
    from opsin.pixels.ground import on_ground

    shown = on_ground(image)
    encode_jpeg(shown, max_bytes=200_000)
    return shown


def _worth_it(data: bytes) -> bool:
    """Whether to decode: always if the picture is small, seldom if it is large. Refusals are raised here."""
    from opsin.pixels.limits import ORIGINAL_LIMITS
    from opsin.pixels.opening import open_picture

    image, _ = open_picture(data, ORIGINAL_LIMITS)
    return image.width * image.height <= _LARGE or zlib.crc32(data) % _LARGE_ONE_IN == 0


def _segment(marker: int, body: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def with_true_sums(data: bytes) -> bytes:
    """A PNG whose checksums are made right: else nearly every change of the fuzzer ends at them."""
    if not data.startswith(_PNG):
        return data
    mended = bytearray(data)
    at = len(_PNG)
    while at + 12 <= len(mended):
        end = at + 8 + int.from_bytes(mended[at : at + 4], "big")
        if end + 4 > len(mended):
            break
        mended[end : end + 4] = struct.pack(">I", zlib.crc32(mended[at + 4 : end]))
        at = end + 4
    return bytes(mended)


def run(target: str, data: bytes) -> str:
    """Run one file; say what came of it: "right", "refused", or what is wrong with it, with the place in the code."""
    from opsin.errors import PictureError

    began = time.process_time()
    try:
        TARGETS[target](data)
        outcome = "right"
    except PictureError as error:
        outcome = _slip(error.__cause__) or "refused"
    except Exception as error:  # noqa: BLE001 - this is what is looked for
        last = traceback.extract_tb(error.__traceback__)[-1]
        outcome = f"{type(error).__name__} in {Path(last.filename).name}:{last.lineno} ({last.name}): {error}"
    seconds = time.process_time() - began
    return f"slow: {seconds:.1f} s, {outcome}" if seconds > SLOW_SECONDS else outcome


def _slip(cause: BaseException | None) -> str:
    """A slip of our own code that a refusal covers up; a decoder may raise what it likes, and our parsers two errors."""
    if cause is None or isinstance(cause, (ValueError, EOFError, MemoryError)):
        return ""
    last = traceback.extract_tb(cause.__traceback__)[-1]
    if Path(last.filename).parent.name != "pixels":
        return ""
    return (
        f"covered {type(cause).__name__} in {Path(last.filename).name}:{last.lineno} ({last.name}): {cause}"
    )


def _write_down(target: str, data: bytes, outcome: str) -> None:
    """Keep the first input of each kind of find."""
    kind = hashlib.sha256(outcome.split(")", maxsplit=1)[0].split(": ", maxsplit=1)[0].encode()).hexdigest()[
        :10
    ]
    place = Path(os.environ[FINDS_VARIABLE]) / f"{target}-{kind}"
    if not place.exists():
        place.write_bytes(data)
        place.with_suffix(".txt").write_text(outcome + "\n", encoding="utf-8")


def _fuzz(target: str, arguments: list[str]) -> None:
    import importlib

    atheris = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["opsin", "PIL"]):
        for name in ("decode", "encode", "likeness"):
            importlib.import_module(f"opsin.pixels.{name}")

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        changed = bytes(atheris.Mutate(data, most))
        return with_true_sums(changed)[:most] if seed % 8 else changed

    def one(data: bytes) -> None:
        outcome = run(target, data)
        if outcome not in {"right", "refused"}:
            _write_down(target, data, outcome)

    atheris.Setup([sys.argv[0], *arguments], one, custom_mutator=mutate)
    atheris.Fuzz()


def main() -> None:
    """Replay files, or fuzz where a folder for finds is named in the environment."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("target", choices=TARGETS, metavar="TARGET", help=f"one of {', '.join(TARGETS)}")
    parser.add_argument("rest", nargs=argparse.REMAINDER, metavar="FILE", help="or what the fuzzer is told")
    asked = parser.parse_args()
    if not asked.rest:
        parser.error("name a file too")
    if FINDS_VARIABLE in os.environ:
        _fuzz(asked.target, asked.rest)
        return
    for name in asked.rest:
        print(f"{name}: {run(asked.target, Path(name).read_bytes())}")


if __name__ == "__main__":
    main()
