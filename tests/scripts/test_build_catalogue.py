import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from scripts.build_catalogue import build
from scripts.catalogue.drawn_sets import DrawnSet
from scripts.catalogue.files import Forbidden
from scripts.catalogue.licence_texts import MIT
from scripts.catalogue.notices import notice_of
from scripts.catalogue.packages import EVERY, WrongPackage
from scripts.catalogue.tags import LANGUAGES

from opsin.icons.catalogue.embedded import open_packs
from opsin.icons.catalogue.words import stem
from tests.icons.catalogue.tiny import STROKE, there, write_json, write_whole

DRAWN = (DrawnSet("plain", "heroicons"), DrawnSet("emo"))
PHOSPHOR = """var x = [{
  name: "cup", pascal_name: "Cup", alias: { name: "mug", pascal_name: "Mug" }, categories: [e.OBJECTS],
  figma_category: "x", tags: ["*new*", "tea \\"time\\""] }, { name: "star", pascal_name: "Star", tags: [] }];"""


@pytest.fixture
def modules(tmp_path: Path) -> Path:
    """A folder of all packages, each as small as can be."""
    root = tmp_path / "node_modules"
    for package in EVERY:
        write_json(root / package.name / "package.json", {"version": package.version})
    write_whole(root / "@iconify" / "json")
    write_json(root / "@iconify/json/package.json", {"version": EVERY[0].version})
    write_json(root / "lucide-static/tags.json", {"cup": ["coffee", "morning break"]})
    write_json(root / "@tabler/icons/icons.json", {"cup": {"tags": ["java"]}})
    write_json(root / "@carbon/icons/metadata.json", {"icons": [{"name": "Cup", "aliases": ["vessel"]}]})
    write_json(
        root / "ionicons/dist/ionicons.json",
        {"icons": [{"name": "cup", "tags": []}, {"name": "cup-outline", "tags": ["outline", "hot"]}]},
    )
    write_json(root / "emojilib/dist/emoji-en-US.json", {"*": ["cup", "beverage"]})
    write_json(root / "@mdi/svg/meta.json", [{"name": "cup", "aliases": ["glass"], "tags": ["Food / Drink"]}])
    for language in ("en", *LANGUAGES):
        words = {"default": [f"{language}word"], "tts": ["cup"]}
        annotations = {"annotations": {"annotations": {"*": words, "?": {"default": ["odd"]}}}}
        write_json(root / f"cldr-annotations-full/annotations/{language}/annotations.json", annotations)
    for name, text in (
        ("@phosphor-icons/core/dist/index.mjs", PHOSPHOR),
        ("heroicons/LICENSE", f"MIT License\n\nCopyright (c) 2001 A. Drawer\n\n{MIT}\n"),
        ("emojilib/LICENSE", "A licence of its own.\n(c) 2002 B. Writer\nKeep this."),
        ("@material-symbols/svg-400/LICENSE", "Apache License\nThe text.\nCopyright [yyyy] [name]"),
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def test_twice_gives_the_same_bytes(modules: Path) -> None:
    files = build(modules, DRAWN)
    assert build(modules, DRAWN) == files
    manifest = json.loads(files["catalogue.json"])
    assert {
        name: hashlib.sha256(data).hexdigest() for name, data in files.items() if name != "catalogue.json"
    } == {name: known["sha256"] for name, known in manifest["files"].items()}
    assert [one["package"] for one in manifest["sources"]] == [one.name for one in EVERY]


def test_what_is_built_can_be_opened(modules: Path, tmp_path: Path) -> None:
    for name, data in build(modules, DRAWN).items():
        (tmp_path / name).write_bytes(data)
    catalogue = open_packs(tmp_path)
    assert there(catalogue.body("plain:mug")).markup == STROKE
    index, found = catalogue.index, {}
    for word in (
        "coffee",
        "java",
        "vessel",
        "time",
        "hot",
        "outline",
        "new",
        "beverage",
        "glass",
        "enword",
        "hiword",
        "odd",
    ):
        for one in index.words_of(stem(word)):
            glyphs, masks = index.postings(one.number)
            assert [index.glyphs[glyph] for glyph in glyphs] == ["cup"]
            found[word] = {kind for bit, kind in enumerate(index.kinds) if masks[0] >> bit & 1}
    assert found == {
        "coffee": {"lucide"},
        "java": {"tabler"},
        "vessel": {"carbon"},
        "time": {"phosphor"},
        "hot": {"ionicons"},
        "beverage": {"emojilib"},
        "glass": {"mdi"},
        "enword": {"cldr"},
        "hiword": {"cldr-other"},
    }


def test_notices_say_whose_and_from_where(modules: Path) -> None:
    text = build(modules, DRAWN)["THIRD_PARTY_ICONS.md"].decode()
    assert "Copyright (c) 2001 A. Drawer (notice from heroicons 2.2.0)" in text
    assert "**Emo (`emo`)**" in text
    assert "(author as Iconify's data names them)" in text
    assert "    Keep this." in text
    assert text.count("Permission is hereby granted") == 1


def test_a_usual_text_is_told_from_one_with_additions(modules: Path) -> None:
    assert notice_of(modules, "heroicons", "MIT").text == ""
    path = modules / "heroicons" / "LICENSE"
    path.write_text(path.read_text(encoding="utf-8") + "\nNo logos.", encoding="utf-8")
    assert notice_of(modules, "heroicons", "MIT").text.endswith("No logos.")


@pytest.mark.parametrize("change", [{"version": "0.0.1"}, {}])
def test_another_version_is_refused(modules: Path, change: dict[str, str]) -> None:
    write_json(modules / "ionicons" / "package.json", change)
    with pytest.raises(WrongPackage, match="ionicons"):
        build(modules, DRAWN)


@pytest.mark.parametrize("spdx", ["CC-BY-SA-4.0", "GPL-3.0-or-later", "CC-BY-NC-4.0", "MPL-2.0", ""])
def test_drawings_under_other_licences_are_not_carried(modules: Path, spdx: str) -> None:
    path = modules / "@iconify/json/collections.json"
    collections = json.loads(path.read_text(encoding="utf-8"))
    collections["plain"]["license"]["spdx"] = spdx
    write_json(path, collections)
    with pytest.raises(Forbidden, match="plain"):
        build(modules, DRAWN)


def test_the_packages_can_be_asked_for() -> None:
    script = Path(__file__).parents[2] / "scripts" / "build_catalogue.py"
    shown = subprocess.run(
        [sys.executable, script, "--packages"], capture_output=True, text=True, check=True, timeout=60
    )
    assert "@iconify/json@2.2.535" in shown.stdout.split()
