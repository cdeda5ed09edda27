"""The Python API: the functions that the server's tools and the command line call, for programs.

`Eyes` keeps connections and the store open between calls. `opsin.at_once` opens and closes them each time.
"""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from os import PathLike
from types import TracebackType
from typing import TYPE_CHECKING, Self

from opsin.images.cells import Search
from opsin.images.compared import Comparison
from opsin.images.download import Download
from opsin.images.inspection import Inspection
from opsin.images.query import Query
from opsin.images.search import OnProgress
from opsin.opening import open_services
from opsin.pixels.limits import MAX_ORIGINAL_BYTES
from opsin.services import Services
from opsin.settings import Settings, load_settings
from opsin.store.ids import CellId, Ids, texts_of

if TYPE_CHECKING:
    from opsin.icons.cells import ShownIcons
    from opsin.icons.saving import IconDownload
    from opsin.vision.report import Report


class Eyes:
    """Search for pictures and icons, inspect, download, and look at local images, from an asynchronous program.

    Use it as an asynchronous context manager:

        async with opsin.Eyes() as eyes:
            found = await eyes.search_images("red panda")

    Args:
        settings: The settings; those of the environment and the configuration file when None.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or load_settings()
        self._stack = AsyncExitStack()
        self._services: Services | None = None

    async def __aenter__(self) -> Self:
        if self._services is not None:
            raise RuntimeError("These Eyes are open already; each `async with` needs Eyes of its own.")
        self._services = await self._stack.enter_async_context(open_services(self.settings))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._services = None
        await self._stack.aclose()

    @property
    def services(self) -> Services:
        """The open parts; it raises RuntimeError where the eyes are not open."""
        if self._services is None:
            raise RuntimeError("Eyes are closed: use `async with opsin.Eyes() as eyes`.")
        return self._services

    async def search_images(
        self,
        query: str = "",
        *,
        count: int = 9,
        page: int = 1,
        safe: str = "moderate",
        license: str = "any",  # noqa: A002 - the tool's parameter has this name
        min_width: int = 0,
        orientation: str = "any",
        provider: str = "auto",
        like: str | CellId = "",
        describe: bool = False,
        progress: OnProgress | None = None,
    ) -> Search:
        """Search the web for pictures and draw them on one numbered contact sheet.

        Args:
            query: What the pictures should show.
            count: Cells of the sheet, 1 to 16.
            page: Further results of the same query, from 1.
            safe: off, moderate or strict.
            license: any, commercial (may be used and sold) or share-alike (may be changed and passed on).
            min_width: Least width of the original, in pixels.
            orientation: any, square, landscape or portrait.
            provider: One provider by name, all for all at once, or auto.
            like: Id of a result: the same provider is asked, by its title where no query is given, and what is found is
                ordered by likeness to its picture.
            describe: Say of each cell what it shows: a model of this machine does, or else opsin as well as it can.
            progress: Told how many pictures are ready.

        Raises:
            InvalidInput: a value cannot be used.
            NothingServed: no provider brought a picture; `offline` says whether there seems to be no network.
        """
        from opsin.images.search import search_images as work

        asked = Query.checked(
            query,
            count=count,
            page=page,
            safe=safe,
            licence=license,
            min_width=min_width,
            orientation=orientation,
            provider=provider,
            like=str(like),
        )
        search = await work(self.services, asked, progress)
        if not describe:
            return search
        from opsin.describing import describe_search

        return await describe_search(self.services, search, within_s=None, progress=progress)

    async def inspect_image(
        self,
        id: str | CellId,  # noqa: A002 - the tool's name for it
        region: str = "",
        *,
        describe: bool = False,
    ) -> Inspection:
        """Fetch one cell's original and show it at up to the canvas's size, or a region of it from close by.

        Args:
            id: An id such as s3:4, as text or as a cell has it.
            region: `x,y,w,h` as fractions of the picture, such as 0.5,0,0.5,0.5.
            describe: Say what it shows, as `search_images` does.

        Raises:
            UnknownId, ExpiredId: the id names no cell, or no longer does.
            InvalidInput: the region is not of that form.
            WebError, PictureError: the picture could not be had.
        """
        from opsin.images.inspection import inspect_image as work

        inspection = await work(self.services, str(id), region)
        if not describe:
            return inspection
        from opsin.describing import describe_inspection

        return await describe_inspection(self.services, inspection, within_s=None)

    async def compare_images(
        self,
        ids: Ids,
        region: str = "",
        *,
        describe: bool = False,
        progress: OnProgress | None = None,
    ) -> Comparison:
        """Show two to four pictures side by side at one size, and say what differs.

        Args:
            ids: Ids of pictures or icons, such as s3:2.
            region: The same part of each, `x,y,w,h` as fractions, such as 0.5,0,0.5,0.5.
            describe: Say of each what it shows, as `search_images` does.
            progress: Told how many are here.

        Raises:
            InvalidInput: there are too few or too many ids, or the region is not of that form.
            OpsinError: nothing of any of them could be had.
        """
        from opsin.comparing import compare_images as work

        comparison = await work(self.services, texts_of(ids), region, progress=progress)
        if not describe:
            return comparison
        from opsin.describing import describe_comparison

        return await describe_comparison(self.services, comparison, within_s=None, progress=progress)

    async def download_images(
        self,
        ids: Ids,
        *,
        dir: str = "",  # noqa: A002 - the tool's parameter has this name
        prefix: str = "",
        max_bytes: int = MAX_ORIGINAL_BYTES,
        fresh: bool = False,
        progress: OnProgress | None = None,
    ) -> list[Download]:
        """Save originals under the output folder, each with a sidecar that says where it comes from.

        Args:
            ids: Ids such as s3:2.
            dir: Folder inside the output folder.
            prefix: Put before each file's name.
            max_bytes: Largest file that is saved.
            fresh: Fetch again instead of saving the very file that was inspected.
            progress: Told how many files are done.

        Raises:
            PathRefused: the folder leads outside the output folder.
            InvalidInput: a value cannot be used.
        """
        from opsin.images.download import download_images as work

        return await work(
            self.services,
            texts_of(ids),
            dir=dir,
            prefix=prefix,
            max_bytes=max_bytes,
            fresh=fresh,
            on_step=progress,
        )

    async def search_icons(
        self,
        keywords: str | Sequence[str],
        *,
        limit: int = 12,
        license_policy: str = "permissive",
        sets: Sequence[str] = (),
        style: str = "any",
        palette: str = "any",
        animated: str = "any",
        exclude_logos: bool = False,
        same_set: bool = False,
        describe: bool = False,
        progress: OnProgress | None = None,
    ) -> "ShownIcons":
        """Search for icons whose licence is allowed and draw them on one numbered contact sheet, one a glyph.

        Args:
            keywords: 1 to 5 words or phrases, the most relevant first.
            limit: The most icons, 1 to 64.
            license_policy: permissive, permissive_plus_attribution (adds CC-BY) or all (adds copyleft).
            sets: Prefixes of the only sets to look in, such as lucide.
            style: any, stroke or fill.
            palette: Whether they have colours of their own: any, yes or no.
            animated: Whether they move: any, yes or no.
            exclude_logos: Leave out brands even where a keyword names one.
            same_set: The keywords are different things; give the sets that have the most of them.
            describe: Say of each cell what it shows, as `search_images` does.
            progress: Told how far the search is.

        Raises:
            InvalidInput: a value cannot be used.
            NoIconsFound, IconifyError: there is nothing to show, or the Iconify API was to search and does not serve.
        """
        from opsin.icons.query import IconQuery
        from opsin.icons.showing import search_icons as work

        query = IconQuery.checked(
            keywords,
            limit=limit,
            policy=license_policy,
            sets=sets,
            style=style,
            palette=palette,
            animated=animated,
            exclude_logos=exclude_logos,
            same_set=same_set,
        )
        shown = await work(self.services, query, progress)
        if not describe:
            return shown
        from opsin.describing import describe_icons

        return await describe_icons(self.services, shown, within_s=None, progress=progress)

    async def download_icons(
        self,
        ids: Ids,
        *,
        dir: str = "",  # noqa: A002 - the tool's parameter has this name
        prefix: str = "",
        format: str = "svg",  # noqa: A002 - the tool's parameter has this name
        color: str = "",
        size: int = 0,
        license_policy: str = "permissive_plus_attribution",
        progress: OnProgress | None = None,
    ) -> "list[IconDownload]":
        """Save icons under the output folder, each with a sidecar, and a NOTICE.md for the folder.

        Args:
            ids: Icons such as lucide:rocket, or cells of a sheet such as s5:3.
            dir: Folder inside the output folder.
            prefix: Put before each file's name.
            format: svg, png, jsx, vue, svelte or data-uri.
            color: A CSS colour in place of the text's colour; empty keeps that.
            size: Height in pixels, 8 to 1024; 0 for that of the icon's grid, and 256 for png.
            license_policy: What licences may ask; for a cell of a sheet its search's policy holds where it allows more.
            progress: Told how many are saved.

        Raises:
            PathRefused, InvalidInput: the folder leads outside the output folder, or a value cannot be used.
        """
        from opsin.icons.download import download_icons as work
        from opsin.icons.formats.made import Look

        return await work(
            self.services,
            texts_of(ids),
            dir=dir,
            prefix=prefix,
            look=Look.checked(format, color, size),
            policy=license_policy,
            on_step=progress,
        )

    async def look_at_image(
        self,
        path: str | PathLike[str] | CellId,
        *,
        secondary_path: str | PathLike[str] | CellId = "",
        question: str = "",
        mode: str = "ui",
        detail: str = "standard",
        region: str = "",
        page: int = 1,
        part: int | None = None,
        progress: OnProgress | None = None,
    ) -> "Report":
        """Look at an image of this machine and report what is on it, in text. It waits for the whole report.

        Args:
            path: A file inside the folders whose images may be read, an id such as s3:4, or `latest:FOLDER`.
            secondary_path: A second one; both are compared.
            question: What to find out, 2,000 characters at most.
            mode: ui, ocr (text to the letter) or general.
            detail: fast or standard.
            region: `x,y,w,h` as fractions of the image, such as 0.5,0,0.5,0.5.
            page: Page of a document, or frame of an animation.
            part: Part of a long text, as the tool gives it; all of the text when None.
            progress: Told what the work is at.

        Raises:
            InvalidInput: a value cannot be used.
            VisionRefused, PictureError: it may not or cannot be read, or nothing could look at it.
            UnknownId, ExpiredId, WebError: the picture of an id could not be had.
        """
        from opsin.pictures_of_ids import open_id
        from opsin.vision.look import look as work
        from opsin.vision.request import Look

        async def on_step(told: str) -> None:
            if progress is not None:
                await progress(0, 1, told)

        asked = Look.checked(
            str(path),
            secondary_path=str(secondary_path),
            question=question,
            mode=mode,
            detail=detail,
            region=region,
            page=page,
            part=1 if part is None else part,
        )
        return await work(self.services, asked, open_id=open_id, on_step=on_step, by_parts=part is not None)
