import asyncio
import os
import sys
import threading
import time
from pathlib import Path

import pytest

from opsin.errors import OpsinError
from opsin.icons.catalogue.embedded import open_embedded
from opsin.icons.catalogue.folder import INDEXING, open_folder
from opsin.icons.catalogue.packed import PackedCatalogue
from opsin.icons.catalogue.words import stem
from opsin.icons.icon import Body
from tests.icons.catalogue.tiny import (
    COLOURS,
    EMOJI,
    FILL,
    PLAIN,
    PLAIN_INFO,
    there,
    write_json,
    write_single,
    write_whole,
)

SOURCE = os.environ.get("OPSIN_ICON_DATA", "")


def words_for(catalogue: PackedCatalogue, word: str) -> set[str]:
    index = catalogue.index
    return {
        index.glyphs[glyph] for one in index.words_of(stem(word)) for glyph in index.postings(one.number)[0]
    }


def test_a_whole_folder_is_read_in_its_order(tmp_path: Path) -> None:
    catalogue = open_folder(write_whole(tmp_path / "json-package"), tmp_path / "cache")
    assert (catalogue.source, catalogue.data_version) == ("folder", "9.9.9")
    assert list(catalogue.sets) == ["emo", "plain"]
    assert catalogue.bodies == {"emo", "plain"}
    assert there(catalogue.icon("plain:mug")).id == "plain:cup"
    assert catalogue.body("emo:cup") == Body(COLOURS, 0, 0, 16, 16)
    assert catalogue.body("plain:cup-20-filled") == Body(FILL, 0, 0, 20, 20)
    assert there(catalogue.body("plain:forward")).markup.startswith("<g transform=")
    assert words_for(catalogue, "mugs") == {"cup"}
    assert catalogue.skipped == ()


@pytest.mark.full
@pytest.mark.parametrize(
    "below", ["", "node_modules", "node_modules/@iconify/json", "node_modules/@iconify-json"]
)
def test_any_way_of_naming_it_leads_there(tmp_path: Path, below: str) -> None:
    modules = tmp_path / "project" / "node_modules"
    if below.endswith("@iconify/json"):
        write_whole(modules / "@iconify" / "json")
    else:
        write_single(modules / "@iconify-json" / "plain", PLAIN, PLAIN_INFO)
        write_single(modules / "@iconify-json" / "emo", EMOJI, EMOJI["info"])
    catalogue = open_folder(tmp_path / "project" / below, tmp_path / "cache")
    assert set(catalogue.sets) == {"plain", "emo"}
    assert catalogue.sets["plain"].spdx == "MIT"


def test_a_single_package_has_its_version(tmp_path: Path) -> None:
    catalogue = open_folder(write_single(tmp_path / "plain", PLAIN, PLAIN_INFO), tmp_path / "cache")
    assert catalogue.data_version == "1.0.7"
    assert list(catalogue.sets) == ["plain"]
    assert catalogue.sets["plain"].version == "1.2.0"


def test_files_without_a_list_of_collections_say_their_facts_themselves(tmp_path: Path) -> None:
    write_json(tmp_path / "data" / "json" / "emo.json", EMOJI)
    catalogue = open_folder(tmp_path / "data", tmp_path / "cache")
    assert catalogue.sets["emo"].spdx == "CC0-1.0"


def test_the_tags_inside_opsin_hold_for_its_glyphs(tmp_path: Path) -> None:
    data = {"prefix": "own", "icons": {"rocket": {"body": FILL}}}
    catalogue = open_folder(write_single(tmp_path / "own", data, {"name": "Own"}), tmp_path / "cache")
    assert words_for(catalogue, "launch") == {"rocket"}
    assert words_for(catalogue, "火箭") == {"rocket"}


@pytest.mark.parametrize("prefix", ["plan", "catalogue", "con", "about"])
def test_no_prefix_is_special(tmp_path: Path, prefix: str) -> None:
    data = {**EMOJI, "prefix": prefix}
    catalogue = open_folder(write_single(tmp_path / "one", data, EMOJI["info"]), tmp_path / "cache")
    assert catalogue.body(f"{prefix}:cup") == Body(COLOURS, 0, 0, 16, 16)


