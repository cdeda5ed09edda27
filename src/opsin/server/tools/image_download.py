"""The tool `image_download`: picked pictures become files, each with its sidecar."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from opsin.images.query import MOST_IDS
from opsin.pixels.limits import HIGHEST_MAX_BYTES, MAX_ORIGINAL_BYTES
from opsin.server.answers import Answer, amount, row, said, sentence, size, word
from opsin.server.schema import flag, text, texts, whole
from opsin.server.tools.base import Call, Hints, Tool
from opsin.settings import Settings
from opsin.text import clean, fence
from opsin.threads import FILES

if TYPE_CHECKING:
    from opsin.images.download import Download

Work = Callable[..., Awaitable[Sequence["Download"]]]

DEADLINE_S = 21.0
"""Seconds after which the call answers with what is done: ahead of the cap on every call."""


DESCRIPTION = """\
Saves pictures of contact sheets as files, by their ids, and returns the path of each. Use it once the picks \
are made by looking at the sheet of image_search or at image_inspect. Files land inside the output folder of \
the server (dir names a folder within it), never replace another file, and get their ending from what they \
really are. Beside each lies a sidecar, such as red-panda.jpg.json, with source page, licence, credit line, \
query and checksum; CREDITS.md credits all of the folder. A file that was inspected is saved as it was seen. Where a host refuses the original, a \
smaller one is saved and called degraded. One id that fails does not fail the others. The answer comes within \
25 seconds; what is still pending then goes on when the same call is made again."""

PARAMETERS = (
    texts(
        "ids",
        'The ids of the picks as image_search gave them, such as ["s3:2", "s3:7"].',
        most=MOST_IDS,
        longest=60,
        parted_at=", ;\t\n",
    ),
    text(
        "dir",
        "Folder inside the output folder, such as pandas; empty saves into the output folder itself.",
        default="",
        longest=200,
    ),
    text("prefix", "What each file name begins with, such as hero-; empty for none.", default="", longest=60),
    whole(
        "max_bytes",
        "Largest file that is saved, in bytes, such as 5000000; a larger one fails alone.",
        low=1,
        high=HIGHEST_MAX_BYTES,
        default=MAX_ORIGINAL_BYTES,
    ),
    flag(
        "fresh",
        "Fetch again instead of saving the file that was inspected, such as after a degraded one.",
        default=False,
    ),
)

OUTPUT_SCHEMA = {
    "type": "object",
    "properties": {
        "saved": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "id": {"type": "string"},
                    "path": {"type": "string"},
                    "sidecar": {"type": "string"},
                    "licence": {"type": "string"},
                    "degraded": {"type": "boolean"},
                },
                "required": ["id", "path", "sidecar", "licence", "degraded"],
            },
        },
        "pending": {"type": "array", "items": {"type": "string"}},
        "failed": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"id": {"type": "string"}, "error": {"type": "string"}},
                "required": ["id", "error"],
            },
        },
        "credits": {"type": "string"},
        "outside_text": {"type": "string"},
    },
    "required": ["saved", "pending", "failed"],
}


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
        return answer(downloads, await FILES.run(_note, call.settings))

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
    saved = [one for one in downloads if one.path]
    pending = [one for one in downloads if one.pending]
    failed = [one for one in downloads if not one.path and not one.pending]
    outside = (
        *(f"{one.id} | credit: {clean(one.attribution, 300)}" for one in saved if one.attribution),
        *(row(word(one.id), said("its host", one.outside)) for one in downloads if one.outside),
    )
    lines = [
        f"{len(saved)} of {len(downloads)} saved.",
        *map(_saved_line, saved),
        *(f"{word(one.id)} | pending: {sentence(one.error)}" for one in pending),
        *(f"{word(one.id)} | failed: {sentence(one.error)}" for one in failed),
    ]
    if pending:
        # With all ids again, those whose hosts are silent would take the time of those behind them again.
        ids = ", ".join(word(one.id) for one in pending)
        lines.append(f"Next: call image_download again with the ids that are pending (ids={ids}).")
    if saved and note:
        lines.append(f"Note: {sentence(note)}")
    page, page_note = _credits(saved)
    if saved:
        lines.append(
            "Beside each file, its name with .json added holds source page, licence, credit and checksum."
        )
    if page:
        lines.append(f"All pictures of the folder are credited in {clean(page, 800)}.")
    if page_note:
        lines.append(f"Note: {sentence(page_note)}")
    return Answer(
        lines=tuple(lines),
        outside=outside,
        data={
            "saved": list(map(_data, saved)),
            "pending": [one.id for one in pending],
            "failed": [{"id": one.id, "error": one.error} for one in failed],
            "credits": page,
            # A client that passes on the data alone passes on the fence with it.
            "outside_text": "\n".join(fence(outside)),
        },
        error=not saved and not pending,
    )


def _credits(saved: Sequence["Download"]) -> tuple[str, str]:
    """The page that credits the folder's pictures, and why there is none."""
    return next((one.credits for one in saved), ""), next((one.credits_note for one in saved), "")


def _saved_line(one: "Download") -> str:
    licence = "licence unknown" if one.licence in {"", "unknown"} else word(one.licence)
    return row(
        one.id,
        f"{'already there' if one.already else 'saved'}: {clean(one.path, 800)}",
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


def _note(settings: Settings) -> str:
    from opsin.images.download import output_root

    return output_root(settings)[1]


def _download_images() -> Work:
    from opsin.images.download import download_images

    return download_images
