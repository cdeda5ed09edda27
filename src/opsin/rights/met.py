"""The Metropolitan Museum of Art's `isPublicDomain`, as a licence record."""

from opsin.rights.agreement import unread
from opsin.rights.creative_commons import cc_zero
from opsin.rights.licence import UNKNOWN, Evidence, Licence

_FIELD = "isPublicDomain"


def met_licence(is_public_domain: object) -> Licence:
    """Read the `isPublicDomain` of an object: true alone is evidence.

    The museum gives its pictures of works in the public domain under CC0 (metmuseum.org, Open Access policy). What
    is false may still be under terms that the answer does not give: it is unknown.
    """
    if is_public_domain is True:
        return cc_zero("", Evidence(_FIELD, "true"))
    return unread(_FIELD, "false") if is_public_domain is False else UNKNOWN
