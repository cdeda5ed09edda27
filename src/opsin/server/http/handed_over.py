"""Downloads over HTTP: nothing is written on the server, the files go to the caller with the answer."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from opsin.pixels.limits import MAX_ORIGINAL_BYTES
from opsin.server.answers import Answer, AnswerFile, amount, row, sentence, size, word
from opsin.server.saved_files import saved_answer
from opsin.server.schema import whole
from opsin.server.tools import icon_download, image_download
from opsin.server.tools.base import Call, Hints, Tool
from opsin.text import clean

if TYPE_CHECKING:
    from opsin.icons.saving import IconDownload
    from opsin.images.download import Download
    from opsin.paths.parcel import Parcel

ROOM = 600_000
"""Characters that the files of one answer may take, of the 900,000 of the whole."""

_HINTS = Hints(read_only=True, idempotent=True)
_BESIDE = (
    "Each file follows as an embedded resource. Where each comes from, licence, credit and checksum are in the "
    "result's _meta, under opsin/downloads."
)
_VERB = "handed over"

IMAGES_ABOUT = """\
Hands over pictures of contact sheets by their ids, as embedded resources with the files themselves. Use it once \
the picks are made by looking. Source page, licence and credit line come along. A file too large for an answer is \
handed over as a reduced copy that is said to be one. Where a host refuses the original, a smaller one comes and is \
called degraded. What is pending comes when the call is made again with those ids."""

ICONS_ABOUT = """\
Hands over icons as embedded resources with the files themselves. ids are icons (lucide:rocket) or cells of \
search_icons (s5:3), as they were seen. Use it once the picks are made by looking. Author, duties and credit line \
come along; NOTICE.md holds what has to be shipped with them. What license_policy does not allow is refused with \
the reason, NonCommercial always. An unknown id is answered with near names."""


def image_download_by_answer(work: Callable[..., Awaitable[Sequence["Download"]]] | None = None) -> Tool:
    """The tool `image_download` without a disk.

    Args:
        work: Fetches and packs; `opsin.images.download` when None.
    """

    async def run(call: Call, values: Mapping[str, Any]) -> Answer:
        from opsin.images.download import download_images
        from opsin.paths.parcel import Parcel

        parcel = Parcel(ROOM)
        downloads = await (work or download_images)(
            await call.services(),
            values["ids"],
            prefix=values["prefix"],
            max_bytes=values["max_bytes"],
            fresh=values["fresh"],
            on_step=call.progress,
            deadline_s=image_download.DEADLINE_S,
            parcel=parcel,
        )
        return _images_answer(downloads, parcel)

    largest = whole(
        "max_bytes",
        "Largest file that is fetched, in bytes.",
        low=1,
        high=MAX_ORIGINAL_BYTES,
        default=MAX_ORIGINAL_BYTES,
    )
    plain = image_download.image_download()
    parameters = (
        largest if one.name == largest.name else one for one in plain.parameters if one.name != "dir"
    )
    return replace(
        plain,
        title="Get pictures",
        description=IMAGES_ABOUT,
        parameters=tuple(parameters),
        hints=_HINTS,
        run=run,
        output_schema=None,
    )


def icon_download_by_answer(work: Callable[..., Awaitable[Sequence["IconDownload"]]] | None = None) -> Tool:
    """The tool `icon_download` without a disk.

    Args:
        work: Makes and packs the icons; `opsin.icons.download` when None.
    """

    async def run(call: Call, values: Mapping[str, Any]) -> Answer:
        from opsin.icons.download import download_icons
        from opsin.icons.formats.made import Look
        from opsin.paths.parcel import Parcel

        parcel = Parcel(ROOM)
        downloads = await (work or download_icons)(
            await call.services(),
            values["ids"],
            prefix=values["prefix"],
            look=Look.checked(values["format"], values["color"], values["size"]),
            policy=values["license_policy"],
            on_step=call.progress,
            deadline_s=icon_download.DEADLINE_S,
            parcel=parcel,
        )
        return _icons_answer(downloads, parcel)

    plain = icon_download.icon_download()
    return replace(
        plain,
        title="Get icons",
        description=ICONS_ABOUT,
        parameters=tuple(one for one in plain.parameters if one.name != "dir"),
        hints=_HINTS,
        run=run,
        output_schema=None,
    )


def _images_answer(downloads: Sequence["Download"], parcel: "Parcel") -> Answer:
    answer = saved_answer(
        downloads,
        "",
        line=_image_line,
        credit=lambda one: one.attribution,
        failure=sentence,
        again=lambda pending: _again("image_download", [one.id for one in pending]),
        beside=[_BESIDE],
        data=_with_sidecar(parcel),
        page=("credits", ""),
        verb=_VERB,
    )
    return replace(answer, files=_files(parcel))


def _icons_answer(downloads: Sequence["IconDownload"], parcel: "Parcel") -> Answer:
    from opsin.icons.licences.closing import CLOSING

    first = next((one for one in downloads if one.path), None)
    notice = [first.notice_note] if first is not None and first.notice_note else []
    if first is not None and first.notice:
        notice = [
            f"Ship {first.notice} with the icons: it holds the notices and licence texts that they need."
        ]
    answer = saved_answer(
        downloads,
        "",
        line=_icon_line,
        credit=lambda one: one.credit.text if one.credit is not None else "",
        failure=lambda error: clean(error, 600),
        again=lambda pending: _again("icon_download", [one.id for one in pending]),
        beside=[_BESIDE, *notice, CLOSING],
        data=_with_sidecar(parcel),
        page=("notice", first.notice if first is not None else ""),
        verb=_VERB,
    )
    return replace(answer, files=_files(parcel))


def _image_line(one: "Download") -> str:
    licence = "licence unknown" if one.licence in {"", "unknown"} else word(one.licence)
    return row(
        one.id,
        one.path,
        f"{size(one.width, one.height)} {one.format.upper()}",
        amount(one.size_bytes),
        licence,
        f"degraded: a {one.rendition} stands in for the original" if one.degraded else "",
        sentence(one.why),
    )


def _icon_line(one: "IconDownload") -> str:
    return row(
        one.id,
        one.icon if one.icon != one.id else "",
        one.path,
        amount(one.size_bytes),
        one.licence,
        ", ".join(one.duties) or "no duties",
        one.changes,
        sentence(one.why),
    )


def _again(tool: str, ids: Sequence[str]) -> str:
    return f"Next: call {tool} again with the ids that are pending (ids={', '.join(map(word, ids))})."


def _with_sidecar(parcel: "Parcel") -> Callable[["Download | IconDownload"], dict[str, Any]]:
    sidecars = {file.name: file for file in parcel.files}

    def data(one: "Download | IconDownload") -> dict[str, Any]:
        file = sidecars[one.path]
        return {
            "id": one.id,
            "name": one.path,
            "uri": _uri(file.id, file.name),
            "mime": file.mime,
            "bytes": one.size_bytes,
            "sha256": one.sha256,
            "sidecar": file.sidecar,
        }

    return data


def _files(parcel: "Parcel") -> tuple[AnswerFile, ...]:
    return tuple(
        AnswerFile(_uri(file.id, file.name), file.mime, file.data, as_text=_is_text(file.mime))
        for file in parcel.files
    )


def _is_text(mime: str) -> bool:
    """Whether an agent that writes the file itself needs it as text."""
    return mime.startswith("text/") or mime == "image/svg+xml"


def _uri(id: str, name: str) -> str:  # noqa: A002
    return f"opsin://download/{quote(id or 'page', safe='')}/{quote(name, safe='')}"
