"""Pictures made for tests: every format, mode and defect that a decoder may meet."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw

RED, GREEN, BLUE, WHITE = (220, 30, 30), (30, 200, 30), (30, 30, 220), (240, 240, 240)


def quarters(width: int = 120, height: int = 80) -> Image.Image:
    """Red, green in the upper half; blue, white in the lower half: which way is up can be told."""
    image = Image.new("RGB", (width, height), RED)
    draw = ImageDraw.Draw(image)
    draw.rectangle((width // 2, 0, width, height // 2 - 1), fill=GREEN)
    draw.rectangle((0, height // 2, width // 2 - 1, height), fill=BLUE)
    draw.rectangle((width // 2, height // 2, width, height), fill=WHITE)
    return image


def saved(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    target = BytesIO()
    image.save(target, kind, **options)
    return target.getvalue()


def ramp(mode: str, width: int = 256, height: int = 8) -> Image.Image:
    """Grey from black to white in a deep mode; 16-bit modes use their whole range, F goes from 0 to 1."""
    image = Image.new("F" if mode == "F" else "I", (width, height))
    top = 1.0 if mode == "F" else 65_535
    for x in range(width):
        value = top * x / (width - 1)
        for y in range(height):
            image.putpixel((x, y), value if mode == "F" else round(value))
    return image if mode in {"I", "F"} else image.convert(mode)


def exif(**tags: Any) -> Image.Exif:
    """EXIF with tags given by their names, such as Orientation=6."""
    from PIL import ExifTags

    block = Image.Exif()
    for name, value in tags.items():
        block[ExifTags.Base[name]] = value
    return block


def turned(orientation: int, kind: str = "JPEG", **options: Any) -> bytes:
    """`quarters` as a camera stores it that was held so: upright only by its EXIF."""
    undo = {
        1: None,
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }[orientation]
    image = quarters()
    stored = image if undo is None else image.transpose(undo)
    return saved(stored, kind, exif=exif(Orientation=orientation), **options)


def colour_at(image: Image.Image, at: tuple[int, int]) -> tuple[int, ...]:
    pixel = image.getpixel(at)
    assert isinstance(pixel, tuple)
    return pixel


def level_at(image: Image.Image, at: tuple[int, int]) -> int:
    """Brightness of one pixel, 0 to 255."""
    pixel = image.convert("L").getpixel(at)
    assert isinstance(pixel, int)
    return pixel


def levels(image: Image.Image) -> tuple[int, int]:
    """The least and the greatest brightness."""
    histogram = image.convert("L").histogram()
    there = [value for value, count in enumerate(histogram) if count]
    return there[0], there[-1]


def near(pixel: Any, colour: tuple[int, ...], tolerance: int = 24) -> bool:
    return all(abs(have - want) <= tolerance for have, want in zip(pixel, colour, strict=False))


def corners(image: Image.Image) -> list[Any]:
    """Upper left, upper right, lower left, lower right; a little inside."""
    x, y = image.width // 5, image.height // 5
    return [
        image.getpixel(at)
        for at in ((x, y), (image.width - x, y), (x, image.height - y), (image.width - x, image.height - y))
    ]


def is_upright(image: Image.Image) -> bool:
    return all(near(have, want) for have, want in zip(corners(image), (RED, GREEN, BLUE, WHITE), strict=True))


def animation(kind: str, frames: list[Image.Image]) -> bytes:
    return saved(frames[0], kind, save_all=True, append_images=frames[1:], duration=100)


STILLS: dict[str, Callable[[], bytes]] = {
    "jpeg": lambda: saved(quarters(), "JPEG", quality=95),
    "png": lambda: saved(quarters(), "PNG"),
    "webp": lambda: saved(quarters(), "WEBP", quality=95),
    "gif": lambda: saved(quarters(), "GIF"),
    "avif": lambda: saved(quarters(), "AVIF", quality=95),
    "bmp": lambda: saved(quarters(), "BMP"),
    "tiff": lambda: saved(quarters(), "TIFF"),
    "ico": lambda: saved(quarters(120, 120), "ICO", sizes=[(120, 120)]),
}
