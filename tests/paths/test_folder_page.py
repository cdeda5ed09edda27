"""A page that is made of what lies in a folder, and never takes the place of the user's own."""

from pathlib import Path

import pytest

from opsin.paths.folder_page import PageName, PageResult, read_text, update_page
from opsin.paths.held_folder import HeldFolder
from opsin.paths.output import OutputRoot

PAGE = PageName("LIST.md", "LIST.opsin.md", "<!-- made -->")


@pytest.fixture
def root(tmp_path: Path) -> OutputRoot:
    return OutputRoot(tmp_path / "downloads")


def listed(held: HeldFolder, _before: str) -> str:
    return "\n".join([PAGE.mark, *sorted(name for name in held.names() if name.endswith(".svg"))])


def test_the_page_follows_the_folder(root: OutputRoot) -> None:
    folder = root.folder()
    root.place(folder, "a", ".svg", b"1")
    assert update_page(root, folder, PAGE, listed) == PageResult(str(folder / "LIST.md"))
    assert (folder / "LIST.md").read_text() == "<!-- made -->\na.svg"
    (folder / "a.svg").unlink()
    root.place(folder, "b", ".svg", b"1")
    assert update_page(root, folder, PAGE, listed).path == str(folder / "LIST.md")
    assert (folder / "LIST.md").read_text() == "<!-- made -->\nb.svg"
    assert sorted(path.name for path in folder.iterdir()) == ["LIST.md", "b.svg"]


def test_a_page_of_the_users_stays_and_two_of_them_are_told(root: OutputRoot) -> None:
    folder = root.folder()
    (folder / "list.md").write_text("mine")
    assert update_page(root, folder, PAGE, listed).path == str(folder / "LIST.opsin.md")
    (folder / "LIST.opsin.md").write_text("mine too")
    told = update_page(root, folder, PAGE, listed)
    assert not told.path
    assert "that opsin did not write: LIST.md, LIST.opsin.md" in told.note
    assert (folder / "list.md").read_text() == "mine"


def test_no_text_makes_no_page_and_a_mistake_loses_nothing(root: OutputRoot) -> None:
    folder = root.folder()
    assert update_page(root, folder, PAGE, lambda _held, _before: "") == PageResult()

    def wrong(_held: HeldFolder, _before: str) -> str:
        raise KeyError("x")

    assert update_page(root, folder, PAGE, wrong).note == "LIST.md could not be written: unexpected KeyError."
    assert list(folder.iterdir()) == []


def test_only_plain_files_of_a_bounded_size_are_read(root: OutputRoot) -> None:
    folder = root.folder()
    (folder / "a.json").write_text("12345")
    (folder / "b.json").mkdir()
    with root.open(folder) as held:
        assert read_text(held, "a.json", 5) == "12345"
        assert read_text(held, "a.json", 4) == ""
        assert read_text(held, "b.json", 99) == ""
