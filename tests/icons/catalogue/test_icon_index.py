import threading
from pathlib import Path

import pytest

from opsin.errors import OpsinError
from opsin.icons.catalogue.building import numbered, set_rows, table_parts
from opsin.icons.catalogue.evidence import KINDS, evidence_parts, postings
from opsin.icons.catalogue.index import SET_STEP, Index
from opsin.icons.catalogue.pack import Pack, pack_bytes
from opsin.icons.catalogue.packed import PackedCatalogue
from opsin.icons.catalogue.set_file import facts
from opsin.icons.catalogue.tables import PARTS, Tables
from opsin.icons.catalogue.words import stem
from opsin.icons.icon import Body, Style
from tests.icons.catalogue.tiny import FILL, there, tiny_rows, tiny_tables
from tests.sampling import full_but_every


@pytest.fixture
def index(tmp_path: Path) -> Index:
    return Index(tiny_tables(tmp_path))


@pytest.fixture
def catalogue(tmp_path: Path) -> PackedCatalogue:
    tables = tiny_tables(tmp_path)
    return PackedCatalogue(
        "folder", tables, frozenset({"plain"}), lambda prefix, place: Body(f"{prefix} {place}")
    )


def seen(index: Index, word: str) -> dict[str, set[str]]:
    """Each glyph that the word speaks for, with the names of its kinds of evidence."""
    return {
        index.glyphs[glyph]: {kind for bit, kind in enumerate(index.kinds) if mask >> bit & 1}
        for one in index.words_of(stem(word))
        for glyph, mask in zip(*index.postings(one.number), strict=True)
    }


def test_icons_of_a_glyph_stand_together(index: Index) -> None:
    cup = index.glyph_number("cup")
    icons = [index.icon_at(number) for number in index.icons_of(cup)]
    assert [icon.id for icon in icons] == ["plain:cup", "plain:cup-20-filled", "plain:cup-filled", "emo:cup"]
    assert {icon.glyph for icon in icons} == {"cup"}
    assert list(index.glyphs) == sorted(index.glyphs)
    assert index.glyph_number("cups") == -1


def test_ids_of_icons_with_and_without_their_glyph(index: Index) -> None:
    icons = index.icons_of(index.glyph_number("cup"))
    ids = tuple(index.icon_at(number).id for number in icons)
    assert index.ids_of(icons) == index.ids_of(icons, "cup") == ids
    assert index.sizes[index.glyph_number("cup")] == len(icons)
    for number in icons:
        together = SET_STEP * index.set_numbers[number] + index.flags[number]
        assert index.sets_and_flags[number] == together


def test_an_icon_has_its_facts(index: Index) -> None:
    ring, cup, emo = (index.icon_at(index.find(*of)) for of in ((0, "ring"), (0, "cup"), (1, "cup")))
    assert (ring.animated, ring.style, cup.style) == (True, Style.NONE, Style.STROKE)
    assert (cup.aliases, cup.categories) == (("beaker", "mug"), ("Drinks", "Travel"))
    assert (emo.palette, cup.palette) == (True, False)
    assert index.icon_at(index.find(0, "gone")).hidden


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("mug", "cup"),
        ("mug-filled", "cup-filled"),
        ("forward", "arrow-right"),
        ("arrow-left", "arrow-left"),
        ("cup-24", ""),
        ("filled", ""),
        ("nowhere", ""),
    ],
)
def test_names_and_aliases_are_found(index: Index, name: str, found: str) -> None:
    number = index.find(0, name)
    assert (index.name_of(number) if number >= 0 else "") == found


def test_words_speak_for_glyphs_on_named_evidence(index: Index) -> None:
    assert seen(index, "cups") == {"cup": {"name"}}
    assert seen(index, "mugs") == {"cup": {"alias"}}
    assert seen(index, "drink") == {"cup": {"category"}}
    assert seen(index, "coffee") == {"cup": {"lucide"}}
    assert seen(index, "cafés") == {"cup": {"lucide"}}
    assert seen(index, "杯子") == {"cup": {"cldr-other"}}
    assert seen(index, "arrow") == {"arrow-left": {"name"}, "arrow-right": {"name"}}
    assert seen(index, "gone") == {}
    assert seen(index, "\ud800") == {}


def test_weights_are_the_numbers_of_glyphs(index: Index) -> None:
    for number, word in enumerate(index.vocabulary):
        glyphs, kinds = index.postings(number)
        assert index.weight(number) == len(glyphs) == len(kinds) > 0
        assert (number, word) in [tuple(one) for one in index.words_of(stem(word))]
        assert list(glyphs) == sorted(set(glyphs))


