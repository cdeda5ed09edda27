"""Which pictures a walk through the folders finds, and which it must not."""

import os
from pathlib import Path

import pytest

from opsin.local.folders import folders_of
from opsin.local.walking import Walk
from tests.local.own_pictures import put, settings_for


def found(walk: Walk) -> set[str]:
    return {(Path(listed.folder) / name).as_posix() for listed in walk for name in listed.pictures}


def test_pictures_of_all_folders_by_their_endings(tmp_path: Path) -> None:
    for name in (
        "a.jpg",
        "b/c.PNG",
        "b/d/e.heic",
        "b/notes.txt",
        ".hidden.png",
        ".git/x.png",
        "node_modules/y.png",
    ):
        put(tmp_path, name, b"x")
    put(tmp_path, "empty.png", b"")
    walk = Walk(str(tmp_path))
    assert found(walk) == {"a.jpg", "b/c.PNG", "b/d/e.heic"}
    assert walk.whole


def test_a_stamp_knows_of_the_sidecar(tmp_path: Path) -> None:
    put(tmp_path, "a.jpg", b"picture", changed=100)
    put(tmp_path, "a.jpg.json", b"{}", changed=200)
    [listed] = Walk(str(tmp_path))
    stamp = listed.pictures["a.jpg"]
    assert (stamp.size, stamp.changed, stamp.beside) == (7, 100 * 10**9, 200 * 10**9)


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_no_link_leads_out(tmp_path: Path) -> None:
    put(tmp_path, "outside/private.png", b"x")
    inside = put(tmp_path, "inside/mine.png", b"x").parent
    (inside / "folder").symlink_to(tmp_path / "outside")
    (inside / "file.png").symlink_to(tmp_path / "outside" / "private.png")
    os.mkfifo(inside / "pipe.png")
    walk = Walk(str(inside))
    assert found(walk) == {"mine.png"}
    assert walk.whole


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_a_folder_that_becomes_a_link_on_the_way_is_not_entered(tmp_path: Path) -> None:
    put(tmp_path, "outside/private.png", b"x")
    inside = put(tmp_path, "inside/mine.png", b"x").parent
    (inside / "later").mkdir()
    walk = Walk(str(inside))
    names: list[str] = []
    for listed in walk:
        names += listed.pictures
        if not listed.folder:
            (inside / "later").rmdir()
            (inside / "later").symlink_to(tmp_path / "outside")
    assert names == ["mine.png"]
    assert walk.unlisted == ["later"]


def test_a_walk_that_is_stopped_says_so(tmp_path: Path) -> None:
    for number in range(3):
        put(tmp_path, f"{number}/a.png", b"x")
    asked = iter((False, False, True))
    walk = Walk(str(tmp_path), is_over=lambda: next(asked))
    assert len(found(walk)) == 1
    assert not walk.whole


def test_a_folder_inside_another_is_walked_once_and_a_missing_one_is_told(tmp_path: Path) -> None:
    put(tmp_path, "pictures/inner/a.png", b"x")
    folders = folders_of(
        settings_for(
            tmp_path,
            tmp_path / "pictures" / "inner",
            tmp_path / "pictures",
            tmp_path / "gone",
            tmp_path / "pictures",
        )
    )
    assert folders.paths == (str((tmp_path / "pictures").resolve()),)
    assert folders.missing == (str(tmp_path / "gone"),)
