"""What a licence filter lets through: a short closed list, decided from the record alone."""

from opsin.rights.licence import Family, Licence, Permission

_FREE = frozenset({Family.CC0, Family.PUBLIC_DOMAIN})


def allows(licence: Licence, wish: str) -> bool:
    """Say whether a picture under this licence may pass the filter.

    "commercial" lets through what may be used and sold: CC0, public domain, BY, BY-SA, BY-ND. "share-alike"
    lets through what may be changed and passed on under the same terms: CC0, public domain, BY, BY-SA.
    NonCommercial, unknown, and licences outside these families (the GFDL, say, whose whole text must go along)
    pass neither. "any" lets everything through, unknown included.

    Args:
        licence: The record, read from a provider's statement.
        wish: "any", "commercial" or "share-alike".
    """
    if wish == "any":
        return True
    if licence.family in _FREE:
        return True
    if licence.family is not Family.CC or licence.commercial is not Permission.YES:
        return False
    return wish == "commercial" or (wish == "share-alike" and licence.modify is Permission.YES)