def test_aliases_lead_to_glyphs(index: Index) -> None:
    assert [index.glyphs[glyph] for glyph in index.alias_glyphs("mug")] == ["cup"]
    assert index.alias_glyphs("cup") == ()


def test_a_catalogue_resolves_ids(catalogue: PackedCatalogue) -> None:
    assert there(catalogue.icon("plain:beaker")).id == "plain:cup"
    assert there(catalogue.icon("plain:gone")).hidden
    for wrong in (
        "",
        "plain",
        "plain:",
        ":cup",
        "other:cup",
        "plain:Cup",
        "plain:cup:cup",
        "plain:\ud800",
        "plain:x",
    ):
        assert catalogue.icon(wrong) is None
        assert catalogue.body(wrong) is None


def test_a_catalogue_lists_a_set_by_name(catalogue: PackedCatalogue) -> None:
    names = [icon.name for icon in catalogue.icons("plain")]
    assert names == sorted(names)
    assert len(names) == 7
    assert catalogue.icons("other") == ()
    assert list(catalogue.sets) == ["plain", "emo"]


def test_bodies_are_asked_for_by_place(catalogue: PackedCatalogue) -> None:
    # By glyph and name: arrow-left, arrow-right, cup, cup-20-filled, cup-filled, gone, ring.
    assert catalogue.body("plain:cup-filled") == Body("plain 4")
    assert catalogue.body("plain:mug") == Body("plain 2")
    assert catalogue.body("emo:cup") is None


def test_a_body_without_extent_is_none(tmp_path: Path) -> None:
    empty = PackedCatalogue(
        "folder", tiny_tables(tmp_path), frozenset({"plain"}), lambda *_: Body("", 0, 0, 0, 9)
    )
    assert empty.body("plain:cup") is None


def test_many_threads_read_the_same(catalogue: PackedCatalogue) -> None:
    answers = []

    def read() -> None:
        answers.append(
            (catalogue.icon("plain:mug"), tuple(catalogue.index.vocabulary), len(catalogue.icons("emo")))
        )

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 8
    assert len(set(answers)) == 1


def test_the_tables_check_that_all_is_there(tmp_path: Path) -> None:
    tiny_tables(tmp_path).check()
    sets = tiny_rows()
    path = tmp_path / "half.pack"
    path.write_bytes(pack_bytes(table_parts(sets, numbered(sets), "7", KINDS)))
    with pytest.raises(OpsinError, match="lacks its part"):
        Tables(Pack(path, "")).check()


@pytest.mark.parametrize("part", full_but_every(4, PARTS))
@pytest.mark.parametrize("data", [b"", b"\x04", b"[1]", b"\xff\n\xff", b"{}"])
def test_parts_that_do_not_fit_are_errors(tmp_path: Path, part: str, data: bytes) -> None:
    whole = tiny_tables(tmp_path)
    pack = Pack(tmp_path / "tiny.pack", "Make it anew.")
    parts = {name: [pack.read(name)] for name in pack.names}
    path = tmp_path / "other.pack"
    path.write_bytes(pack_bytes({**parts, part: [data]}))
    try:
        index = Index(Tables(Pack(path, "Make it anew.")))
        for number in range(whole.about["icons"]):
            index.icon_at(number)
            index.find(0, "mug")
        for number in range(len(index.vocabulary)):
            index.postings(number)
            index.words_of("cup")
    except OpsinError as why:
        hint = why.hint
    else:
        hint = "Make it anew."
    assert hint == "Make it anew."


def test_more_sets_than_a_byte_can_count(tmp_path: Path) -> None:
    data = {"icons": {"cup": {"body": FILL}, "star": {"body": FILL}}}
    sets = [set_rows(facts(f"s{number}", {}, number, data), data, number) for number in range(300)]
    rows = numbered(sets)
    words = evidence_parts(postings(sets, rows, ()), stem)
    path = tmp_path / "many.pack"
    path.write_bytes(pack_bytes({**table_parts(sets, rows, "1", KINDS), **words}))
    tables = Tables(Pack(path, ""))
    index = Index(tables)
    for number in (0, 44, 255, 256, 299):
        assert [index.name_of(icon) for icon in tables.icons_of_set(number)] == ["cup", "star"]
        assert [tables.place_in_set(icon) for icon in tables.icons_of_set(number)] == [0, 1]
