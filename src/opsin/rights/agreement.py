"""Whether several statements about one picture say the same, and the record where they do not."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from opsin.rights.licence import UNKNOWN, Evidence, Family, Licence

_VERSION = re.compile(r" \d[\d.]*\+?(?: [A-Z]+)?$")


def contradict(readings: Sequence[Licence]) -> bool:
    """Say whether two of the readings name different terms. A missing version or port is no difference."""
    return any(_terms(reading) != _terms(readings[0]) for reading in readings[1:])


def contradiction(stated: Mapping[str, str], restrictions: tuple[str, ...] = ()) -> Licence:
    """Build the record where statements contradict each other: nothing is certain, so it is unknown.

    Args:
        stated: The fields and their values; empty ones are left out.
        restrictions: Limits beside copyright, which hold whatever the licence is.
    """
    told = " / ".join(f"{name}={value}" for name, value in stated.items() if value)
    return replace(UNKNOWN, restrictions=restrictions, evidence=Evidence("contradiction", told))


def unread(field: str, value: str) -> Licence:
    """Build the record of a statement that names no licence that is known here: unknown, with what was said."""
    return replace(UNKNOWN, evidence=Evidence(field, value)) if value.strip() else UNKNOWN


def _terms(licence: Licence) -> tuple[object, ...]:
    """What two readings of one picture must agree on. CC0 and public domain allow the same."""
    if licence.family in {Family.CC0, Family.PUBLIC_DOMAIN}:
        return ("no copyright",)
    if licence.family is Family.CC:
        return (licence.family, licence.commercial, licence.modify, licence.share_alike)
    return (licence.family, _VERSION.sub("", licence.name))
