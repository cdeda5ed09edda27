"""The tool `image_download`: picked pictures become files, each with its sidecar."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from opsin.images.query import MOST_IDS
from opsin.pixels.limits import HIGHEST_MAX_BYTES, MAX_ORIGINAL_BYTES
from opsin.server.answers import Answer, amount, row, sentence, size, word
from opsin.server.saved_files import PATH_CHARACTERS, elsewhere, output_schema, saved_answer, where
from opsin.server.schema import flag, text, texts, whole
from opsin.server.tools.base import Call, Hints, Tool
from opsin.text import clean

if TYPE_CHECKING:
    from opsin.images.download import Download

Work = Callable[..., Awaitable[Sequence["Download"]]]

DEADLINE_S = 21.0
"""Seconds after which the call answers with what is done: ahead of the cap on every call."""


DESCRIPTION = """\
Saves cells of image_search as files and returns the path of each. Use it once the picks are made by \
looking. Files land inside the server's output folder and never replace another. Beside each lies a sidecar \
with source, licence and credit line; CREDITS.md credits the folder. Where a host refuses the original, a \
smaller one is saved and called degraded. What is pending goes on when the same call is made again."""

PARAMETERS = (
    texts(
        "ids",
        'Ids of image_search, such as ["s3:2", "s3:7"].',
        most=MOST_IDS,
        longest=60,
        parted_at=", ;\t\n",
    ),
    text(
        "dir",
        "Folder inside the output folder, such as pandas.",
        default="",
        longest=200,
    ),
    text("prefix", "What file names begin with, such as hero-.", default="", longest=60),
    whole(
        "max_bytes",
        "Largest file in bytes, such as 5000000.",
        low=1,
        high=HIGHEST_MAX_BYTES,
        default=MAX_ORIGINAL_BYTES,
    ),
    flag(
        "fresh",
        "Fetch anew what was inspected, such as a degraded one.",
        default=False,
    ),
)

OUTPUT_SCHEMA = output_schema("credits")


def image_download(work: Work | None = None) -> Tool:
    """The tool.

    Args:
        work: Fetches and saves; `opsin.images.download` when None.
    """

    async def run(call: Call, values: Mapping[str, Any]) -> Answer:
        download = work or _download_images()
        downloads = await download(
            await call.services(),
            values["ids"],
            dir=values["dir"],
            prefix=values["prefix"],
            max_bytes=values["max_bytes"],
            fresh=values["fresh"],
            on_step=call.progress,
            deadline_s=DEADLINE_S,
        )
        return answer(downloads, await elsewhere(call.settings))

    return Tool(
        name="image_download",
        title="Save pictures as files",
        description=DESCRIPTION,
        parameters=PARAMETERS,
        # A second call can save more: what was pending, or what a host now sends to a fresh fetch.
        hints=Hints(read_only=False, idempotent=False),
        run=run,
        output_schema=OUTPUT_SCHEMA,
    )


def answer(downloads: Sequence["Download"], note: str = "") -> Answer:
    """What the model gets of a download. It is an error only when nothing was saved and nothing is pending.

    Args:
        downloads: What came of each id.
        note: Where the files are, when that is not the folder that the setting names.
    """
    # Of the saved files the first tells of the folder's page; there is one folder.
    first = next((one for one in downloads if one.path), None)
    page, page_note = (first.credits, first.credits_note) if first is not None else ("", "")
    beside = ["Beside each file, its name with .json added holds source page, licence, credit and checksum."]
    if page:
        beside.append(f"All pictures of the folder are credited in {clean(page, PATH_CHARACTERS)}.")
    if page_note:
        beside.append(f"Note: {sentence(page_note)}")
    return saved_answer(
        downloads,
        note,
        line=_saved_line,
        credit=lambda one: one.attribution,
        failure=sentence,
        again=_again,
        beside=beside,
        data=_data,
        page=("credits", page),
    )


def _again(pending: Sequence["Download"]) -> str:
    # With all ids again, those whose hosts are silent would take the time of those behind them again.
    ids = ", ".join(word(one.id) for one in pending)
    return f"Next: call image_download again with the ids that are pending (ids={ids})."


def _saved_line(one: "Download") -> str:
    licence = "licence unknown" if one.licence in {"", "unknown"} else word(one.licence)
    return row(
        one.id,
        where(one.path, already=one.already),
        f"{size(one.width, one.height)} {one.format.upper()}",
        amount(one.size_bytes),
        licence,
        f"degraded: a {one.rendition} stands in for the original" if one.degraded else "",
        sentence(one.why),
    )


def _data(one: "Download") -> dict[str, Any]:
    return {
        "id": one.id,
        "path": one.path,
        "sidecar": one.sidecar,
        "already": one.already,
        "width": one.width,
        "height": one.height,
        "format": one.format,
        "bytes": one.size_bytes,
        "sha256": one.sha256,
        "licence": one.licence or "unknown",
        "degraded": one.degraded,
        "rendition": one.rendition,
        "why": one.why,
    }


def _download_images() -> Work:
    from opsin.images.download import download_images

    return download_images
