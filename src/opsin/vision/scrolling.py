"""Whether the content of a picture moved up, down or sideways, as a page does that is scrolled.

Both pictures are made narrow; then one is laid over the other at every offset, and of what has an edge the share is
counted that is the same. Fixed bars and margins stand still meanwhile, so that share need not be all.
"""

from PIL import Image, ImageChops

_WIDE = 32
_MOST_ROWS = 1_200
_SAME = 5
"""Steps of 255 within which two places are the same."""

_EDGE = 8
"""Steps of 255 from one row to the next from which a place has an edge."""

_LEAST_OVERLAP = 0.25
_WORTH_A_LOOK = 0.02
"""The share of changed pixels below which nothing of any size can have moved."""

_SURE = 0.5
_BETTER = 0.2
_EXPLAINED = 0.75
"""The share of changed pixels that must be as before in their new place."""

_EVENLY = 0.5
"""Where old and new lie on each other, changed pixels are at least so dense, of how dense they are on the whole."""


def find_scroll(
    before: Image.Image, after: Image.Image, steps: Image.Image, threshold: int
) -> tuple[int, int]:
    """By how many pixels the content moved to the right and down; 0, 0 where it did not, or not surely.

    Args:
        before: The first picture.
        after: The second one.
        steps: By how much each pixel changed where nothing is moved.
        threshold: The steps up to which a pixel counts as unchanged.
    """
    changed = sum(steps.histogram()[threshold + 1 :])
    if changed < _WORTH_A_LOOK * steps.width * steps.height:
        return 0, 0
    down = _moved(before, after)
    if down:
        return 0, down
    turn = Image.Transpose.TRANSPOSE
    return _moved(before.transpose(turn), after.transpose(turn)), 0


def explains(steps: Image.Image, moved: Image.Image, scroll: tuple[int, int], threshold: int) -> bool:
    """Whether what changed in the place where it is has mostly not changed when it is moved.

    Args:
        steps: By how much each pixel changed where nothing is moved.
        moved: By how much where it is; where old and new do not lie on each other, by 255.
        scroll: By how many pixels to the right and down.
        threshold: The steps up to which a pixel counts as unchanged.
    """
    across, down = scroll
    both = max(0, across), max(0, down), steps.width + min(0, across), steps.height + min(0, down)
    table = [255 if value > threshold else 0 for value in range(256)]
    changed = steps.crop(both).point(table, "L")
    here, every = changed.histogram()[255], sum(steps.histogram()[threshold + 1 :])
    part = changed.width * changed.height / (steps.width * steps.height)
    if here < _EVENLY * part * every:
        # Nearly all of it lies where nothing could have been moved to: what little is left explains nothing.
        return False
    left = ImageChops.darker(changed, moved.crop(both).point(table, "L"))
    return left.histogram()[255] <= (1 - _EXPLAINED) * here


def _moved(before: Image.Image, after: Image.Image) -> int:
    """By how many rows the content moved down; 0 where it did not, or not surely."""
    width = min(before.width, after.width)
    old, new = (one.crop((0, 0, width, one.height)).convert("L") for one in (before, after))
    factor = max(1, -(-max(old.height, new.height) // _MOST_ROWS))
    small_old, small_new = (_narrow(one, max(1, one.height // factor)) for one in (old, new))
    up, down = (int((1 - _LEAST_OVERLAP) * one.height) for one in (small_old, small_new))
    scores = {offset: _likeness(small_old, small_new, offset) for offset in range(-up, down + 1)}
    best = max(scores, key=lambda offset: (scores[offset], -abs(offset)))
    still = scores[0]
    if factor > 1 and scores[best] > still:
        old, new = (_narrow(one, one.height) for one in (old, new))
        near = range((best - 1) * factor, (best + 1) * factor + 1)
        scores = {offset: _likeness(old, new, offset) for offset in near}
        best = max(scores, key=lambda offset: (scores[offset], -abs(offset)))
        still = _likeness(old, new, 0)
    return best if scores[best] >= max(_SURE, still + _BETTER) else 0


def _narrow(image: Image.Image, rows: int) -> Image.Image:
    return image.resize((min(_WIDE, image.width), rows), Image.Resampling.BOX)


def _likeness(old: Image.Image, new: Image.Image, offset: int) -> float:
    """Of the places with an edge the share that is the same when the old one is moved down by so many rows."""
    top, bottom = max(0, offset), min(new.height, old.height + offset)
    if bottom - top < 2:  # noqa: PLR2004 - an edge needs two rows
        return 0.0
    here = new.crop((0, top, new.width, bottom))
    there = old.crop((0, top - offset, old.width, bottom - offset))
    edges = ImageChops.difference(here, ImageChops.offset(here, 0, 1)).point(_STEEP)
    counts = ImageChops.difference(here, there).histogram(edges)
    return sum(counts[: _SAME + 1]) / max(1, sum(counts))


_STEEP = [255 if value > _EDGE else 0 for value in range(256)]
