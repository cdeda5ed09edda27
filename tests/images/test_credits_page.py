"""The page of credits says what lies in the folder, whatever happened to the files and whoever else writes it."""

import json
import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from opsin.images.credits_page import MARK, NAME, OTHER_NAME, CreditsPage, update_credits
from opsin.images.hit import Hit
from opsin.images.originals import Original
from opsin.images.sidecar import sidecar_bytes
from opsin.paths.held_folder import HeldFolder
from opsin.paths.output import OutputRoot
from opsin.rights.openverse import openverse_licence
from tests.images.test_sidecar import ENTRY, FILE

PANDA = Hit("openverse", "https://a.example/1", "", title="Red panda", licence=openverse_licence("by", "2.0"))


def put(folder: Path, name: str, hit: Hit = PANDA) -> None:
    """A picture with its sidecar, as a download leaves them."""
    (folder / name).write_bytes(b"picture")
    (folder / f"{name}.json").write_bytes(sidecar_bytes(Original(ENTRY, hit, FILE)))


def update(folder: Path) -> CreditsPage:
    return update_credits(OutputRoot(folder), folder.resolve())


def lines(folder: Path, page: str = NAME) -> list[str]:
    """The entries, without the marks that say what each was made of."""
    text = (folder / page).read_text(encoding="utf-8")
    assert text.startswith(f"{MARK}\n\n# Credits\n\n")
    return [re.sub(r" <!-- [0-9a-f-]+ -->$", "", line) for line in text.splitlines() if line.startswith("- ")]


def test_an_entry_has_file_licence_and_credit(tmp_path: Path) -> None:
    put(tmp_path, "red-panda.jpg")
    put(tmp_path, "b c.png", Hit("duckduckgo", "https://a.example/2", "", title="Another"))
    assert update(tmp_path) == CreditsPage(str(tmp_path.resolve() / NAME))
    assert lines(tmp_path) == [
        "- [b c.png](b%20c.png): **licence unknown** · “Another” by Unknown author, via duckduckgo, licence unknown.",
        (
            "- [red-panda.jpg](red-panda.jpg): CC BY 2.0 · “Red panda” by Unknown author, via openverse, "
            "licensed under [CC BY 2.0](https://creativecommons.org/licenses/by/2.0/)."
        ),
    ]
    assert "2 pictures. The licence of 1 is unknown: " in (tmp_path / NAME).read_text(encoding="utf-8")


def test_limits_beside_copyright_are_told(tmp_path: Path) -> None:
    limits = ("trademarked", "[x](y)")
    put(tmp_path, "a.jpg", replace(PANDA, licence=replace(PANDA.licence, restrictions=limits)))
    update(tmp_path)
    assert r": CC BY 2.0 (trademarked; \[x\]\(y\)) ·" in lines(tmp_path)[0]


def test_it_follows_the_folder(tmp_path: Path) -> None:
    put(tmp_path, "a.jpg")
    put(tmp_path, "b.jpg")
    update(tmp_path)
    (tmp_path / "a.jpg").unlink()
    put(tmp_path, "c.jpg")
    # Another picture under a name that was there before.
    (tmp_path / "b.jpg.json").unlink()
    put(tmp_path, "b.jpg", replace(PANDA, title="A badger, not a panda"))
    update(tmp_path)
    first, second = lines(tmp_path)
    assert first.startswith("- [b.jpg](b.jpg): CC BY 2.0 · “A badger, not a panda”")
    assert second.startswith("- [c.jpg](c.jpg)")


