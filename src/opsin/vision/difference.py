"""What is different between two images, computed and so always the same: regions, the share that changed, and text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from PIL import Image, ImageChops, ImageFilter

from opsin.ocr.lines import Line
from opsin.pixels.plain import PlainPixels
from opsin.pixels.sniff import Format
from opsin.vision.changed_pixels import ChangedPixels
from opsin.vision.changed_regions import find_regions
from opsin.vision.changed_text import changed_text
from opsin.vision.report import Box
from opsin.vision.scrolling import explains, find_scroll

MOST_BOXES = 40
MOST_LINES = 100
_LINE_CHARACTERS = 300

_EXACT = frozenset({Format.PNG, Format.GIF, Format.BMP, Format.TIFF, Format.ICO, Format.PDF})
"""Formats whose pixels come back as they were; the others make noise of their own."""

_SLIGHT = 3
"""Steps of 255 that a pixel may change where no noise is expected: what rounding a colour makes."""

_NOISE = 32
"""Steps of 255 that the mean around a pixel may change where a codec with loss was at work."""

_SOFT = ImageFilter.BoxBlur(1)


@dataclass(frozen=True, slots=True)
class Difference:
    """The computed difference of two images. Make it with `compare`.

    Attributes:
        identical: Every pixel is the same.
        first_size, second_size: Width and height in pixels.
        scroll: By how much the content moved to the right and down from the first to the second; 0, 0 for not at all.
        share: Changed pixels, of all that either image has, 0 to 1.
        boxes: The changed regions in pixels of the second image, or of the first where that is the larger one; in
            reading order.
        more: How many smaller regions were left out.
        slight: There are changes too small to be told from noise.
        text_added, text_removed: Lines that only the second, or only the first image has.
        layout: How the boxes of the layout changed, a sentence each.
        changed: The first and the second image with their changed pixels; none where they are identical.
    """

    identical: bool
    first_size: tuple[int, int]
    second_size: tuple[int, int]
    scroll: tuple[int, int]
    share: float
    boxes: tuple[Box, ...]
    more: int
    slight: bool
    text_added: tuple[str, ...]
    text_removed: tuple[str, ...]
    layout: tuple[str, ...] = ()
    changed: tuple[ChangedPixels, ...] = field(default=(), repr=False, compare=False)

    def to_json(self) -> Mapping[str, Any]:
        """The difference as JSON values: at most 40 regions and 100 lines each way; the rest is counted."""
        return {
            "identical": self.identical,
            "summary": self.sentence(),
            "first_size": list(self.first_size),
            "second_size": list(self.second_size),
            "scroll": list(self.scroll),
            "changed_share": round(self.share, 6),
            "only_noise": self.slight and not self.boxes,
            "regions": [{"number": at, "box": list(box)} for at, box in enumerate(self.boxes, 1)],
            "regions_left_out": self.more,
            "text_added": [line[:_LINE_CHARACTERS] for line in self.text_added[:MOST_LINES]],
            "text_removed": [line[:_LINE_CHARACTERS] for line in self.text_removed[:MOST_LINES]],
            "text_lines_left_out": sum(
                max(0, len(lines) - MOST_LINES) for lines in (self.text_added, self.text_removed)
            ),
            "layout": list(self.layout),
        }

    def sentence(self) -> str:
        """The difference in a sentence or two; the lines of text are not repeated."""
        if self.identical:
            return "The two images are identical, pixel by pixel."
        told = []
        if self.first_size != self.second_size:
            sizes = "{}x{} and {}x{}".format(*self.first_size, *self.second_size)
            told.append(
                f"The images have different sizes, {sizes} pixels, and are compared from the upper left."
            )
        if self.scroll != (0, 0):
            across, down = self.scroll
            way = f"{abs(down)} pixels {'down' if down > 0 else 'up'}" if down else ""
            way = way or f"{abs(across)} pixels to the {'right' if across > 0 else 'left'}"
            told.append(f"Content moved {way}; what only moved does not count as changed.")
        if self.boxes:
            count = len(self.boxes) + self.more
            told.append(
                f"{_percent(self.share)} of the pixels changed, in {count} region{'s' if count > 1 else ''}."
            )
        elif self.slight:
            told.append("They differ by no more than the noise of coding.")
        elif self.scroll == (0, 0):
            told.append("Nothing that can be seen changed.")
        if self.text_added or self.text_removed:
            told.append(f"Lines of text: {len(self.text_added)} added, {len(self.text_removed)} removed.")
        return " ".join(told)


def compare(
    first: PlainPixels, second: PlainPixels, first_text: Sequence[Line] = (), second_text: Sequence[Line] = ()
) -> Difference:
    """Compare two images. It takes a while: call it in a thread.

    Images of different sizes lie on each other by their upper left corners; what only one of them has is changed.
    Where content has scrolled, a pixel is unchanged that is as before either in its old place or in its new one.

    Args:
        first: The one from before.
        second: The one from after.
        first_text: Its lines of text, with boxes in its pixels.
        second_text: Its lines of text, likewise.
    """
    sizes = (first.width, first.height), (second.width, second.height)
    if sizes[0] == sizes[1] and first.rgb == second.rgb:
        return Difference(True, *sizes, (0, 0), 0.0, (), 0, False, (), ())
    before, after = (
        Image.frombytes("RGB", size, one.rgb) for size, one in zip(sizes, (first, second), strict=True)
    )
    images = before, after
    exact = all(one.facts.format in _EXACT and one.scale == 1 for one in (first, second))
    threshold = _SLIGHT if exact else _NOISE
    if not exact:
        # What a codec adds to a pixel it takes from the next.
        before, after = before.filter(_SOFT), after.filter(_SOFT)
    canvas = max(sizes[0][0], sizes[1][0]), max(sizes[0][1], sizes[1][1])
    steps = _steps(before, after, canvas, (0, 0))
    old_steps = steps
    scroll = find_scroll(before, after, steps, threshold)
    if scroll != (0, 0):
        moved = _steps(before, after, canvas, scroll)
        if explains(steps, moved, scroll, threshold):
            old_steps = ImageChops.darker(steps, _moved_back(moved, scroll))
            steps = ImageChops.darker(steps, moved)
        else:
            scroll = 0, 0
    mask = _mask(steps, threshold, exact=exact)
    old_mask = mask if old_steps is steps else _mask(old_steps, threshold, exact=exact)
    found: list[Box] = []
    changed = every = 0
    for left, top, right, bottom in _parts(*sizes):
        part = mask.crop((left, top, right, bottom))
        changed += part.histogram()[255]
        every += part.width * part.height
        boxes = find_regions(part, least_pixels=1 if exact else 2)
        found += [(left + box[0], top + box[1], left + box[2], top + box[3]) for box in boxes]
    largest = sorted(found, key=_area, reverse=True)[:MOST_BOXES]
    whole = [_in_image(box, second) for box in sorted(largest, key=lambda box: (box[1], box[0]))]
    kept = _only_in(mask, found)
    changed_pixels = (
        ChangedPixels(images[0], kept if old_mask is mask else old_mask),
        ChangedPixels(images[1], kept),
    )
    added, removed = changed_text(first_text, second_text, *changed_pixels, scroll)
    return Difference(
        identical=False,
        first_size=sizes[0],
        second_size=sizes[1],
        scroll=scroll,
        share=changed / every if found else 0.0,
        boxes=tuple(whole),
        more=len(found) - len(largest),
        slight=steps.getextrema() != (0, 0) and not found,
        text_added=added,
        text_removed=removed,
        changed=changed_pixels,
    )


def _steps(
    before: Image.Image, after: Image.Image, canvas: tuple[int, int], moved: tuple[int, int]
) -> Image.Image:
    """By how many steps of 255 each pixel changed in the channel that changed most; what only one image has, by 255."""
    across, down = moved
    left, top = max(0, across), max(0, down)
    right = min(after.width, before.width + across)
    bottom = min(after.height, before.height + down)
    steps = Image.new("L", canvas, 255)
    if left < right and top < bottom:
        old = before.crop((left - across, top - down, right - across, bottom - down))
        red, green, blue = ImageChops.difference(old, after.crop((left, top, right, bottom))).split()
        steps.paste(ImageChops.lighter(ImageChops.lighter(red, green), blue), (left, top))
    return steps


def _moved_back(moved: Image.Image, scroll: tuple[int, int]) -> Image.Image:
    """The steps of moved content where it stood before; 255 where it was moved out of the image."""
    steps = Image.new("L", moved.size, 255)
    steps.paste(moved, (-scroll[0], -scroll[1]))
    return steps


def _mask(steps: Image.Image, threshold: int, *, exact: bool) -> Image.Image:
    mask = steps.point([255 if value > threshold else 0 for value in range(256)], "L")
    # The mean has made every change wider by a pixel, and a line where moved content meets what stands still.
    return mask if exact else mask.filter(ImageFilter.MinFilter(3))


def _only_in(mask: Image.Image, boxes: Sequence[Box]) -> Image.Image:
    """What is white in regions: a pixel by itself that a codec changed lies in none."""
    kept = Image.new("L", mask.size)
    for box in boxes:
        kept.paste(mask.crop(box), box)
    return kept


def _parts(first: tuple[int, int], second: tuple[int, int]) -> list[Box]:
    """What both images have, what only one has to the right of it, and what only one has below."""
    across, down = min(first[0], second[0]), min(first[1], second[1])
    wider, taller = max(first, second), max(first, second, key=lambda size: size[1])
    parts = [
        (0, 0, across, down),
        # Where one image is both the wider and the taller, the corner belongs to what is below.
        (across, 0, wider[0], down if wider == taller else wider[1]),
        (0, down, taller[0], taller[1]),
    ]
    return [part for part in parts if part[0] < part[2] and part[1] < part[3]]


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _in_image(box: Box, pixels: PlainPixels) -> Box:
    """The box in the whole upright image, of which the pixels may be a reduced part."""
    left, top, right, bottom = pixels.box
    across, down = (right - left) / pixels.width, (bottom - top) / pixels.height
    return (
        left + int(box[0] * across),
        top + int(box[1] * down),
        left + round(box[2] * across),
        top + round(box[3] * down),
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %" if share >= 0.001 else "Less than 0.1 %"  # noqa: PLR2004 - what one place shows
