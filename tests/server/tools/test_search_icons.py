"""What a model reads of a search for icons, made of plain values."""

import asyncio
import json
from dataclasses import replace
from typing import Any, cast

import pytest

from opsin.icons.cells import ShownIcons
from opsin.icons.licences.closing import CLOSING
from opsin.icons.query import IconQuery
from opsin.icons.search.found import Found, SetChoice, Suggestion
from opsin.server.answers import UNSEEN
from opsin.server.calls import answer_call
from opsin.server.guard import Bounds, guard
from opsin.server.tools.base import Call
from opsin.server.tools.search_icons import answer, search_icons
from opsin.server.wire import to_result
from opsin.text import FENCE_END, FENCE_START
from tests.injections import INJECTIONS
from tests.server.stub import dot, settings
from tests.server.tools.icons_made import EMOJI, HOUSE, ROCKET, cell, icon_of_set, shown


def call() -> Call:
    async def services() -> Any:
        return cast("Any", None)

    async def progress(_done: int, _total: int, _message: str) -> None:
        """Nobody asked."""

    return Call(settings(), services, progress)


def test_each_icon_has_its_line_and_each_set_its_licence_once() -> None:
    hidden = {"CC-BY-4.0: needs license_policy=permissive_plus_attribution": 3}
    found = Found(
        (), 2, hidden, {"style": 2}, suggestions=(Suggestion("deply", "deply", ("deploy",), corrected=True),)
    )
    made = answer(shown([ROCKET, HOUSE, EMOJI], found=found))
    assert made.text.split("\n") == [
        "Search 5: 3 icons for “rocket”, “deploy” (license_policy=permissive).",
        "One line per icon: number | sheet id | id | set | SPDX | duties | matched | why.",
        "1 | s5:1 | lucide:rocket | Lucide | ISC | notice | matched: rocket | why: name is 'rocket' | +1 variant",
        "2 | s5:2 | lucide:house | Lucide | ISC | notice | matched: rocket | why: name is 'rocket' | +1 variant",
        (
            "3 | s5:3 | noto:rocket | Noto Emoji | Apache-2.0 | notice | matched: rocket | why: name is 'rocket' | "
            "+1 variant, coloured"
        ),
        "Licences of the sets:",
        "lucide: Lucide by Lucide Contributors, ISC, https://github.com/lucide-icons/lucide/blob/main/LICENSE",
        "noto: Noto Emoji by Google Inc, Apache-2.0, https://noto.example/LICENSE",
        "Searched in the catalogue inside opsin, Iconify data 2.2.535.",
        (
            "license_policy=permissive hides 3 icons that match: "
            "3 × CC-BY-4.0: needs license_policy=permissive_plus_attribution."
        ),
        "Left out by other parameters: 2 × style.",
        "“deply” was read as deploy.",
        "Note: A note.",
        (
            "preview_url of set:name is https://api.iconify.design/{set}/{name}.svg, download_url the same with "
            "?download=1; ship saved files, not such links."
        ),
        "The sheet is saved as /state/sheets/s5.jpg. Every field of each icon is in /state/sheets/s5.json.",
        UNSEEN,
        "Next: icon_download (ids=s5:1 or lucide:rocket) saves the picks with licence, credit and NOTICE.md.",
        CLOSING,
    ]
    assert made.picture == b"jpeg"
    assert not made.outside


@pytest.mark.parametrize("kind", ["embedded", "api"])
def test_sixty_four_icons_of_as_many_sets_fit_whole_into_an_answer(kind: str) -> None:
    many = shown([icon_of_set(number) for number in range(64)], kind=kind)
    many = replace(
        many,
        cells=tuple(
            replace(
                one,
                matched_keywords=("deployment", "launching pad"),
                why=("tag 'deployment' of lucide, tabler, carbon",) * 4,
                variants=("material-symbols:rocket-launch-outline-rounded",) * 24,
                variant_count=142,
            )
            for one in many.cells
        ),
    )
    made = answer(many)
    assert len(made.text) <= 10_000
    assert made.text.count("\n") < 200
    guarded = asyncio.run(guard(replace(made, picture=dot()), Bounds()))
    assert guarded.text == made.text
    assert guarded.data is not None
    assert len(json.dumps(made.data, ensure_ascii=False)) <= 140_000
    for one in guarded.data["cells"]:
        assert one["credit"]["text"].endswith("LICENSE.md); unchanged")
    for number in (1, 64):
        assert f"\n{number} | s5:{number} | " in made.text


