"""What may lie in the folders after a process was killed, and what must not."""

import json
import re
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from opsin.images.credits_page import MARK
from opsin.images.credits_page import NAME as CREDITS
from opsin.store.ids import parse_id
from opsin.store.records import SearchRow
from opsin.store.sqlite import Store
from tests.survival.query_results import is_original, original_of

LEFT_OVER = re.compile(r"\.opsin-[0-9a-f]{16}\.part")
"""The one file that a process may leave in the output folder when it is killed; it is taken out a day later."""

SHEET_LEFT_OVER = re.compile(r"\..*\.part")
"""The same beside the store, where sheets are saved."""

DATABASE = "opsin.db"


def judge_output(folder: Path) -> list[Path]:
    """Check that every file under a final name is whole, and return what was left over.

    A picture has an original's bytes and decodes to its end; a sidecar is whole JSON about the file beside it; a page of
    credits is whole, though it may not know of the last files yet.
    """
    left_over = []
    for path in _files(folder):
        if LEFT_OVER.fullmatch(path.name):
            left_over.append(path)
        elif path.name == CREDITS:
            judge_credits(path)
        elif path.suffix == ".json":
            told = json.loads(path.read_bytes())
            beside = path.with_suffix("")
            assert told["sha256"] == sha256(beside.read_bytes()).hexdigest(), path
        else:
            data = path.read_bytes()
            assert is_original(data), f"{path} has {len(data)} bytes of no original"
            _decode(data)
    return left_over


def judge_credits(page: Path) -> list[str]:
    """Check that a page of credits is whole, and return the files that it credits."""
    text = page.read_text(encoding="utf-8")
    assert text.startswith(MARK)
    assert text.endswith("-->\n"), page
    return [name for line in text.splitlines() for name in re.findall(r"^- \[.*?\]\((\S+?)\): ", line)]


def judge_saved(downloads: Sequence[Mapping[str, Any]], given: Mapping[str, str]) -> None:
    """Check that what each id was saved as is its original, with its sidecar.

    Args:
        downloads: What the command line says of the downloads.
        given: The title that each id was given out with.
    """
    assert [one["id"] for one in downloads] == list(given)
    for one in downloads:
        assert not one["degraded"]
        assert Path(one["path"]).read_bytes() == original_of(given[one["id"]])
        told = json.loads(Path(one["sidecar"]).read_bytes())
        assert told["title"] == given[told["id"]] == given[one["id"]]


def judge_sheets(state: Path) -> list[Path]:
    """Check that every sheet is whole and belongs to a search, and return what was left over."""
    left_over = []
    with Store.open(state / DATABASE) as store:
        for path in _files(state / "sheets"):
            if SHEET_LEFT_OVER.fullmatch(path.name):
                left_over.append(path)
            else:
                _decode(path.read_bytes())
                assert store.search(int(path.stem.removeprefix("s"))).entries
    return left_over


def judge_store(state: Path, given: Mapping[str, str]) -> dict[int, SearchRow]:
    """Check that the store opens, is sound, and that ids name what they were given out for; return its searches.

    Args:
        state: The folder of the store.
        given: The title that each id was given out with.
    """
    file = state / DATABASE
    if not file.exists():
        assert not given
        return {}
    # The first to open the file brings it back in order, as any server would.
    with Store.open(file) as store:
        assert store.stats().path == file
        for id_text, title in given.items():
            assert store.entry(parse_id(id_text)).data["title"] == title
        assert not store.in_memory
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        numbers = [row[0] for row in connection.execute("SELECT number FROM searches")]
    with Store.open(file) as store:
        searches = {number: store.search(number) for number in numbers}
    for row in searches.values():
        assert row.entries
        assert all(entry["title"].startswith(row.query["text"]) for entry in row.entries), row
    return searches


def titles(cells: Collection[Mapping[str, Any]]) -> dict[str, str]:
    """The title of each id, from the cells of an answer."""
    return {cell["id"]: cell["title"] for cell in cells}


def _decode(data: bytes) -> None:
    with Image.open(BytesIO(data)) as image:
        image.load()


def _files(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield from sorted(path for path in folder.rglob("*") if path.is_file())
