"""The `usage.access` of a Smithsonian Open Access media file, as a licence record."""

from opsin.rights.agreement import unread
from opsin.rights.creative_commons import cc_zero
from opsin.rights.licence import Evidence, Licence

_FIELD = "usage.access"


def smithsonian_licence(access: str) -> Licence:
    """Read the `usage.access` of one media file (edan.si.edu/openaccess): "CC0" alone is a licence.

    A file without it, or with other conditions of use, is unknown: not all that a search brings is open.
    """
    stated = access.strip()
    return cc_zero("", Evidence(_FIELD, stated)) if stated.upper() == "CC0" else unread(_FIELD, stated)
