"""What a query's filters leave out, decided from what a provider says of a picture."""

from collections import Counter
from collections.abc import Iterable

from opsin.images.hit import Hit
from opsin.images.query import LicenceFilter, Orientation, Query
from opsin.rights.licence import Family
from opsin.rights.policy import allows

NOT_STATED = "whose licence is not stated"


def keep(hit: Hit, query: Query) -> str:
    """Say why the hit is left out; empty where it is kept.

    A picture of unknown size passes neither `min_width` nor `orientation`: what was asked for could not be
    promised. A licence passes only on the provider's own statement about the picture: what is not stated does not
    pass, nor does a mere claim (`Hit.claim`).
    """
    return _width(hit, query.min_width) or _shape(hit, query.orientation) or _licence(hit, query.licence)


def told(reasons: Iterable[str]) -> str:
    """Count the reasons of what was left out: "4 left out: 3 narrower than 800 px, 1 of unknown size"."""
    counts = Counter(reason for reason in reasons if reason)
    if not counts:
        return ""
    listed = ", ".join(f"{number} {reason}" for reason, number in counts.most_common())
    return f"{counts.total()} left out: {listed}"


def shape_of(width: int, height: int) -> Orientation:
    """The shape of a picture of a known size: square from a ratio of 0.9 to one of 1.1, both included."""
    if 10 * width < 9 * height:
        return Orientation.PORTRAIT
    return Orientation.LANDSCAPE if 10 * width > 11 * height else Orientation.SQUARE


def _width(hit: Hit, least: int) -> str:
    if not least or hit.width >= least:
        return ""
    return f"narrower than {least} px" if hit.width else "of unknown size"


def _shape(hit: Hit, wanted: Orientation) -> str:
    if wanted is Orientation.ANY:
        return ""
    if not (hit.width and hit.height):
        return "of unknown size"
    return "" if shape_of(hit.width, hit.height) is wanted else f"not {wanted}"


_NOT_ALLOWED = {
    LicenceFilter.COMMERCIAL: "whose licence does not allow commercial use",
    LicenceFilter.SHARE_ALIKE: "whose licence does not allow changes that are shared and sold",
}


def _licence(hit: Hit, wanted: LicenceFilter) -> str:
    if allows(hit.licence, wanted):
        return ""
    if hit.licence.family is not Family.UNKNOWN:
        return _NOT_ALLOWED[wanted]
    return "whose licence is not clear" if hit.licence.evidence is not None else NOT_STATED