def test_words_of_sets_stand_in_the_fence_where_they_are_not_our_own() -> None:
    lines: list[list[str]] = []
    for evil in ("Plain", *INJECTIONS.values()):
        about = replace(ROCKET.set, name=evil, author=evil, licence_title=evil)
        made = answer(shown([replace(ROCKET, set=about)], kind="api"))
        text = made.text.split("\n")
        assert text[-1] == FENCE_END
        assert text.count(FENCE_END) == 1
        lines.append(text[: text.index(FENCE_START)])
        result = to_result(made, structured="always")
        assert result.structured_content is not None
        told = result.structured_content["cells"][0]
        assert not {"set", "author", "license", "credit"} & set(told)
        assert told["id"] == "lucide:rocket"
    assert all(own == lines[0] for own in lines)


def test_data_has_every_field_of_the_contract() -> None:
    result = to_result(answer(shown([ROCKET])))
    assert result.meta is not None
    (one,) = result.meta["opsin/cells"]
    assert set(one) >= {
        "id", "name", "set", "author", "license", "download_url", "preview_url", "matched_keywords", "credit",
    }  # fmt: skip
    assert set(one["license"]) >= {
        "spdx", "title", "url", "attribution_required", "copyleft", "notice_required", "credit_required",
        "share_alike", "trademark",
    }  # fmt: skip
    assert set(one["credit"]) == {"text", "html", "markdown", "svg_comment"}
    assert result.structured_content is None


def test_what_a_set_of_one_style_lacks_is_told() -> None:
    choice = SetChoice("lucide", (), ("gondola",))
    made = answer(shown([ROCKET], found=Found((), 1, {}, {}, same_set=(choice,))))
    assert "Set lucide has 0 of 1 (numbers 1); it lacks gondola." in made.lines


def test_a_cell_without_a_picture_and_a_sheet_that_was_not_saved_are_told() -> None:
    failed = cell(1, ROCKET, failed="its drawing is not at hand")
    made = answer(shown([], cells=(failed,), sheet_path="", json_path=""))
    assert "no picture: its drawing is not at hand" in made.lines[2]
    assert "The sheet could not be saved." in made.lines


@pytest.mark.parametrize(
    ("sent", "keywords"),
    [
        (["rocket", "deploy"], ("rocket", "deploy")),
        ('["rocket", "deploy"]', ("rocket", "deploy")),
        ("rocket, deploy", ("rocket", "deploy")),
        ("undo what I just did", ("undo what I just did",)),
    ],
)
def test_the_query_is_made_of_the_arguments(sent: Any, keywords: tuple[str, ...]) -> None:
    asked: list[IconQuery] = []

    async def work(_services: object, query: IconQuery, _progress: Any) -> ShownIcons:
        asked.append(query)
        return shown([ROCKET])

    values = {
        "keywords": sent,
        "limit": "24",
        "license_policy": "ALL",
        "sets": "lucide tabler",
        "same_set": "yes",
    }
    made = asyncio.run(answer_call(search_icons(work), values, call()))
    assert not made.error, made.text
    assert asked == [
        IconQuery.checked(keywords, limit=24, policy="all", sets=("lucide", "tabler"), same_set=True)
    ]


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"keywords": []},
        {"keywords": ["a", "b", "c", "d", "e", "f"]},
        {"keywords": "rocket", "limit": 65},
        {"keywords": "rocket", "license_policy": "any"},
        {"keywords": "rocket", "sets": ["not a prefix!"]},
        {"keyword": "rocket"},
    ],
)
def test_what_cannot_be_is_told_and_nothing_runs(sent: dict[str, Any]) -> None:
    async def work(_services: object, _query: IconQuery, _progress: Any) -> ShownIcons:
        raise AssertionError("it ran")

    made = asyncio.run(answer_call(search_icons(work), sent, call()))
    assert made.error
    assert len(made.text) < 600
