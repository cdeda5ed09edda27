"""The `rights` of an item at the Library of Congress, as a licence record."""

from opsin.rights.agreement import unread
from opsin.rights.licence import Evidence, Family, Licence

_FIELD = "rights"
_NO_KNOWN = frozenset(
    {
        "no known restrictions on publication",
        "no known restrictions",
        "no known copyright restrictions",
        "no known restrictions on reproduction",
    }
)
_NOT_EVALUATED = frozenset(
    {
        "rights status not evaluated",
        "rights status not evaluated. copyright may apply",
    }
)


def library_of_congress_licence(rights: str) -> Licence:
    """Read the `rights` of an item (loc.gov/legal/understanding-copyright): prose, of which a few sentences are known.

    The library states what it knows and licenses nothing. Other prose is kept as evidence, and the licence is unknown;
    so is that of an item without the field.
    """
    stated = " ".join(rights.split())
    words = stated.lower().removesuffix(".")
    for known, name in ((_NO_KNOWN, "No known restrictions"), (_NOT_EVALUATED, "Copyright not evaluated")):
        if words in known:
            return Licence(family=Family.RIGHTS_STATEMENT, name=name, evidence=Evidence(_FIELD, stated))
    return unread(_FIELD, stated)
