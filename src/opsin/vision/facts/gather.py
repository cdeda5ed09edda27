"""The certain facts of a picture, as JSON values. Pillow is all that they need."""

from typing import TYPE_CHECKING, Any

from opsin.ocr.lines import Read
from opsin.pixels.plain import PlainPixels
from opsin.pixels.sniff import Format
from opsin.text import clean
from opsin.vision.facts.drawn_box import drawn_boxes
from opsin.vision.facts.ink import MOST_LINES, ink_of
from opsin.vision.facts.layout_boxes import LayoutBox, layout_boxes
from opsin.vision.facts.palette import Palette, palette
from opsin.vision.facts.placing import placed_box
from opsin.vision.facts.rectangles import Rectangle, rectangles
from opsin.vision.facts.texture import texture
from opsin.vision.facts.type_size import type_unit
from opsin.vision.facts.written import pieces

if TYPE_CHECKING:
    from PIL.Image import Image

_MOST_LAYOUT_PIXELS = 6_000_000
"""A larger picture is halved before its boxes are looked for: two pixels become one."""
_LOSSY = frozenset({Format.JPEG, Format.WEBP, Format.AVIF, Format.HEIC})
_DARK, _LIGHT = 0.38, 0.78
_MOST_OF_IT = 0.5
_CHECKER = (126, 150)
"""The greys on which `opsin.pixels.ground` lays see-through parts that show on neither of its plain grounds."""
_MOST_CODE = 500
_SURE = 0.8
"""Confidence under which a line is taken for no text of a box."""
_LOW = 3.0
"""Contrast under which text of any size is hard to read (https://www.w3.org/TR/WCAG22/#contrast-minimum)."""
_MOST_STANDING_OUT = 60
_ALERT_HUES = frozenset({"red", "orange", "yellow", "pink"})


def gather(pixels: PlainPixels, read: Read) -> dict[str, Any]:
    """Measure a picture. What is not certain is left out. It takes tenths of a second: call it in a thread.

    Args:
        pixels: The picture, or the part of it that is looked at.
        read: What was read in these pixels, with boxes in them; may be empty.

    Returns:
        JSON values. Boxes are left, upper, right and lower edge in pixels of the whole upright picture. Texts of
        codes, boxes and labels are outside text, cleaned.
    """
    from PIL import Image as Images

    image = Images.frombytes("RGB", (pixels.width, pixels.height), pixels.rgb)
    colours = palette(image)
    made_of = texture(image, colours)
    facts = _of_the_file(pixels)
    laid = _laid_on(pixels.ground)
    facts["palette"] = [shade.to_json() for shade in colours.shades if shade.rgb not in laid]
    facts["colours"] = colours.distinct
    if colours.ground is not None and colours.ground.rgb not in laid:
        facts["background"] = colours.ground.to_json()
    facts |= {key: True for key in ("blank", "nearly_blank", "blurred") if getattr(made_of, key)}
    if made_of.kind:
        facts["kind"] = made_of.kind
    theme = _theme(colours, made_of.kind, image)
    if theme and not pixels.ground:
        facts["theme"] = theme
    if read.codes:
        facts["codes"] = [
            {
                "kind": code.kind,
                "text": clean(code.text, _MOST_CODE),
                "box": list(placed_box(code.box, pixels)),
            }
            for code in read.codes
        ]
    if made_of.kind != "photographic" and not made_of.blank:
        facts["boxes"] = [
            one.to_json() | {"box": list(placed_box(one.drawn.box, pixels))}
            for one in _boxes(image, pixels, read)
        ]
        if _is_lossy(pixels) and facts["boxes"]:
            facts["boxes_approximate"] = True
    facts["text"] = _text(image, pixels, read)
    return facts


def _laid_on(ground: str) -> set[tuple[int, int, int]]:
    """The colours under see-through parts: they are not the picture's."""
    from opsin.pixels.ground import DARK, LIGHT

    greys = {"light": (LIGHT,), "dark": (DARK,), "checker": _CHECKER}.get(ground, ())
    return {(grey, grey, grey) for grey in greys}


def _of_the_file(pixels: PlainPixels) -> dict[str, Any]:
    file = pixels.facts
    facts: dict[str, Any] = {
        "format": str(file.format),
        "width": file.width,
        "height": file.height,
        "bytes": file.size_bytes,
        "transparent": file.has_alpha,
    }
    if pixels.ground:
        facts["ground"] = pixels.ground
    if pixels.pages > 1:
        facts |= {"page": pixels.page, "pages": pixels.pages, "animated": file.animated}
    if file.orientation != 1:
        facts["turned_upright"] = True
    if pixels.box != (0, 0, file.width, file.height):
        facts["region"] = list(pixels.box)
    if pixels.scale != 1.0:
        facts["scale"] = round(pixels.scale, 4)
    return facts


def _theme(colours: Palette, kind: str, image: "Image") -> str:
    """Dark or light: of what is drawn by its ground, of a photograph by its mean tone."""
    from PIL import ImageStat

    from opsin.vision.facts.colour_names import oklab

    if kind == "photographic":
        mean = ImageStat.Stat(image.reduce(max(1, min(image.size) // 64))).mean
        tone = oklab((round(mean[0]), round(mean[1]), round(mean[2])))[0]
        return "dark" if tone < _DARK else ""
    if colours.ground is None or (kind != "drawn" and colours.ground.share < _MOST_OF_IT):
        return ""
    tone = oklab(colours.ground.rgb)[0]
    return "dark" if tone < _DARK else "light" if tone > _LIGHT else ""


def _boxes(image: "Image", pixels: PlainPixels, read: Read) -> list[LayoutBox]:
    large = image.width * image.height > _MOST_LAYOUT_PIXELS
    found = rectangles(image.reduce(2) if large else image, lossy=_is_lossy(pixels))
    if large:
        found = [Rectangle(_doubled(one.box), 2 * one.border) for one in found]
    sure = tuple(line for line in read.lines if line.confidence >= _SURE)
    written = list(pieces(sure))
    drawn = drawn_boxes(image, found, written)
    return layout_boxes(drawn, written, image.size, type_unit(image, written))


def _is_lossy(pixels: PlainPixels) -> bool:
    return pixels.facts.format in _LOSSY or pixels.scale != 1.0


def _doubled(box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    return 2 * box[0], 2 * box[1], 2 * box[2], 2 * box[3]


def _text(image: "Image", pixels: PlainPixels, read: Read) -> dict[str, Any]:
    """How much text there is, and the lines that stand out by their colour or hardly at all."""
    standing_out: list[dict[str, Any]] = []
    for place, line in enumerate(read.lines[:MOST_LINES]):
        for piece in pieces((line,)):
            ink = ink_of(image, piece.box)
            if ink is None:
                continue
            low = ink.contrast < _LOW
            if low or _ALERT_HUES & set(ink.hues):
                told = {
                    "line": place,
                    "text": piece.text,
                    "box": list(placed_box(piece.box, pixels)),
                } | ink.to_json()
                standing_out.append(told | ({"low_contrast": True} if low else {}))
    return {"lines": len(read.lines), "standing_out": standing_out[:_MOST_STANDING_OUT]}
