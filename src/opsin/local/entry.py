"""What the index holds of one picture: what is shown of it, and the words that it is found by."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Any

from opsin.local.colours import colour_words
from opsin.local.index_words import index_text, joined
from opsin.local.kinds import WORDS, Form, Kind, kinds_of
from opsin.local.licences import licence_of
from opsin.local.sidecars import Beside
from opsin.local.survey import Survey
from opsin.local.walking import Stamp
from opsin.pixels.metadata import Metadata
from opsin.rights.licence import UNKNOWN, Family, Licence

COLUMNS = (
    "title",
    "keywords",
    "name",
    "kinds",
    "colours",
    "caption",
    "written",
    "creator",
    "dates",
    "folder",
    "accents",
)
"""The columns of words. `written` is the text that was read in the picture; it comes later."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a result tells of a picture.

    Attributes:
        title: What its file or its sidecar calls it; empty where neither does: outside text, as the creator is.
        page: The page that it was downloaded from.
        credit: The line that credits it.
        problem: Why nothing but its name is known; empty where more is, or where it was not read yet.
    """

    title: str = ""
    creator: str = ""
    width: int = 0
    height: int = 0
    mime: str = ""
    page: str = ""
    credit: str = ""
    licence: Licence = UNKNOWN
    problem: str = ""

    def to_json(self) -> dict[str, Any]:
        """As JSON values; what is empty is left out."""
        told = {
            name: value
            for name in ("title", "creator", "width", "height", "mime", "page", "credit", "problem")
            if (value := getattr(self, name))
        }
        known = self.licence.family is not Family.UNKNOWN
        return {**told, **({"licence": self.licence.to_json()} if known else {})}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Shown":
        """Read back what `to_json` wrote."""
        licence = Licence.from_json(told["licence"]) if "licence" in told else UNKNOWN
        return cls(**{**told, "licence": licence})


@dataclass(frozen=True, slots=True)
class Entry:
    """One picture.

    Attributes:
        day: When it was taken, or else changed, in seconds since 1970.
        shown: What a result tells of it.
        kinds: What it probably is.
        words: The words of each of `COLUMNS` that has any.
    """

    day: float
    shown: Shown = field(default_factory=Shown)
    kinds: tuple[Kind, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)


def entry_of(
    path: str,
    stamp: Stamp,
    survey: Survey | None = None,
    beside: Beside | None = None,
    *,
    root_name: str = "",
    problem: str = "",
) -> Entry:
    """Make the entry of a picture.

    Args:
        path: Its path from the root.
        stamp: Its stamp.
        survey: What its file is and says; None where it was not read, or cannot be.
        beside: What its sidecar says.
        root_name: The name of the root's own folder.
        problem: Why it could not be read.
    """
    place = PurePath(path)
    folders = (root_name, *place.parts[:-1])
    said = survey.metadata if survey is not None else Metadata()
    own = beside or Beside()
    form = (
        Form(survey.width, survey.height, survey.format.value, survey.animated)
        if survey is not None
        else None
    )
    kinds = kinds_of(place.name, folders, form, said)
    main, accents = colour_words(dict(survey.colours)) if survey is not None else ("", "")
    taken = _taken(said.taken)
    day = taken if taken is not None else stamp.changed / 1e9
    words = {
        "title": index_text(said.title, own.title),
        "keywords": index_text(*said.keywords, own.query),
        "name": index_text(place.stem),
        "kinds": index_text(
            *(WORDS[one] for one in kinds), survey.format.value if survey is not None else place.suffix
        ),
        "colours": index_text(main),
        "caption": index_text(said.caption, said.place, said.camera, said.software),
        "creator": index_text(said.creator, own.creator),
        "dates": _date_words(day),
        "folder": index_text(*folders),
        "accents": index_text(accents),
    }
    stated = licence_of(said)
    shown = Shown(
        title=own.title or said.title,
        creator=own.creator or said.creator,
        width=survey.width if survey is not None else 0,
        height=survey.height if survey is not None else 0,
        mime=survey.format.mime if survey is not None else "",
        page=own.page,
        credit=own.credit,
        licence=own.licence if own.licence.family is not Family.UNKNOWN else stated,
        problem=problem,
    )
    return Entry(day, shown, kinds, {name: text for name, text in words.items() if text})


def _taken(told: str) -> float | None:
    """The time that the file states, in seconds since 1970. It is local to whoever took it: this machine's zone stands in."""
    try:
        return datetime.fromisoformat(told).timestamp() if told else None
    except (ValueError, OverflowError, OSError):
        return None


def _date_words(day: float) -> str:
    try:
        # Local time: "march" is what the clock on the wall said.
        when = datetime.fromtimestamp(day, UTC).astimezone()
    except (ValueError, OverflowError, OSError):
        return ""
    return joined([when.strftime("%Y"), _MONTHS[when.month - 1], index_text(_MONTHS[when.month - 1][:3])])


_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
