"""Build the font for captions: a part of DejaVu Sans, small enough to be package data.

    python scripts/build_font.py /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf

DejaVuSans.ttf comes with Debian's fonts-dejavu-core and with matplotlib. Its licence lets a part of it be passed
on with the notice (fonts/LICENSE.txt beside the result), under a name without "Bitstream", "Vera", "Tavmjong Bah" and
"Arev".
"""

import argparse
from pathlib import Path

from fontTools import subset  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

NAME = "Opsin Captions"
TARGET = Path(__file__).parents[1] / "src" / "opsin" / "sheet" / "fonts" / "OpsinCaptions.ttf"
MOST_BYTES = 200_000

# Latin to Cyrillic, Greek, Arabic, Hebrew; punctuation, currency, arrows and the few signs that captions use.
RANGES = (
    (0x0020, 0x007E),
    (0x00A0, 0x024F),
    (0x02B0, 0x036F),
    (0x0370, 0x03FF),
    (0x0400, 0x052F),
    (0x0590, 0x05FF),
    (0x0600, 0x06FF),
    (0x1E00, 0x1EFF),
    (0x1F00, 0x1FFF),
    (0x2010, 0x2027),
    (0x2030, 0x205E),
    (0x2070, 0x209C),
    (0x20A0, 0x20BF),
    (0x2100, 0x214F),
    (0x2150, 0x215F),
    (0x2190, 0x2199),
    (0x2212, 0x2212),
    (0x2248, 0x2248),
    (0x2264, 0x2265),
    (0xFB00, 0xFB06),
    (0xFB1D, 0xFB4F),
    (0xFFFD, 0xFFFD),
)


def build(source: Path, target: Path) -> int:
    """Write the part of `source` and give its size in bytes."""
    options = subset.Options(
        hinting=False, layout_features=["*"], name_IDs=["*"], notdef_outline=True, glyph_names=False
    )
    font = TTFont(source)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[code for first, last in RANGES for code in range(first, last + 1)])
    subsetter.subset(font)
    for record in font["name"].names:
        new = {1: NAME, 3: f"{NAME} 1", 4: NAME, 6: NAME.replace(" ", ""), 16: NAME}.get(record.nameID)
        if new is not None:
            record.string = new
    target.parent.mkdir(parents=True, exist_ok=True)
    font.save(target)
    return target.stat().st_size


def main() -> None:
    """Build from the path given on the command line."""
    parser = argparse.ArgumentParser(description="Build the font for captions out of DejaVuSans.ttf.")
    parser.add_argument("source", type=Path, help="path of DejaVuSans.ttf")
    size = build(parser.parse_args().source, TARGET)
    print(f"{TARGET}: {size} bytes")
    if size > MOST_BYTES:
        raise SystemExit(f"That is more than {MOST_BYTES} bytes.")


if __name__ == "__main__":
    main()
