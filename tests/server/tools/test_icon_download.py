"""What a model reads of saved icons, made of plain values."""

import asyncio
from dataclasses import replace
from typing import Any, cast

import jsonschema  # type: ignore[import-untyped]
import pytest

from opsin.icons.download import DEFAULT_POLICY
from opsin.icons.formats.made import Format, Look
from opsin.icons.licences.closing import CLOSING
from opsin.icons.licences.credit import credit
from opsin.icons.licences.lists import Policy
from opsin.icons.licences.terms import terms_of
from opsin.icons.saving import IconDownload
from opsin.server.answers import Answer
from opsin.server.calls import ANSWER_WITHIN_S, answer_call
from opsin.server.tools import icon_download as tool
from opsin.server.tools.base import Call
from opsin.server.tools.icon_download import DEADLINE_S, OUTPUT_SCHEMA, answer, icon_download
from opsin.server.tools.search_icons import POLICIES
from opsin.text import FENCE_END, FENCE_START
from tests.server.stub import settings
from tests.server.tools.icons_made import ROCKET

TERMS = terms_of(ROCKET)
SAVED = IconDownload(
    "s5:3",
    "lucide:rocket",
    "/out/lucide-rocket.svg",
    "/out/lucide-rocket.svg.json",
    format="svg",
    size_bytes=487,
    sha256="ab" * 32,
    licence="ISC",
    duties=("notice",),
    terms=TERMS,
    credit=credit(ROCKET, TERMS, "recoloured in teal"),
    changes="recoloured in teal",
    notice="/out/NOTICE.md",
)
ALREADY = replace(SAVED, id="lucide:rocket", already=True)
PENDING = IconDownload("mdi:home", "mdi:home", pending=True, error="It is not done yet.")
FAILED = IconDownload(
    "lucide:rockett", error="The set lucide has no icon 'rockett'. Near to it: lucide:rocket."
)


def test_each_id_has_its_line_and_the_credit_its_fence() -> None:
    made = answer([SAVED, FAILED, ALREADY, PENDING], "The folder is another.")
    assert not made.error
    lines = made.text.split("\n")
    assert lines[:-4] == [
        "2 of 4 saved.",
        "s5:3 | lucide:rocket | saved: /out/lucide-rocket.svg | 487 bytes | ISC | notice | recoloured in teal",
        "lucide:rocket | already there: /out/lucide-rocket.svg | 487 bytes | ISC | notice | recoloured in teal",
        "mdi:home | pending: It is not done yet.",
        "lucide:rockett | failed: The set lucide has no icon 'rockett'. Near to it: lucide:rocket.",
        "Next: call icon_download again with the same ids; what is saved is not saved twice.",
        "Note: The folder is another.",
        "Beside each file, its name with .json added holds author, licence, duties and credit line.",
        "Ship /out/NOTICE.md with the icons: it holds the notices and licence texts they need.",
        CLOSING,
    ]
    assert lines[-4] == FENCE_START
    assert lines[-3].startswith("| s5:3 | credit: Icon “rocket” from Lucide by Lucide Contributors")
    assert lines[-1] == FENCE_END


@pytest.mark.parametrize(
    "downloads", [[SAVED], [ALREADY, FAILED], [PENDING], [SAVED, FAILED, PENDING]], ids=len
)
def test_every_success_fulfils_the_output_schema(downloads: list[IconDownload]) -> None:
    made = answer(downloads)
    assert not made.error
    jsonschema.validate(made.data, OUTPUT_SCHEMA)


def test_only_when_nothing_came_of_it_it_is_an_error() -> None:
    assert answer([FAILED]).error
    assert CLOSING not in answer([FAILED]).lines
    assert not answer([FAILED, PENDING]).error


def test_a_notice_that_could_not_be_written_is_told() -> None:
    note = "NOTICE.md could not be written: the disk is full."
    made = answer([replace(SAVED, notice="", notice_note=note)])
    assert f"Note: {note}" in made.lines
    assert not any("Ship" in line for line in made.lines)


def test_sixty_four_icons_fit_into_an_answer() -> None:
    long = replace(SAVED, path=f"/home/somebody/project/downloaded-images/icons/{'n' * 80}.svg")
    text = answer([replace(long, id=f"s5:{number}") for number in range(1, 65)]).text
    assert all(f"\ns5:{number} | " in text for number in range(1, 65))


def test_the_arguments_reach_the_work() -> None:
    asked: list[Any] = []

    async def work(_services: object, ids: tuple[str, ...], **values: Any) -> list[IconDownload]:
        asked.append((ids, values))
        return [SAVED]

    async def services() -> Any:
        return cast("Any", None)

    async def progress(_done: int, _total: int, _message: str) -> None:
        """Nobody asked."""

    call = Call(settings(), services, progress)
    sent = {"ids": "lucide:rocket s5:3", "dir": "ui", "format": "PNG", "color": "teal", "size": "32"}
    made: Answer = asyncio.run(answer_call(icon_download(work), sent, call))
    assert not made.error, made.text
    assert asked == [
        (
            ("lucide:rocket", "s5:3"),
            {
                "dir": "ui",
                "prefix": "",
                "look": Look(Format.PNG, "teal", 32),
                "policy": "permissive_plus_attribution",
                "on_step": progress,
                "deadline_s": DEADLINE_S,
            },
        )
    ]
    assert DEADLINE_S < ANSWER_WITHIN_S - 4


def test_the_words_of_the_schema_are_those_of_the_parts() -> None:
    """They are written down twice, because the list of tools loads none of the parts."""
    assert tuple(Format) == tool.FORMATS
    assert tuple(Policy) == POLICIES
    assert tool.DEFAULT_POLICY == DEFAULT_POLICY
