"""What every catalogue of icons offers, wherever its data comes from."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from opsin.icons.catalogue.index import Index
from opsin.icons.icon import Body, Icon, IconSet


class Catalogue(Protocol):
    """All icons of one source of data. Its methods may be called from any thread.

    Attributes:
        source: "embedded" or "folder".
        data_version: The version of the data, as its publisher counts it.
        sets: Every set by its prefix, hidden ones too, in Iconify's order.
        bodies: Prefixes of the sets whose drawings are there, but for near copies.
        index: What a search reads.
        skipped: What of the data could not be used, as sentences for a person.
    """

    @property
    def source(self) -> str: ...  # noqa: D102
    @property
    def data_version(self) -> str: ...  # noqa: D102
    @property
    def sets(self) -> Mapping[str, IconSet]: ...  # noqa: D102
    @property
    def bodies(self) -> frozenset[str]: ...  # noqa: D102
    @property
    def index(self) -> Index: ...  # noqa: D102
    @property
    def skipped(self) -> tuple[str, ...]: ...  # noqa: D102

    def icon(self, icon_id: str) -> Icon | None:
        """The icon of an id such as `lucide:rocket`, hidden ones too. An alias gives the icon that it stands for.

        Raises:
            OpsinError: The data cannot be read.
        """

    def icons(self, prefix: str) -> Sequence[Icon]:
        """All icons of a set, hidden ones too, by their names; none for an unknown set."""

    def body(self, icon_id: str) -> Body | None:
        """The drawing of an id; None where there is no such icon, or its drawing is not here."""
