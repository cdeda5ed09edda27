"""All that one search, its inspections and its downloads tell anybody, whatever way it takes out."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mcp_types import CallToolResult, TextContent

from opsin.cli import download_report, inspect_report, search_report
from opsin.errors import OpsinError
from opsin.images.cells import Search
from opsin.images.download import Download, download_images
from opsin.images.inspection import Inspection, inspect_image
from opsin.images.query import Query
from opsin.images.search import search_images
from opsin.server.answers import Answer, failure
from opsin.server.guard import bounds_for, guard
from opsin.server.tools import image_download, image_inspect, image_search
from opsin.server.wire import to_result
from opsin.services import Services, open_services
from opsin.settings import load_settings
from opsin.text import FENCE_END, FENCE_MARGIN, FENCE_START, LINE_CHARACTERS, json_text
from tests.server.hostile_web import HostileWeb

RESULTS = 16
LOOKS_LIKE_A_MARKER = re.compile(
    r"[<>«»‹›≪≫⋘⋙⫷⫸❮❯ᐸᐳ＜＞〈〉《》≺≻][\s\u0300-\u036f]*[<>«»‹›≪≫⋘⋙⫷⫸❮❯ᐸᐳ＜＞〈〉《》≺≻]"
)
FILE_NAME = re.compile(r"""[^\s<>:"'/\\|?*$`&;()\[\]{}~]+""")


@dataclass(slots=True)
class Told:
    """All that one whole job told anybody."""

    search: Search
    inspections: list[Inspection]
    downloads: list[Download]
    progress: list[str] = field(default_factory=list)
    results: list[CallToolResult] = field(default_factory=list)

    @property
    def texts(self) -> Iterator[str]:
        """What a model reads of it over MCP."""
        for result in self.results:
            assert isinstance(result.content[0], TextContent)
            yield result.content[0].text

    def reports(self, *, fenced: bool) -> list[str]:
        """What the commands print, for a terminal or for an agent in a shell."""
        return [
            "\n".join(search_report.as_lines(self.search, "sheet.jpg", fenced=fenced)),
            *("\n".join(inspect_report.as_lines(one, "x.jpg", fenced=fenced)) for one in self.inspections),
            "\n".join(download_report.as_lines(self.downloads, fenced=fenced)),
        ]

    @property
    def json(self) -> list[str]:
        """What the commands print as JSON, and the sidecars."""
        values = [
            search_report.as_json(self.search, "sheet.jpg"),
            *(inspect_report.as_json(one, "x.jpg") for one in self.inspections),
            download_report.as_json(self.downloads),
        ]
        sidecars = [Path(one.sidecar).read_text("utf-8") for one in self.downloads if one.sidecar]
        return [*map(json_text, values), *sidecars]


async def whole_job(web: HostileWeb, folder: Path, provider: str, words: str = "panda") -> Told:
    """Search, inspect and download everything, as the tools and the commands do."""
    settings = load_settings(web.environ(folder))
    progress: list[str] = []

    async def note(_done: int, _total: int, sentence: str) -> None:
        progress.append(sentence)

    async with open_services(settings) as services:
        query = Query.checked(words, count=RESULTS, provider=provider)
        search = await search_images(services, query, note)
        ids = [str(cell.id) for cell in search.cells]
        answers = [image_search.answer(search)]
        inspections = []
        for one in ids:
            try:
                inspections.append(await inspect_image(services, one))
            except OpsinError as why:
                answers.append(failure(why))
        downloads = await download_images(services, ids, on_step=note)
        answers += [*map(image_inspect.answer, inspections), image_download.answer(downloads)]
        told = Told(search, inspections, downloads, progress)
        told.results += [await sent(services, answer) for answer in answers]
    return told


async def sent(services: Services, answer: Answer) -> CallToolResult:
    return to_result(await guard(answer, bounds_for(services.settings)), structured="always")


def own_lines(text: str) -> list[str]:
    """The lines outside the fence; checks that there is at most one, that it is last, and whole."""
    lines = text.split("\n")
    assert len(text.splitlines()) == len(lines)
    assert text.count(FENCE_START) == text.count(FENCE_END) <= 1
    if FENCE_START in text:
        assert lines[-1] == FENCE_END
        start = lines.index(FENCE_START)
        for line in lines[start + 1 : -1]:
            assert line.startswith(FENCE_MARGIN)
            assert not LOOKS_LIKE_A_MARKER.search(line)
            assert len(line) <= LINE_CHARACTERS + len(FENCE_MARGIN)
        del lines[start:]
    for line in lines:
        assert len(line) <= LINE_CHARACTERS
        assert not LOOKS_LIKE_A_MARKER.search(line)
    return lines


def masked(lines: Sequence[str], folder: Path) -> list[str]:
    """Lines without what differs from one run to another: times, checksums, lengths, and the names of the files."""
    text = "\n".join(lines)
    for one in (folder.resolve(), folder):
        text = text.replace(str(one), "FOLDER")
    for name in re.findall(r"FOLDER/out/(.+?\.jpg)(?= \||$)", text, re.MULTILINE):
        assert FILE_NAME.fullmatch(name), name
        text = text.replace(f"FOLDER/out/{name}", "FILE")
    # What no licence can be read from has no or some other licence; nothing else.
    text = re.sub(r"other licence|licence unknown", "LICENCE", text)
    text = re.sub(r"(×\d+  )(?:LICENCE|\?) +", r"\1LICENCE  ", text)
    text = re.sub(r"^(licence +)\?$|(?<=bytes, )unknown$", r"\1LICENCE", text, flags=re.MULTILINE)
    text = re.sub(r"\b\d+\.\d s\b", "TIME", text)
    text = re.sub(r"\b[0-9a-f]{64}\b", "SHA", text)
    return re.sub(r"\b\d[\d.,]* (?:MB|kB|bytes)\b", "LENGTH", text).split("\n")


def own_data(result: CallToolResult, folder: Path) -> str:
    """The data that a model may read, without its fence and without what differs from one run to another."""
    data: dict[str, Any] = json.loads(json.dumps(result.structured_content or {}))
    fenced = data.pop("outside_text", "")
    assert not fenced or own_lines(fenced) == []
    for one in data.get("saved", []):
        assert FILE_NAME.fullmatch(Path(one["path"]).name)
        assert one["sidecar"] == f"{one['path']}.json"
        for name in ("path", "sidecar"):
            del one[name]
    for one in (*data.get("cells", []), *data.get("saved", [])):
        assert one["licence"] in {"unknown", "other licence"}
        for name in ("bytes", "sha256", "licence"):
            one.pop(name, None)
    return json.dumps(data).replace(str(folder), "FOLDER")


def phases(told: Told) -> set[str]:
    return {re.sub(r"\d+ of \d+ pictures? (?:is|are) (?:here|done)", "COUNT", one) for one in told.progress}


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (text for inner in value.items() for text in strings(inner))
    elif isinstance(value, list | tuple):
        yield from (text for inner in value for text in strings(inner))
