"""What is known about a picture's file, as it is and before anything is done to its pixels."""

from dataclasses import dataclass

from opsin.pixels.sniff import Format


@dataclass(frozen=True, slots=True)
class Facts:
    """What a picture's file says and is.

    Attributes:
        format: What the bytes are, whatever the name or the server says.
        width: Pixels, upright.
        height: Pixels, upright.
        size_bytes: Length of the file.
        mode: Pillow's name for the pixels as they are stored: "RGB", "I;16", "CMYK" and so on.
        animated: The file has more than one frame that follow each other in time.
        has_alpha: Some pixel of it can be seen through.
        orientation: EXIF orientation, 1 to 8; 1 means that nothing had to be turned.
        profile: Description of the embedded colour profile; empty where there is none.
        notes: What the metadata says, as short "key: value" lines. Outside text.
    """

    format: Format
    width: int
    height: int
    size_bytes: int
    mode: str
    animated: bool = False
    has_alpha: bool = False
    orientation: int = 1
    profile: str = ""
    notes: tuple[str, ...] = ()