def test_a_line_that_somebody_changed_is_made_anew(tmp_path: Path) -> None:
    put(tmp_path, "a.jpg")
    update(tmp_path)
    page = tmp_path / NAME
    whole = page.read_bytes()
    page.write_bytes(whole.replace(b"CC BY 2.0 ", b"CC0 "))
    update(tmp_path)
    assert page.read_bytes() == whole
    page.write_bytes(whole[: len(whole) // 2])
    update(tmp_path)
    assert page.read_bytes() == whole


def test_what_has_not_changed_is_not_read_again_nor_written(tmp_path: Path) -> None:
    put(tmp_path, "a.jpg")
    update(tmp_path)
    sidecar, page = tmp_path / "a.jpg.json", tmp_path / NAME
    before, stat = page.stat(), sidecar.stat()
    # Of the same length and age: only reading it would tell.
    sidecar.write_bytes(b"x" * stat.st_size)
    os.utime(sidecar, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    update(tmp_path)
    after = page.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert len(lines(tmp_path)) == 1


@pytest.mark.parametrize(
    "sidecar",
    [
        b"",
        b"not json",
        b"[]",
        b'{"schema": 1}',
        b"[" * 90_000,
        b"\xff\xfe",
        b"x" * 300_000,
        b'{"name": "package", "version": "1.0"}',
    ],
)
def test_what_is_no_sidecar_is_passed_over(tmp_path: Path, sidecar: bytes) -> None:
    put(tmp_path, "a.jpg")
    (tmp_path / "b.jpg").write_bytes(b"picture")
    (tmp_path / "b.jpg.json").write_bytes(sidecar)
    assert update(tmp_path).note == ""
    assert len(lines(tmp_path)) == 1


@pytest.mark.parametrize(
    ("told", "end"),
    [
        ({"attribution": "Ada, [x](javascript:1)"}, r": **licence unknown** · Ada, \[x\]\(javascript\:1\)"),
        ({"attribution": None, "licence": 7}, ": **licence unknown** · no credit line"),
        ({"attribution": {"md": "a\nb", "text": "a b"}}, ": **licence unknown** · a b"),
        ({"attribution": {"md": 5}, "licence": {"family": "cc"}}, ": **licence unknown** · no credit line"),
        (
            {"attribution": "Ada", "licence": {"family": "cc", "name": "CC BY 4.0", "attribution": "yes"}},
            ": CC BY 4.0 · Ada",
        ),
    ],
)
def test_sidecars_of_other_versions(tmp_path: Path, told: dict[str, object], end: str) -> None:
    (tmp_path / "a.jpg").write_bytes(b"picture")
    base = {"schema": 1, "id": "s1:1", "sha256": "", "opsin": "0.1"}
    (tmp_path / "a.jpg.json").write_text(json.dumps({**base, **told}), encoding="utf-8")
    update(tmp_path)
    assert lines(tmp_path) == [f"- [a.jpg](a.jpg){end}"]


def test_a_page_of_the_users_own_stays(tmp_path: Path) -> None:
    put(tmp_path, "a.jpg")
    (tmp_path / NAME).write_text("My own credits", encoding="utf-8")
    assert update(tmp_path).path == str(tmp_path.resolve() / OTHER_NAME)
    assert (tmp_path / NAME).read_text(encoding="utf-8") == "My own credits"
    assert len(lines(tmp_path, OTHER_NAME)) == 1
    (tmp_path / OTHER_NAME).write_text("also my own", encoding="utf-8")
    told = update(tmp_path)
    assert told.path == ""
    assert "that opsin did not write" in told.note


@pytest.mark.parametrize("taken", ["folder", "link", "other case"])
def test_nothing_is_written_through_what_has_the_name(tmp_path: Path, taken: str) -> None:
    put(tmp_path, "a.jpg")
    outside = tmp_path / "outside.txt"
    outside.write_text(MARK, encoding="utf-8")
    if taken == "folder":
        (tmp_path / NAME).mkdir()
    elif taken == "link":
        (tmp_path / NAME).symlink_to(outside)
    else:
        (tmp_path / "credits.md").write_text(MARK, encoding="utf-8")
    assert update(tmp_path).path.endswith(OTHER_NAME)
    assert outside.read_text(encoding="utf-8") == MARK


def test_a_failure_is_a_note(tmp_path: Path) -> None:
    root = OutputRoot(tmp_path / "out")
    root.folder()
    told = update_credits(root, tmp_path.resolve())
    assert told.path == ""
    assert told.note.startswith("CREDITS.md could not be written: ")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_names_that_are_no_text_are_linked_and_shown(tmp_path: Path) -> None:
    names = ["a](javascript:x).jpg", "<b>.jpg", "é\u202egpj.jpg", "-->.jpg"]
    for name in names:
        put(tmp_path, name)
    update(tmp_path)
    before = (tmp_path / NAME).read_bytes()
    assert len(lines(tmp_path)) == len(names)
    assert r"- [a\]\(javascript\:x\).jpg](a%5D%28javascript%3Ax%29.jpg): " in before.decode()
    assert "\u202e" not in before.decode()
    update(tmp_path)
    assert (tmp_path / NAME).read_bytes() == before


def test_those_who_write_at_once_lose_nothing(tmp_path: Path) -> None:
    """Each adds its own pictures and brings the page up to date, as downloads of several servers do."""
    ready = threading.Barrier(4)

    def work(which: int) -> None:
        ready.wait()
        for number in range(6):
            put(tmp_path, f"p-{which}-{number}.jpg")
            assert update(tmp_path).note == ""

    threads = [threading.Thread(target=work, args=(which,)) for which in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(lines(tmp_path)) == 24
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".opsin-")]


class Crowded(HeldFolder):
    """A folder in which another program adds a picture, and its page with it, just before this one writes."""

    def write_temporary(self, data: bytes) -> str:
        if not (self.path / "late.jpg").exists():
            put(self.path, "late.jpg")
            assert update(self.path).note == ""
        return super().write_temporary(data)


class CrowdedRoot(OutputRoot):
    @contextmanager
    def open(self, folder: Path) -> Iterator[HeldFolder]:
        with Crowded(folder) as held:
            yield held


@pytest.mark.parametrize("paged", [False, True])
def test_what_came_between_look_and_writing_is_not_lost(tmp_path: Path, *, paged: bool) -> None:
    put(tmp_path, "a.jpg")
    if paged:
        update(tmp_path)
        put(tmp_path, "b.jpg")
    told = update_credits(CrowdedRoot(tmp_path), tmp_path.resolve())
    assert told.note == ""
    assert len(lines(tmp_path)) == (3 if paged else 2)
