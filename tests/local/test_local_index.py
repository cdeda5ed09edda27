"""The index: what a walk puts in, what it takes out, and what is found in which order."""

import os
import sqlite3
from pathlib import Path

import pytest

from opsin.errors import StoreError
from opsin.local.database import IndexFile
from opsin.local.index import LocalIndex
from opsin.local.kinds import Kind
from opsin.local.rows import turn_of
from tests.local.own_pictures import NOW, ask, index_over, names, put, read_as


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    return tmp_path / "pictures"


@pytest.fixture
def index(tmp_path: Path, pictures: Path) -> LocalIndex:
    pictures.mkdir()
    return index_over(tmp_path, pictures)


def test_names_and_folders_are_found_before_anything_is_read(pictures: Path, index: LocalIndex) -> None:
    put(pictures, "Lisbon 2025/RedPanda.jpg", b"x")
    put(pictures, "Oslo/snow.jpg", b"x")
    assert index.refresh()
    assert names(ask(index, "lisbon")) == names(ask(index, "pandas")) == ["RedPanda.jpg"]
    assert names(ask(index, "panda in oslo")) == ["RedPanda.jpg", "snow.jpg"]
    status = index.status()
    assert (status.pictures, status.read, status.waiting) == (2, 0, 2)


def test_the_screenshot_with_the_red_error(pictures: Path, index: LocalIndex) -> None:
    for number, name in enumerate(
        ("Screenshot 1.png", "Screenshot 2.png", "Screenshot 3.png", "error-page.png")
    ):
        put(pictures, name, b"x", changed=NOW - number)
    index.refresh()
    read_as(index, "Screenshot 1.png", colours={"white": 0.9, "green": 0.01}, text="All is well")
    read_as(index, "Screenshot 2.png", colours={"white": 0.9, "green": 0.01}, text="Errors: none")
    read_as(index, "Screenshot 3.png", colours={"white": 0.9, "red": 0.002}, text="Error: connection refused")
    read_as(index, "error-page.png", colours={"blue": 0.9})
    found = ask(index, "the screenshot with the red error")
    assert names(found) == ["Screenshot 3.png", "Screenshot 2.png"]
    assert [match.matched for match in found.matches] == [3, 2]


def test_a_title_counts_more_than_a_folder_and_the_newest_comes_first_among_equals(
    pictures: Path, index: LocalIndex
) -> None:
    for number, name in enumerate(("old.png", "new.png", "titled.png", "panda/x.png")):
        put(pictures, name, b"x", changed=NOW - 1_000 + number)
    index.refresh()
    read_as(index, "old.png", caption="a panda")
    read_as(index, "new.png", caption="pandas")
    read_as(index, "titled.png", title="Panda")
    assert names(ask(index, "panda")) == ["titled.png", "new.png", "old.png", "x.png"]


def test_pages_go_on_where_the_one_before_ended(pictures: Path, index: LocalIndex) -> None:
    for number in range(7):
        put(pictures, f"panda {number}.png", b"x", changed=NOW - number)
    index.refresh()
    first, second, third = (ask(index, "panda", most=3, after=after) for after in (0, 3, 6))
    assert [name for found in (first, second, third) for name in names(found)] == [
        f"panda {n}.png" for n in range(7)
    ]
    assert (first.more, second.more, third.more) == (True, True, False)


def test_a_query_without_words_brings_the_newest(pictures: Path, index: LocalIndex) -> None:
    put(pictures, "a.png", b"x", changed=NOW - 50)
    put(pictures, "b.png", b"x", changed=NOW - 10)
    index.refresh()
    assert names(ask(index, "my pictures")) == ["b.png", "a.png"]


def test_times(pictures: Path, index: LocalIndex) -> None:
    put(pictures, "now.png", b"x", changed=NOW - 60)
    put(pictures, "before.png", b"x", changed=NOW - 86_400)
    put(pictures, "long ago.png", b"x", changed=NOW - 400 * 86_400)
    index.refresh()
    assert names(ask(index, "today")) == ["now.png"]
    assert names(ask(index, "yesterday")) == ["before.png"]
    assert names(ask(index, "pictures of 2024")) == ["long ago.png"]
    read_as(index, "now.png", taken="2023-05-06T07:08:09")
    assert names(ask(index, "may 2023")) == ["now.png"]


def test_a_slip_of_the_finger_is_mended_and_told(pictures: Path, index: LocalIndex) -> None:
    put(pictures, "screenshot.png", b"x")
    index.refresh()
    found = ask(index, "screnshot")
    assert (names(found), found.read_as) == (["screenshot.png"], {"screnshot": "screenshot"})
    assert ask(index, "zebra").unknown == ("zebra",)
    assert ask(index, "zebra").matches == ()


