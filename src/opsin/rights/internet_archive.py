"""The `licenseurl` of an item at the Internet Archive, as a licence record."""

from opsin.rights.agreement import unread
from opsin.rights.creative_commons import from_url
from opsin.rights.licence import Evidence, Licence
from opsin.rights.rights_statements import statement_from_url

_FIELD = "licenseurl"


def internet_archive_licence(licenseurl: str) -> Licence:
    """Read the `licenseurl` of an item (archive.org/developers/metadata-schema): the address of a licence.

    The item's `rights` is free text of whoever uploaded it, and no evidence.
    """
    stated = licenseurl.strip()
    evidence = Evidence(_FIELD, stated)
    return from_url(stated, evidence) or statement_from_url(stated, evidence) or unread(_FIELD, stated)
