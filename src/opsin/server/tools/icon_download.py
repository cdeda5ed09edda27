"""The tool `icon_download`: picked icons become files, each with its sidecar, and a notice for their folder."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from opsin.server.answers import Answer, amount, row, sentence
from opsin.server.saved_files import PATH_CHARACTERS, elsewhere, output_schema, saved_answer, where
from opsin.server.schema import choice, text, texts, whole
from opsin.server.tools.base import Call, Hints, Tool
from opsin.server.tools.search_icons import POLICIES
from opsin.text import clean

if TYPE_CHECKING:
    from opsin.icons.saving import IconDownload

Work = Callable[..., Awaitable[Sequence["IconDownload"]]]

MOST_IDS = 64
FORMATS = ("svg", "png", "jsx", "vue", "svelte", "data-uri")
DEFAULT_POLICY = "permissive_plus_attribution"
DEADLINE_S = 19.0
"""Seconds after which the call answers with what is done: ahead of the cap on every call."""

DESCRIPTION = """\
Saves icons as files and returns the path of each: icons (lucide:rocket) or cells of search_icons (s5:3), as \
they were seen. Files land inside the server's output folder and never replace another. Beside each lies a \
sidecar with author, licence, duties and credit line; NOTICE.md holds what has to be shipped with them. What \
license_policy does not allow is refused with the reason."""

PARAMETERS = (
    texts(
        "ids",
        'Icons or cells, such as ["lucide:rocket", "s5:3"].',
        most=MOST_IDS,
        longest=260,
        parted_at=", ;\t\n",
    ),
    text(
        "dir",
        "Folder inside the output folder, such as icons.",
        default="",
        longest=200,
    ),
    choice("format", "File format, such as svg.", allowed=FORMATS, default="svg"),
    text(
        "color",
        "A CSS colour for the text's, such as teal.",
        default="",
        longest=80,
    ),
    whole(
        "size",
        "Pixels, such as 32; 0: the icon's own, 256 for png.",
        low=0,
        high=1_024,
        default=0,
    ),
    text("prefix", "What file names begin with, such as nav-.", default="", longest=60),
    choice(
        "license_policy",
        "What licences may ask, such as all for GPL too.",
        allowed=POLICIES,
        default=DEFAULT_POLICY,
    ),
)

OUTPUT_SCHEMA = output_schema("notice")


def icon_download(work: Work | None = None) -> Tool:
    """The tool.

    Args:
        work: Saves the icons; `opsin.icons.download` when None.
    """

    async def run(call: Call, values: Mapping[str, Any]) -> Answer:
        from opsin.icons.formats.made import Look

        download = work or _download_icons()
        downloads = await download(
            await call.services(),
            values["ids"],
            dir=values["dir"],
            prefix=values["prefix"],
            look=Look.checked(values["format"], values["color"], values["size"]),
            policy=values["license_policy"],
            on_step=call.progress,
            deadline_s=DEADLINE_S,
        )
        return answer(downloads, await elsewhere(call.settings))

    return Tool(
        name="icon_download",
        title="Save icons as files",
        description=DESCRIPTION,
        parameters=PARAMETERS,
        hints=Hints(read_only=False, idempotent=True),
        run=run,
        output_schema=OUTPUT_SCHEMA,
    )


def answer(downloads: Sequence["IconDownload"], note: str = "") -> Answer:
    """What the model gets of a download. It is an error only when nothing was saved and nothing is pending.

    Args:
        downloads: What came of each id.
        note: Where the files are, when that is not the folder that the setting names.
    """
    from opsin.icons.licences.closing import CLOSING

    # Of the saved files the first tells of the folder's page; there is one folder.
    first = next((one for one in downloads if one.path), None)
    notice, notice_note = (first.notice, first.notice_note) if first is not None else ("", "")
    beside = ["Beside each file, its name with .json added holds author, licence, duties and credit line."]
    if notice:
        beside.append(
            f"Ship {clean(notice, PATH_CHARACTERS)} with the icons: it holds the notices and licence texts they need."
        )
    if notice_note:
        beside.append(f"Note: {sentence(notice_note)}")
    return saved_answer(
        downloads,
        note,
        line=_saved_line,
        credit=lambda one: one.credit.text if one.credit is not None else "",
        failure=lambda error: clean(error, 600),
        again=lambda _: "Next: call icon_download again with the same ids; what is saved is not saved twice.",
        beside=[*beside, CLOSING],
        data=_data,
        page=("notice", notice),
    )


def _saved_line(one: "IconDownload") -> str:
    return row(
        one.id,
        one.icon if one.icon != one.id else "",
        where(one.path, already=one.already),
        amount(one.size_bytes),
        one.licence,
        ", ".join(one.duties) or "no duties",
        one.changes,
        sentence(one.why),
    )


def _data(one: "IconDownload") -> dict[str, Any]:
    return {
        "id": one.id,
        "icon": one.icon,
        "path": one.path,
        "sidecar": one.sidecar,
        "already": one.already,
        "format": one.format,
        "bytes": one.size_bytes,
        "sha256": one.sha256,
        "licence": one.licence,
        "duties": list(one.duties),
        "changes": one.changes,
        "why": one.why,
    }


def _download_icons() -> Work:
    from opsin.icons.download import download_icons

    return download_icons
