"""Why a provider is not asked for a query at all: nothing that it could answer would be of use."""

from opsin.images.providers.base import Provider
from opsin.images.query import LicenceFilter, Orientation, Query, Safe


def why_unfit(provider: Provider, query: Query) -> str:
    """Say which filter none of the provider's pictures could pass; empty where it may be asked."""
    can, own = provider.capabilities, provider.terms.own_licence
    if query.safe is Safe.STRICT and query.safe not in can.safe:
        return "it cannot keep to safe=strict"
    if own and query.licence is not LicenceFilter.ANY:
        return f"all its pictures are under the {own}, which no licence filter lets through"
    if not can.sizes and (query.min_width or query.orientation is not Orientation.ANY):
        return "it states no sizes, which min_width and orientation need"
    return ""