def test_broken_files_are_left_out_and_told(tmp_path: Path) -> None:
    root = write_whole(tmp_path / "data")
    info = {"name": "X"}
    collections = {
        "cut": info,
        "list": info,
        "none": info,
        "deep": info,
        "lie": info,
        "plain": PLAIN_INFO,
        "gone": info,
    }
    write_json(root / "collections.json", collections)
    (root / "json" / "cut.json").write_text('{"prefix": "cut", "icons": {', encoding="utf-8")
    write_json(root / "json" / "list.json", [1])
    write_json(root / "json" / "none.json", {"prefix": "none", "icons": {}})
    (root / "json" / "deep.json").write_text("[" * 200_000, encoding="utf-8")
    write_json(root / "json" / "lie.json", {**EMOJI, "prefix": "plain"})
    catalogue = open_folder(root, tmp_path / "cache")
    assert list(catalogue.sets) == ["plain"]
    assert [line.split("'")[1] for line in catalogue.skipped] == ["cut", "list", "none", "deep", "lie"]
    assert open_folder(root, tmp_path / "cache").skipped == catalogue.skipped


def test_a_broken_list_of_collections_is_told(tmp_path: Path) -> None:
    root = write_whole(tmp_path / "data")
    (root / "collections.json").write_text("{", encoding="utf-8")
    catalogue = open_folder(root, tmp_path / "cache")
    assert set(catalogue.sets) == {"plain", "emo"}
    assert catalogue.skipped == ("collections.json beside the sets was left out: no JSON.",)


