"""What a small picture shows, said without any model: text in it, what it is made of, its colours and where they are.

It is said so that one picture of a sheet can be told from the others. Nothing is said of people.
"""

from collections import Counter
from heapq import nlargest
from typing import TYPE_CHECKING

from opsin.ocr.lines import Read
from opsin.pixels.ground import DARK, LIGHT
from opsin.pixels.plain import PlainPixels
from opsin.text import clean
from opsin.vision.facts.palette import Palette, sampled
from opsin.vision.facts.texture import texture
from opsin.vision.glance.colours import Colours, Seen, colours_of, plain_name
from opsin.vision.glance.places import place_words

if TYPE_CHECKING:
    from PIL.Image import Image

_SURE = 0.7
"""Confidence under which a line of text is not told: in small pictures much is taken for letters."""
_LETTERS = 2
TEXT_CHARACTERS = 120
"""Text of a picture that is told of a cell; of one picture alone there is room for more."""
_CODE_CHARACTERS = 80
_WIDE, _TALL = 1.9, 0.53
_ALIKE = 1.1
_GROUNDS = {"light": (LIGHT,), "dark": (DARK,), "checker": (126, 150)}
"""The greys that see-through parts are laid on: they are not the picture's."""
_SAME_RING = 0.8
"""Share of the outermost pixels that has one colour where a drawing stands on a plain ground."""
_GRID = 48
_STANDS_OUT = 0.34
"""Share of all detail that the middle part has where something stands there on a calm ground; an even picture has 0.11."""


def glance_words(pixels: PlainPixels, read: Read, *, text_characters: int = TEXT_CHARACTERS) -> str:
    """Say what a picture shows in one line. It takes hundredths of a second: call it in a thread.

    Args:
        pixels: The picture, best not much larger than a cell of a sheet.
        read: What was read in it; secrets are taken out already.
        text_characters: The most that is told of its text.

    Returns:
        Our own words, with text of the picture in quotation marks: outside text.
    """
    from PIL import Image as Images

    image = Images.frombytes("RGB", (pixels.width, pixels.height), pixels.rgb)
    made_of = texture(image, _counted(image))
    colours = colours_of(image, ground=_GROUNDS.get(pixels.ground, ()))
    parts = [
        text_words(read, text_characters),
        ", ".join(filter(None, (_kind(made_of.kind, colours), _shape(image.size), colours.light))),
        "blank" if made_of.blank else "blurred" if made_of.blurred else "",
        _ground(pixels, image, photo=made_of.kind == "photographic"),
        ", ".join(map(_colour, colours.seen)),
        "" if made_of.blank else _detail(image),
    ]
    return "; ".join(filter(None, parts))


def text_words(read: Read, most: int = TEXT_CHARACTERS) -> str:
    """Say which text is in the picture; empty for none."""
    lines = [line.text for line in read.lines if line.confidence >= _SURE and _is_text(line.text)]
    codes = [f"{code.kind} “{clean(code.text, _CODE_CHARACTERS)}”" for code in read.codes]
    text = clean(" / ".join(lines), most)
    return "; ".join(filter(None, (f"text “{text}”" if text else "", *codes[:2])))


def _is_text(text: str) -> bool:
    # Rows of medals, windows or fences are read as one letter again and again.
    return len({character for character in text if character.isalnum()}) >= _LETTERS


def _kind(kind: str, colours: Colours) -> str:
    name = {"photographic": "photo", "drawn": "drawing"}.get(kind, "picture")
    return f"black-and-white {name}" if colours.grey else name


def _shape(size: tuple[int, int]) -> str:
    ratio = size[0] / size[1]
    if ratio >= _WIDE:
        return "very wide"
    if ratio <= _TALL:
        return "very tall"
    return "square" if 1 / _ALIKE <= ratio <= _ALIKE else "wide" if ratio > 1 else "tall"


def _counted(image: "Image") -> Palette:
    """As much of a palette as `texture` looks at: the rest of it takes ten times as long."""
    sample = sampled(image)
    pixels = sample.width * sample.height
    counts = sample.getcolors(pixels) or []
    grey = all(red == green == blue for _, (red, green, blue) in counts)  # type: ignore[misc]
    largest = sum(nlargest(8, (count for count, _ in counts))) / pixels
    return Palette((), len(counts), grey, largest, None)


def _ground(pixels: PlainPixels, image: "Image", *, photo: bool) -> str:
    if pixels.ground:
        return "see-through ground"
    width, height = image.size
    edges = (
        (0, 0, width, 1),
        (0, height - 1, width, height),
        (0, 0, 1, height),
        (width - 1, 0, width, height),
    )
    ring: Counter[str] = Counter()
    for box in edges:
        for count, colour in image.crop(box).getcolors(width + height) or []:
            ring[plain_name(colour)] += count  # type: ignore[arg-type]
    name, count = ring.most_common(1)[0]
    return f"on {name}" if not photo and count >= _SAME_RING * ring.total() else ""


def _colour(seen: Seen) -> str:
    share = f"{seen.share:.0%}" if seen.share >= 0.1 else "a little"  # noqa: PLR2004
    where = f" ({seen.place})" if seen.place else ""
    return f"{share} {seen.name}{where}"


def _detail(image: "Image") -> str:
    """Where most of what is sharp stands, where the rest is calm."""
    from PIL import ImageFilter
    from PIL.Image import Resampling

    grey = image.convert("L").resize((_GRID, _GRID), Resampling.BOX).filter(ImageFilter.FIND_EDGES)
    # Its outermost pixels are no edges.
    inner = grey.crop((1, 1, _GRID - 1, _GRID - 1)).resize((3, 3), Resampling.BOX).tobytes()
    total = sum(inner)
    if not total:
        return ""
    shares = [part / total for part in inner]
    if shares[4] >= _STANDS_OUT:
        return "one thing in the middle"
    place = place_words(shares)
    return f"most detail at the {place}" if place not in {"", "middle", "edges"} else ""
