"""The catalogue that opsin carries, as it is."""

import hashlib
import json
import os
import random
from collections import Counter
from pathlib import Path

import pytest
from scripts.catalogue.drawn_sets import DRAWN_SETS, PERMISSIVE, DrawnSet

from opsin.errors import OpsinError
from opsin.icons.catalogue.embedded import BODIES, CATALOGUE, DATA, open_embedded, open_packs
from opsin.icons.catalogue.flags import HIDDEN
from opsin.icons.catalogue.packed import PackedCatalogue
from opsin.icons.catalogue.set_file import is_name
from opsin.icons.catalogue.words import stem
from opsin.icons.icon import Body, Style
from tests.icons.catalogue.tiny import there
from tests.sampling import full_but_every

WITH_AN_EMPTY_DRAWING = {"thesvg-color"}
"""Sets in whose count is one icon with a drawing of no size, which is left out."""

SOURCE = os.environ.get("OPSIN_ICON_DATA", "")
MANIFEST = json.loads((DATA / "catalogue.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def catalogue() -> PackedCatalogue:
    return open_embedded()


def test_all_icons_of_all_sets_are_there(catalogue: PackedCatalogue) -> None:
    assert len(catalogue.sets) == 238
    assert sum(one.total for one in catalogue.sets.values()) == 379_454
    assert [one.order for one in catalogue.sets.values()] == list(range(238))
    index = catalogue.index
    visible = Counter(
        number for number, flags in zip(index.set_numbers, index.flags, strict=True) if not flags & HIDDEN
    )
    for number, one in enumerate(catalogue.sets.values()):
        counted = 0 if one.hidden else one.total - (one.prefix in WITH_AN_EMPTY_DRAWING)
        assert visible[number] == counted, one.prefix
    assert catalogue.icon("thesvg-color:logitech-g") is None


def test_every_set_has_its_facts(catalogue: PackedCatalogue) -> None:
    for prefix, one in catalogue.sets.items():
        assert prefix == one.prefix
        assert is_name(prefix)
        assert all((one.name, one.author, one.spdx, one.licence_title)), prefix
    assert sum(one.hidden for one in catalogue.sets.values()) == 16
    assert sum(one.archived for one in catalogue.sets.values()) == 30
    assert sum(one.palette for one in catalogue.sets.values()) == 43


def test_the_data_version_is_told(catalogue: PackedCatalogue) -> None:
    assert catalogue.source == "embedded"
    assert catalogue.data_version == "2.2.535"
    assert catalogue.skipped == ()


@pytest.mark.parametrize(
    ("icon_id", "name", "glyph", "style"),
    [
        ("lucide:rocket", "rocket", "rocket", Style.STROKE),
        ("lucide:home", "house", "house", Style.STROKE),
        (
            "material-symbols:rocket-launch-outline-rounded",
            "rocket-launch-outline-rounded",
            "rocket-launch",
            Style.FILL,
        ),
        ("ic:baseline-home", "baseline-home", "home", Style.FILL),
        ("fluent:rocket-24-filled", "rocket-24-filled", "rocket", Style.FILL),
        ("mdi:account-outline", "account-outline", "account", Style.FILL),
        ("fa:align-right", "align-right", "align-right", Style.FILL),
    ],
)
def test_icons_by_id(catalogue: PackedCatalogue, icon_id: str, name: str, glyph: str, style: Style) -> None:
    icon = there(catalogue.icon(icon_id))
    assert (icon.name, icon.glyph, icon.style, icon.hidden) == (name, glyph, style, False)


def test_palettes_animations_and_hidden_icons(catalogue: PackedCatalogue) -> None:
    assert there(catalogue.icon("twemoji:rocket")).palette
    assert not there(catalogue.icon("lucide:rocket")).palette
    assert there(catalogue.icon("svg-spinners:90-ring")).animated
    assert there(catalogue.icon("feather:home")).hidden
    assert there(catalogue.icon("simple-icons:vuedotjs")).name == "vuedotjs"


def test_every_id_leads_back_to_its_icon(catalogue: PackedCatalogue) -> None:
    index = catalogue.index
    for number in random.Random(3).sample(range(len(index.set_numbers)), 2_000):
        icon = index.icon_at(number)
        assert is_name(icon.name)
        assert index.find(index.set_numbers[number], icon.name) == number
        for alias in icon.aliases:
            assert catalogue.icon(f"{icon.set.prefix}:{alias}") == icon


@pytest.mark.parametrize("prefix", full_but_every(6, [one.prefix for one in DRAWN_SETS]))
def test_a_drawn_set_may_be_passed_on_and_has_its_drawings(catalogue: PackedCatalogue, prefix: str) -> None:
    assert catalogue.sets[prefix].spdx in PERMISSIVE
    assert not catalogue.sets[prefix].hidden
    names = [icon.name for icon in catalogue.icons(prefix)]
    drawn_set = next(one for one in DRAWN_SETS if one.prefix == prefix)
    kept = [name for name in names if not drawn_set.leaves_out(name, names)]
    assert len(kept) > len(names) / 2
    bodies = [there(catalogue.body(f"{prefix}:{name}")) for name in random.Random(1).sample(kept, 25)]
    assert all(body.markup.startswith("<") and body.width > 0 for body in bodies)
    assert prefix in (DATA / "THIRD_PARTY_ICONS.md").read_text(encoding="utf-8")


def test_near_copies_are_left_out_and_never_what_they_are_copies_of(catalogue: PackedCatalogue) -> None:
    for left_out, other in (
        ("fluent:rocket-48-filled", "fluent:rocket-24-filled"),
        ("ph:rocket-thin", "ph:rocket"),
        ("ion:rocket-sharp", "ion:rocket"),
        ("fluent-emoji-flat:waving-hand-dark", "fluent-emoji-flat:waving-hand"),
    ):
        assert catalogue.icon(left_out)
        assert (catalogue.body(left_out), bool(catalogue.body(other))) == (None, True), left_out
    one = DrawnSet("set", near=(("-48", "-24"), ("-48", "")))
    assert [one.leaves_out(name, {"a-24", "b"}) for name in ("a-48", "b-48", "c-48", "a-24")] == [
        True,
        True,
        False,
        False,
    ]


def test_drawings_are_of_the_leading_sets_and_no_others(catalogue: PackedCatalogue) -> None:
    assert catalogue.bodies == {one.prefix for one in DRAWN_SETS}
    assert {"fluent-color", "flat-color-icons", "meteocons", "fluent-emoji-flat"} < catalogue.bodies
    assert not catalogue.bodies & {"hugeicons", "ri", "simple-icons", "logos", "vscode-icons"}
    assert catalogue.body("game-icons:rocket") is None


def test_the_files_are_small_and_those_of_the_manifest() -> None:
    assert set(MANIFEST["files"]) == {CATALOGUE, BODIES, "THIRD_PARTY_ICONS.md"}
    for name, known in MANIFEST["files"].items():
        data = (DATA / name).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (known["bytes"], known["sha256"]), name
    assert MANIFEST["files"][BODIES]["bytes"] <= 8_000_000
    assert sum(known["bytes"] for known in MANIFEST["files"].values()) < 10_500_000


def test_sources_are_named_with_their_licences() -> None:
    text = (DATA / "THIRD_PARTY_ICONS.md").read_text(encoding="utf-8")
    for source in MANIFEST["sources"]:
        if source["use"] == "tags":
            assert f"**{source['package']}** {source['version']}, {source['licence']}." in text
    for licence in ("### MIT", "### Apache-2.0", "UNICODE LICENSE", "ISC License", "Cole Bemis"):
        assert licence in text


@pytest.mark.parametrize(
    ("word", "glyph"), [("rockets", "rocket"), ("rakete", "rocket"), ("火箭", "rocket"), ("bin", "trash")]
)
def test_words_lead_to_glyphs(catalogue: PackedCatalogue, word: str, glyph: str) -> None:
    index = catalogue.index
    number = index.glyph_number(glyph)
    assert any(number in index.postings(one.number)[0] for one in index.words_of(stem(word)))


@pytest.mark.parametrize("name", [CATALOGUE, BODIES])
def test_a_missing_file_says_what_to_do(tmp_path: Path, name: str) -> None:
    for other in {CATALOGUE, BODIES} - {name}:
        (tmp_path / other).write_bytes((DATA / other).read_bytes())
    with pytest.raises(OpsinError, match=name) as caught:
        open_packs(tmp_path)
    assert "Install opsin anew" in caught.value.hint


@pytest.mark.full
@pytest.mark.skipif(not SOURCE, reason="OPSIN_ICON_DATA names no node_modules with @iconify/json")
def test_a_thousand_drawings_are_those_of_the_source(catalogue: PackedCatalogue) -> None:
    choice = random.Random(2)
    prefixes = sorted(catalogue.bodies)
    drawn = {one.prefix: one for one in DRAWN_SETS}
    names = {prefix: {icon.name for icon in catalogue.icons(prefix)} for prefix in prefixes}
    wanted = Counter(choice.choices(prefixes, [catalogue.sets[one].total for one in prefixes], k=1_000))
    for prefix, count in wanted.items():
        path = Path(SOURCE) / "@iconify" / "json" / "json" / f"{prefix}.json"
        data = json.loads(path.read_text(encoding="utf-8"))
        for name in choice.choices(sorted(data["icons"]), k=count):
            entry = {key: data[key] for key in ("left", "top", "width", "height") if key in data}
            entry |= data["icons"][name]
            box = (entry.get("left", 0), entry.get("top", 0), entry.get("width", 16), entry.get("height", 16))
            there_is = None if drawn[prefix].leaves_out(name, names[prefix]) else Body(entry["body"], *box)
            assert catalogue.body(f"{prefix}:{name}") == there_is
