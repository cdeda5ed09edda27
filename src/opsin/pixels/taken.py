"""What is known of a picture that was taken out of its file, beside its pixels."""

from dataclasses import dataclass

from opsin.pixels.sniff import Format


@dataclass(frozen=True, slots=True)
class Taken:
    """One page or frame.

    Attributes:
        kind: What the file is.
        mode: Pillow's name for the pixels as they are stored.
        orientation: EXIF orientation that the file states, 1 to 8.
        turn: The orientation that is still to be applied to the pixels.
        profile: The ICC profile of the pixels.
        notes: What the metadata says. Outside text.
        page, pages: Which page or frame it is, from 1, of how many.
    """

    kind: Format
    mode: str
    animated: bool
    orientation: int
    turn: int
    profile: bytes | None
    notes: tuple[str, ...]
    page: int
    pages: int