def test_what_changed_is_read_again_and_what_is_gone_is_forgotten(pictures: Path, index: LocalIndex) -> None:
    put(pictures, "a.png", b"x")
    put(pictures, "b.png", b"x")
    put(pictures, "deep/c.png", b"x")
    index.refresh()
    for name in ("a.png", "b.png", "c.png"):
        read_as(index, name, title=f"title {name}", text="words")
    assert index.status().waiting == 0
    put(pictures, "a.png", b"other", changed=NOW + 5)
    (pictures / "b.png").unlink()
    (pictures / "deep" / "c.png").unlink()
    (pictures / "deep").rmdir()
    put(pictures, "d.png", b"x")
    assert index.refresh()
    assert {row.name for row in index.waiting(10)} == {"a.png", "d.png"}
    assert names(ask(index, "title")) == []
    assert names(ask(index, "words")) == []
    assert index.status().pictures == 2


def test_a_sidecar_that_comes_later_is_read(pictures: Path, index: LocalIndex) -> None:
    put(pictures, "a.png", b"x")
    index.refresh()
    read_as(index, "a.png")
    put(pictures, "a.png.json", b"{}")
    index.refresh()
    assert [row.name for row in index.waiting(10)] == ["a.png"]


def test_a_walk_that_was_stopped_forgets_nothing(pictures: Path, index: LocalIndex) -> None:
    for number in range(3):
        put(pictures, f"{number}/a.png", b"x")
    index.refresh()
    assert not index.refresh(lambda: True)
    assert index.status().pictures == 3


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything can be read")
def test_a_folder_that_cannot_be_listed_forgets_nothing(pictures: Path, index: LocalIndex) -> None:
    put(pictures, "closed/deep/a.png", b"x")
    index.refresh()
    (pictures / "closed").chmod(0)
    index.refresh()
    (pictures / "closed").chmod(0o700)
    assert index.status().pictures == 1


def test_a_root_that_is_away_keeps_its_pictures_for_when_it_is_back(
    tmp_path: Path, pictures: Path, index: LocalIndex
) -> None:
    put(pictures, "a.png", b"x")
    index.refresh()
    pictures.rename(tmp_path / "elsewhere")
    assert index_over(tmp_path, pictures).status().pictures == 0
    index.refresh()
    (tmp_path / "elsewhere").rename(pictures)
    assert index_over(tmp_path, pictures).status().pictures == 1


def test_nothing_is_told_of_pictures_in_folders_that_are_not_named(
    tmp_path: Path, index: LocalIndex, pictures: Path
) -> None:
    put(pictures, "secret zebra.png", b"x")
    index.refresh()
    other = index_over(tmp_path, put(tmp_path, "other/own zebu.png", b"x").parent)
    other.refresh()
    for words in ("secret", "secrett", "zebra", "my pictures", "png"):
        found = ask(other, words)
        assert set(names(found)) <= {"own zebu.png"}
        assert "secret" not in found.read_as.values()
    assert other.status().pictures == 1
    assert other.waiting(10)[0].name == "own zebu.png"
    assert other.forget_other_folders() == 1
    assert index.status().pictures == 0


def test_of_two_who_want_to_index_one_does(pictures: Path, tmp_path: Path) -> None:
    pictures.mkdir()
    early, late = index_over(tmp_path, pictures, clock=1_000), index_over(tmp_path, pictures, clock=1_100)
    assert early.hold("one", 50)
    assert early.hold("one", 50)
    assert not early.hold("other", 50)
    assert late.hold("other", 50)
    late.let_go("other")
    assert early.hold("one", 50)


def test_text_is_read_where_it_is_likely_first() -> None:
    assert turn_of((Kind.SCREENSHOT,)) < turn_of(()) < turn_of((Kind.PHOTO,))


def test_what_was_read_of_a_picture_that_changed_meanwhile_is_left_out(
    pictures: Path, index: LocalIndex
) -> None:
    put(pictures, "a.png", b"x")
    index.refresh()
    [row] = index.waiting(1)
    put(pictures, "a.png", b"other", changed=NOW + 9)
    index.refresh()
    index.put_text(row, "stale")
    assert names(ask(index, "stale")) == []
    assert index.waiting(1)[0].stamp.size == 5


@pytest.mark.skipif(os.name == "nt", reason="names are text on Windows")
def test_names_that_are_no_text_are_kept(pictures: Path, index: LocalIndex) -> None:
    try:
        (pictures / os.fsdecode(b"caf\xe9 panda.png")).write_bytes(b"x")
    except OSError:
        pytest.skip("this file system takes text alone")
    index.refresh()
    [match] = ask(index, "panda").matches
    assert Path(match.row.path).read_bytes() == b"x"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_the_file_is_private(index: LocalIndex) -> None:
    index.refresh()
    assert index.file.path.stat().st_mode & 0o777 == 0o600
    assert index.file.path.parent.stat().st_mode & 0o777 == 0o700


def test_the_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "local.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    connection.close()
    with pytest.raises(StoreError, match="another program"), IndexFile(path).opened():
        pass


def test_tables_of_another_version_are_made_anew(pictures: Path, index: LocalIndex) -> None:
    put(pictures, "a.png", b"x")
    index.refresh()
    with sqlite3.connect(index.file.path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert index.status().pictures == 0
    index.refresh()
    assert names(ask(index, "a")) == ["a.png"]
    assert index.file.delete()
    assert not index.file.is_there
