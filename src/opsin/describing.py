"""What the cells of a sheet show, in words, for those who cannot see the sheet.

It stands above pictures, icons and vision, and joins them.
"""

from dataclasses import replace
from functools import partial

from opsin.icons.cells import ShownIcons
from opsin.images.cells import Search
from opsin.images.compared import Comparison
from opsin.images.inspection import Inspection
from opsin.pictures_of_ids import open_id
from opsin.services import Services
from opsin.vision.glance.looking import OnProgress, describe_pictures

SECONDS = 12.0
"""Seconds that describing a sheet may take where somebody waits for the answer."""


async def describe_search(
    services: Services,
    search: Search,
    *,
    within_s: float | None = SECONDS,
    progress: OnProgress | None = None,
) -> Search:
    """Give the search with the description of each cell, of the thumbnail that is on the sheet.

    Args:
        services: The settings, the store, the way to model servers, and the work that goes on after an answer.
        search: The search.
        within_s: Seconds that it may take; None waits for all of it.
        progress: Told how many are described.
    """
    loads = [partial(_as_it_is, cell.picture) if cell.picture else None for cell in search.cells]
    described, notes = await describe_pictures(services, loads, within_s, progress)
    cells = tuple(
        replace(cell, description=one.text, described_by=one.by)
        for cell, one in zip(search.cells, described, strict=True)
    )
    return replace(search, cells=cells, notes=(*search.notes, *notes))


async def describe_icons(
    services: Services,
    shown: ShownIcons,
    *,
    within_s: float | None = SECONDS,
    progress: OnProgress | None = None,
) -> ShownIcons:
    """Give the search for icons with the description of each cell, drawn from what is kept with its id."""
    loads = [None if cell.failed else partial(_icon, services, str(cell.id)) for cell in shown.cells]
    described, notes = await describe_pictures(services, loads, within_s, progress)
    cells = tuple(
        replace(cell, description=one.text, described_by=one.by)
        for cell, one in zip(shown.cells, described, strict=True)
    )
    return replace(shown, cells=cells, notes=(*shown.notes, *notes))


async def describe_inspection(
    services: Services,
    inspection: Inspection,
    *,
    within_s: float | None = SECONDS,
    progress: OnProgress | None = None,
) -> Inspection:
    """Give the inspected picture with its description: of what is shown of it, the region if one was asked for."""
    loads = [partial(_as_it_is, inspection.picture)]
    (one,), notes = await describe_pictures(services, loads, within_s, progress, alone=True)
    return replace(inspection, description=one.text, described_by=one.by, notes=(*inspection.notes, *notes))


async def describe_comparison(
    services: Services,
    comparison: Comparison,
    *,
    within_s: float | None = SECONDS,
    progress: OnProgress | None = None,
) -> Comparison:
    """Give the comparison with the description of what is shown of each picture."""
    loads = [partial(_as_it_is, one.picture) if one.picture else None for one in comparison.pictures]
    described, notes = await describe_pictures(services, loads, within_s, progress)
    pictures = tuple(
        replace(one, description=told.text, described_by=told.by)
        for one, told in zip(comparison.pictures, described, strict=True)
    )
    return replace(comparison, pictures=pictures, notes=(*comparison.notes, *notes))


async def _as_it_is(data: bytes) -> bytes:
    return data


async def _icon(services: Services, id: str) -> bytes:  # noqa: A002
    return (await open_id(services, id))[1]
