"""The licence that a picture's own metadata states, with the field as evidence; unknown where it states none."""

import re

from opsin.pixels.metadata import Metadata
from opsin.rights.creative_commons import from_url
from opsin.rights.licence import UNKNOWN, Evidence, Licence, all_rights_reserved

_RESERVED = re.compile(r"\ball rights reserved\b", re.IGNORECASE)


def licence_of(metadata: Metadata) -> Licence:
    """Read the licence: an address of Creative Commons, or a copyright line that reserves all rights.

    Where both are there they contradict each other, and nothing is known. The plain name of an owner is no licence.
    """
    address, line = metadata.licence_url, metadata.rights
    stated = from_url(address, Evidence("the file's metadata (licence)", address)) if address else None
    if _RESERVED.search(line):
        return UNKNOWN if stated else all_rights_reserved(Evidence("the file's metadata (copyright)", line))
    return stated or UNKNOWN
