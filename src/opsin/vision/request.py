"""What a caller asks of an image: one value, checked at the door."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from opsin.errors import InvalidInput
from opsin.pixels.region import WHOLE, Region, parse_region

_Word = TypeVar("_Word", bound=StrEnum)

MOST_QUESTION_CHARACTERS = 2_000
MOST_PAGES = 10_000
MOST_PARTS = 1_000


class Mode(StrEnum):
    """What the image is, and so what is looked for in it."""

    UI = "ui"
    OCR = "ocr"
    GENERAL = "general"


class Detail(StrEnum):
    """How long an answer may be."""

    FAST = "fast"
    STANDARD = "standard"


@dataclass(frozen=True, slots=True)
class Look:
    """One request. Make it with `checked`.

    Attributes:
        path: A path in any form that `opsin.paths.reading` takes, an id such as s3:4, or `latest:FOLDER`.
        secondary_path: A second one, to be compared; empty for none.
        region: The part of the image that is looked at (of both, where there are two).
        page: Page of a PDF or of a TIFF, frame of an animation; from 1.
        part: Part of the text that one answer could not hold; from 1.
    """

    path: str
    secondary_path: str = ""
    question: str = ""
    mode: Mode = Mode.UI
    detail: Detail = Detail.STANDARD
    region: Region = WHOLE
    page: int = 1
    part: int = 1

    @classmethod
    def checked(
        cls,
        path: str,
        *,
        secondary_path: str = "",
        question: str = "",
        mode: str = "ui",
        detail: str = "standard",
        region: str = "",
        page: int = 1,
        part: int = 1,
    ) -> "Look":
        """Make a request from what a caller gives.

        Raises:
            InvalidInput: one of the values cannot be used; a path is judged where it is opened.
        """
        question = question.strip()
        if len(question) > MOST_QUESTION_CHARACTERS:
            raise InvalidInput(
                f"The question has {len(question):,} characters; {MOST_QUESTION_CHARACTERS:,} is the most.",
                hint="Ask for less at a time.",
            )
        if not 1 <= page <= MOST_PAGES:
            raise InvalidInput(f"page is {page}; it must be from 1 to {MOST_PAGES:,}.")
        if not 1 <= part <= MOST_PARTS:
            raise InvalidInput(f"part is {part}; it must be from 1 to {MOST_PARTS:,}.")
        return cls(
            path=path,
            secondary_path=secondary_path.strip(),
            question=question,
            mode=_one_of(Mode, "mode", mode),
            detail=_one_of(Detail, "detail", detail),
            region=parse_region(region) if region.strip() else WHOLE,
            page=page,
            part=part,
        )


def _one_of(kind: type[_Word], name: str, given: str) -> _Word:
    word = given.strip().lower()
    if word not in {one.value for one in kind}:
        raise InvalidInput(
            f"{name} is {given[:40]!r}; it must be one of {', '.join(one.value for one in kind)}."
        )
    return kind(word)
