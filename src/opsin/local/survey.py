"""What the index has to know of a picture's file, read in one go: size, kind of file, metadata, colours."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from opsin.pixels.metadata import KEYWORD_CHARACTERS, MOST_KEYWORDS, TEXT_CHARACTERS, Metadata
from opsin.pixels.sniff import Format
from opsin.text import clean

EDGE = 640
"""Pixels of the long side of the copy that the colours are told from: in a smaller one thin red letters are pink."""

_LONGEST_SIDE = 65_535
_MOST_COLOURS = 32


class BadSurvey(ValueError):
    """It is none that `Survey.to_json` wrote."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What a file is and says.

    Attributes:
        format: What the bytes are.
        width: Pixels, upright.
        height: Pixels, upright.
        animated: It moves.
        metadata: What it says of the picture: outside text.
        colours: The share of each colour that can be seen, by name.
    """

    format: Format
    width: int
    height: int
    animated: bool = False
    metadata: Metadata = field(default_factory=Metadata)
    colours: Mapping[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, told: object) -> "Survey":
        """Read back what `to_json` wrote. Nothing of it is believed: it may come from a process that a picture took over.

        Raises:
            BadSurvey: a field is missing, or has a value that it cannot have.
        """
        from opsin.local.colours import BRIGHT, COLOURS, DARK

        if not isinstance(told, Mapping):
            raise BadSurvey("no object")
        sides = [told.get(name) for name in ("width", "height")]
        if not all(type(one) is int and 0 < one <= _LONGEST_SIDE for one in sides):
            raise BadSurvey("no such size")
        said, shares = told.get("metadata"), told.get("colours")
        if not isinstance(said, Mapping) or not isinstance(shares, Mapping) or len(shares) > _MOST_COLOURS:
            raise BadSurvey("no metadata, or no colours")
        names = {*COLOURS, DARK, BRIGHT}
        if not all(
            name in names and isinstance(share, float) and 0 <= share <= 1 for name, share in shares.items()
        ):
            raise BadSurvey("no such colour")
        try:
            kind = Format(str(told.get("format")))
        except ValueError:
            raise BadSurvey("no such format") from None
        width, height = (int(one) for one in sides if one is not None)
        return cls(kind, width, height, told.get("animated") is True, _metadata(said), dict(shares))


def _metadata(said: Mapping[str, Any]) -> Metadata:
    texts = {
        one.name: clean(value, TEXT_CHARACTERS)
        for one in fields(Metadata)
        if isinstance(value := said.get(one.name), str)
    }
    words = said.get("keywords")
    listed = words if isinstance(words, list | tuple) else ()
    keywords = tuple(clean(one, KEYWORD_CHARACTERS) for one in listed[:MOST_KEYWORDS] if isinstance(one, str))
    return Metadata(**{**texts, "keywords": keywords})  # type: ignore[arg-type]


def survey(data: bytes) -> Survey:
    """Look at a picture's file, in this very process.

    Raises:
        PictureError: as `opsin.pixels.decode.decode_original`; for HEIC as `opsin.pixels.whole.whole_pixels`.
    """
    from opsin.local.colours import shares_of
    from opsin.pixels.decode import decode_original
    from opsin.pixels.ground import on_ground
    from opsin.pixels.limits import ORIGINAL_LIMITS
    from opsin.pixels.metadata import read_metadata
    from opsin.pixels.opening import open_picture
    from opsin.pixels.sniff import sniff_file

    if sniff_file(data) is Format.HEIC:
        return _survey_heic(data)
    picture = decode_original(data, max_edge=EDGE)
    image, _ = open_picture(data, ORIGINAL_LIMITS)
    facts = picture.facts
    return Survey(
        facts.format,
        facts.width,
        facts.height,
        facts.animated,
        read_metadata(image),
        shares_of(on_ground(picture.image)),
    )


def _survey_heic(data: bytes) -> Survey:
    from PIL import Image

    from opsin.local.colours import shares_of
    from opsin.pixels.heif import open_heif
    from opsin.pixels.metadata import read_metadata
    from opsin.pixels.opening import told_as_picture_error

    with told_as_picture_error(data):
        image, _ = open_heif(data, 1)
        metadata = read_metadata(image)
        size = image.size
        small = image.convert("RGB")
        small.thumbnail((EDGE, EDGE), Image.Resampling.BOX)
    return Survey(Format.HEIC, *size, metadata=metadata, colours=shares_of(small))
