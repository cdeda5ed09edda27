"""The catalogue inside opsin: names and facts of every set, drawings of the leading permissive ones."""

from functools import lru_cache
from pathlib import Path

from opsin.icons.catalogue.bodies import Bodies
from opsin.icons.catalogue.pack import Pack
from opsin.icons.catalogue.packed import PackedCatalogue
from opsin.icons.catalogue.tables import Tables

DATA = Path(__file__).parents[1] / "data"
CATALOGUE, BODIES = "catalogue.pack", "bodies.pack"
_REMEDY = "Install opsin anew, or let OPSIN_ICONIFY_JSON name a folder of @iconify/json."


@lru_cache(maxsize=1)
def open_embedded() -> PackedCatalogue:
    """The catalogue inside opsin, opened once. What a call does not need is not read.

    Raises:
        OpsinError: Its files are missing or damaged.
    """
    return open_packs(DATA)


def open_packs(folder: Path) -> PackedCatalogue:
    """The catalogue of a folder that `scripts/build_catalogue.py` has written.

    Raises:
        OpsinError: Its files are missing or damaged.
    """
    tables = Tables(Pack(folder / CATALOGUE, _REMEDY))
    bodies = Bodies(Pack(folder / BODIES, _REMEDY))
    return PackedCatalogue("embedded", tables, bodies.prefixes, bodies.at)
