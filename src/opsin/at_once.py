"""The Python API for programs that are not asynchronous: each function opens everything, does its work and closes."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeVar

from opsin.api import Eyes
from opsin.errors import InvalidInput
from opsin.images.cells import Search
from opsin.images.compared import Comparison
from opsin.images.download import Download
from opsin.images.inspection import Inspection
from opsin.settings import Settings
from opsin.store.ids import CellId, Ids

if TYPE_CHECKING:
    from opsin.icons.cells import ShownIcons
    from opsin.icons.saving import IconDownload
    from opsin.vision.report import Report

_Result = TypeVar("_Result")


def search_images(query: str = "", *, settings: Settings | None = None, **options: Any) -> Search:
    """`Eyes.search_images` for programs that are not asynchronous; the same options."""
    return _at_once(settings, lambda eyes: eyes.search_images(query, **options))


def inspect_image(
    id: str | CellId,  # noqa: A002
    region: str = "",
    *,
    settings: Settings | None = None,
    **options: Any,
) -> Inspection:
    """`Eyes.inspect_image` for programs that are not asynchronous; the same options."""
    return _at_once(settings, lambda eyes: eyes.inspect_image(id, region, **options))


def compare_images(
    ids: Ids, region: str = "", *, settings: Settings | None = None, **options: Any
) -> Comparison:
    """`Eyes.compare_images` for programs that are not asynchronous; the same options."""
    return _at_once(settings, lambda eyes: eyes.compare_images(ids, region, **options))


def download_images(ids: Ids, *, settings: Settings | None = None, **options: Any) -> list[Download]:
    """`Eyes.download_images` for programs that are not asynchronous; the same options."""
    return _at_once(settings, lambda eyes: eyes.download_images(ids, **options))


def search_icons(
    keywords: str | Sequence[str], *, settings: Settings | None = None, **options: Any
) -> "ShownIcons":
    """`Eyes.search_icons` for programs that are not asynchronous; the same options."""
    return _at_once(settings, lambda eyes: eyes.search_icons(keywords, **options))


def download_icons(ids: Ids, *, settings: Settings | None = None, **options: Any) -> "list[IconDownload]":
    """`Eyes.download_icons` for programs that are not asynchronous; the same options."""
    return _at_once(settings, lambda eyes: eyes.download_icons(ids, **options))


def look_at_image(
    path: str | PathLike[str] | CellId, *, settings: Settings | None = None, **options: Any
) -> "Report":
    """`Eyes.look_at_image` for programs that are not asynchronous; the same options."""
    return _at_once(settings, lambda eyes: eyes.look_at_image(path, **options))


def _at_once(settings: Settings | None, work: Callable[[Eyes], Coroutine[Any, Any, _Result]]) -> _Result:
    if _is_in_a_loop():
        raise InvalidInput(
            "This function waits for its result, and cannot do so inside a running event loop (a coroutine, a notebook).",
            hint="There, `async with opsin.Eyes() as eyes:` has the same functions to await, such as `await eyes.search_images(…)`.",
        )

    async def run() -> _Result:
        async with Eyes(settings) as eyes:
            return await work(eyes)

    return asyncio.run(run())


def _is_in_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