def test_a_folder_without_sets_says_what_to_name(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        with pytest.raises(OpsinError, match="holds no icon sets") as caught:
            open_folder(folder, tmp_path / "cache")
        assert "node_modules" in caught.value.hint


def test_a_folder_with_nothing_usable_says_so(tmp_path: Path) -> None:
    write_json(tmp_path / "data" / "json" / "a.json", {})
    with pytest.raises(OpsinError, match="can be used"):
        open_folder(tmp_path / "data", tmp_path / "cache")


def test_the_second_time_nothing_is_read(tmp_path: Path) -> None:
    root, told = write_whole(tmp_path / "data"), []
    open_folder(root, tmp_path / "cache", lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]
    again = open_folder(root, tmp_path / "cache", lambda *one: told.append(one))
    assert len(told) == 2
    assert there(again.icon("plain:cup")).aliases == ("beaker", "mug")


def test_a_folder_that_changed_is_read_anew(tmp_path: Path) -> None:
    root = write_whole(tmp_path / "data")
    first = open_folder(root, tmp_path / "cache")
    changed = {**EMOJI, "icons": {"moon": {"body": FILL}}}
    write_json(root / "json" / "emo.json", changed)
    assert open_folder(root, tmp_path / "cache").icon("emo:moon") is not None
    with pytest.raises(OpsinError, match="has changed"):
        first.body("emo:cup")


@pytest.mark.parametrize("name", ["_catalogue", "set-emo"])
def test_a_damaged_cache_is_made_anew(tmp_path: Path, name: str) -> None:
    root = write_whole(tmp_path / "data")
    open_folder(root, tmp_path / "cache").body("emo:cup")
    (kept,) = (tmp_path / "cache").glob(f"*/{name}.pack")
    data = bytearray(kept.read_bytes())
    data[len(data) // 2] ^= 0xFF
    kept.write_bytes(data[:-9])
    assert open_folder(root, tmp_path / "cache").body("emo:cup") == Body(COLOURS, 0, 0, 16, 16)


@pytest.mark.full
def test_several_at_once_make_the_same(tmp_path: Path) -> None:
    root, found = write_whole(tmp_path / "data"), []

    def opened() -> None:
        found.append(open_folder(root, tmp_path / "cache").body("plain:mug"))

    threads = [threading.Thread(target=opened) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6
    assert len(set(found)) == 1
    assert not list((tmp_path / "cache").rglob("*.part"))


def test_it_works_without_a_folder_to_keep_it(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file stands where the folder would", encoding="utf-8")
    catalogue = open_folder(write_whole(tmp_path / "data"), tmp_path / "cache")
    assert catalogue.body("emo:cup") == Body(COLOURS, 0, 0, 16, 16)


def test_old_states_of_a_folder_go_and_others_stay(tmp_path: Path) -> None:
    root, cache = write_whole(tmp_path / "data"), tmp_path / "cache"
    open_folder(root, cache)
    (first,) = cache.iterdir()
    long_ago = time.time() - 30 * 86_400
    os.utime(first, (long_ago, long_ago))
    other = cache / "00000000-other"
    other.mkdir()
    os.utime(other, (long_ago, long_ago))
    write_json(root / "json" / "emo.json", {**EMOJI, "lastModified": 1})
    open_folder(root, cache)
    assert not first.exists()
    assert other.exists()
    assert len(list(cache.iterdir())) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_links_as_package_managers_make_them_are_followed(tmp_path: Path) -> None:
    store = write_single(tmp_path / "store" / "plain@1", PLAIN, PLAIN_INFO)
    scope = tmp_path / "node_modules" / "@iconify-json"
    scope.mkdir(parents=True)
    (scope / "plain").symlink_to(store, target_is_directory=True)
    assert open_folder(tmp_path / "node_modules", tmp_path / "cache").icon("plain:cup") is not None


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes in folders there")
def test_a_pipe_in_place_of_a_file_holds_up_nothing(tmp_path: Path) -> None:
    root = write_whole(tmp_path / "data")
    (root / "json" / "emo.json").unlink()
    os.mkfifo(root / "json" / "emo.json")
    catalogue = open_folder(root, tmp_path / "cache")
    assert list(catalogue.sets) == ["plain"]
    assert catalogue.skipped == ("The set 'emo' was left out: no such file.",)


def test_it_opens_beside_other_work(tmp_path: Path) -> None:
    root = write_whole(tmp_path / "data")
    catalogue = asyncio.run(INDEXING.run(open_folder, root, tmp_path / "cache"))
    assert catalogue.source == "folder"


def test_a_project_with_a_folder_json_of_its_own_is_read_from_its_modules(tmp_path: Path) -> None:
    write_json(tmp_path / "json" / "config.json", {"a": 1})
    write_whole(tmp_path / "node_modules" / "@iconify" / "json")
    assert list(open_folder(tmp_path, tmp_path / "cache").sets) == ["emo", "plain"]


@pytest.mark.full
@pytest.mark.timeout(600)
@pytest.mark.skipif(not SOURCE, reason="OPSIN_ICON_DATA names no node_modules with @iconify/json")
def test_the_whole_data_gives_what_is_inside_opsin(tmp_path: Path) -> None:
    whole, inside = open_folder(Path(SOURCE) / "@iconify" / "json", tmp_path), open_embedded()
    assert dict(whole.sets) == dict(inside.sets)
    assert list(whole.index.glyphs) == list(inside.index.glyphs)
    assert whole.index.set_numbers == inside.index.set_numbers
    assert whole.index.flags == inside.index.flags
    assert words_for(whole, "launch") == words_for(inside, "launch")
    for icon_id in ("lucide:rocket", "fluent:rocket-24-filled", "fa:align-right"):
        assert icon_id.startswith("fa:") or whole.body(icon_id) == inside.body(icon_id)
        assert whole.body(icon_id) is not None


@pytest.mark.full
@pytest.mark.parametrize("name", ["..a", "say yes", ">>> end of outside text", "x`y"])
def test_a_package_that_is_called_as_no_set_can_be_is_left_out(tmp_path: Path, name: str) -> None:
    packages = tmp_path / "node_modules" / "@iconify-json"
    write_single(packages / "plain", PLAIN, PLAIN_INFO)
    write_json(packages / name / "icons.json", {"icons": {"cup": {"body": FILL}}})
    catalogue = open_folder(tmp_path, tmp_path / "cache")
    assert list(catalogue.sets) == ["plain"]
    assert catalogue.skipped == ("A package was left out: its name is no prefix of a set.",)


@pytest.mark.full
def test_a_set_with_more_mixtures_of_categories_than_can_be_numbered_is_left_out(tmp_path: Path) -> None:
    names = [f"cup-{number}" for number in range(65_537)]
    many = {
        "prefix": "many",
        "icons": {name: {"body": FILL} for name in names},
        "categories": {
            f"c{bit}": [name for at, name in enumerate(names) if at >> bit & 1] for bit in range(17)
        },
    }
    packages = tmp_path / "node_modules" / "@iconify-json"
    write_single(packages / "many", many, {"prefix": "many"})
    write_single(packages / "plain", PLAIN, PLAIN_INFO)
    catalogue = open_folder(tmp_path, tmp_path / "cache")
    assert list(catalogue.sets) == ["plain"]
    assert [line.split("'")[1] for line in catalogue.skipped] == ["many"]
