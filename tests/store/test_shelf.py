import os
from pathlib import Path

from opsin.store.shelf import INSPECTED, MOST_FILES, PART, SHEETS, clear_shelves, shelve, shelve_if_possible


def test_saves_whole_files_for_the_owner_alone(tmp_path: Path) -> None:
    path = shelve(tmp_path, SHEETS, "s1.jpg", b"first", keep_days=30)
    assert shelve(tmp_path, SHEETS, "s1.jpg", b"second", keep_days=30) == path
    assert path.read_bytes() == b"second"
    assert [one.name for one in path.parent.iterdir()] == ["s1.jpg"]
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0
        assert path.parent.stat().st_mode & 0o077 == 0


def test_takes_out_what_is_too_old(tmp_path: Path) -> None:
    old = shelve(tmp_path, SHEETS, "s1.jpg", b"x", keep_days=30)
    os.utime(old, (1, 1))
    new = shelve(tmp_path, SHEETS, "s2.jpg", b"x", keep_days=30)
    assert not old.exists()
    assert new.exists()


def test_keeps_only_so_many_and_the_newest(tmp_path: Path) -> None:
    first = shelve(tmp_path, SHEETS, "s0.jpg", b"x", keep_days=30)
    now = first.stat().st_mtime
    for number in range(MOST_FILES):
        path = first.with_name(f"s{number}.jpg")
        path.write_bytes(b"x")
        os.utime(path, (now - 1000 + number,) * 2)
    newest = shelve(tmp_path, SHEETS, "newest.jpg", b"x", keep_days=30)
    names = {path.name for path in newest.parent.iterdir()}
    assert len(names) == MOST_FILES
    assert "newest.jpg" in names
    assert "s0.jpg" not in names


def test_clearing_takes_out_both_kinds(tmp_path: Path) -> None:
    shelve(tmp_path, SHEETS, "s1.jpg", b"x", keep_days=30)
    shelve(tmp_path, INSPECTED, "s1-1.jpg", b"x", keep_days=30)
    shelve(tmp_path, SHEETS, "s1.json", b"{}", keep_days=30)
    assert clear_shelves(tmp_path) == 2
    assert clear_shelves(tmp_path) == 0


def test_what_a_killed_process_left_goes_after_a_day_or_with_what_is_cleared(tmp_path: Path) -> None:
    folder = shelve(tmp_path, SHEETS, "s1.jpg", b"x", keep_days=30).parent
    old, new = folder / f".old{PART}", folder / f".new{PART}"
    for part in (old, new):
        part.write_bytes(b"half")
    two_days_ago = old.stat().st_mtime - 2 * 86_400
    os.utime(old, (two_days_ago, two_days_ago))
    shelve(tmp_path, SHEETS, "s2.jpg", b"x", keep_days=30)
    assert not old.exists()
    assert new.exists()
    assert clear_shelves(tmp_path) == 2
    assert list(folder.iterdir()) == []


def test_what_cannot_be_saved_has_no_path(tmp_path: Path) -> None:
    assert shelve_if_possible(None, SHEETS, "s1.jpg", b"x", keep_days=30) == ""
    saved = shelve_if_possible(tmp_path / "opsin.db", SHEETS, "s1.jpg", b"x", keep_days=30)
    assert saved == str(tmp_path / SHEETS / "s1.jpg")
    (tmp_path / INSPECTED).touch()
    assert shelve_if_possible(tmp_path / "opsin.db", INSPECTED, "s1.jpg", b"x", keep_days=30) == ""
