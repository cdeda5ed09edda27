"""Downloads stay inside the output folder and never replace a file."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from opsin.errors import PathRefused
from opsin.paths.output import OutputRoot, default_root, working_folder

posix = pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")


@pytest.fixture
def root(tmp_path: Path) -> OutputRoot:
    return OutputRoot(tmp_path / "downloads")


def test_folders_are_made_inside(root: OutputRoot) -> None:
    assert not root.root.exists()
    assert root.folder() == root.root.resolve()
    assert root.folder("photos/pandas") == root.root.resolve() / "photos" / "pandas"
    assert root.folder("photos\\pandas").is_dir()


@pytest.mark.parametrize("where", ["/etc", "..", "a/../..", "C:\\x", "\\\\server\\share"])
def test_what_leads_out_is_refused_and_nothing_is_made(root: OutputRoot, where: str) -> None:
    with pytest.raises(PathRefused):
        root.folder(where)
    assert not root.root.exists()


@posix
def test_links_that_lead_out_are_refused_and_nothing_is_made_there(root: OutputRoot, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    root.folder()
    (root.root / "link").symlink_to(outside)
    (root.root / "up").symlink_to("..")
    (root.root / "nowhere").symlink_to("missing")
    (root.root / "loop").symlink_to("loop")
    for dir_ in ("link", "link/deeper", "up", "up/outside", "nowhere", "loop"):
        with pytest.raises(PathRefused):
            root.folder(dir_)
    assert not list(outside.iterdir())
    assert not (root.root / "missing").exists()


@posix
def test_links_that_stay_inside_are_followed(root: OutputRoot) -> None:
    target = root.folder("real")
    (root.root / "link").symlink_to(target)
    assert root.folder("link/deeper") == target / "deeper"


@posix
def test_an_output_folder_that_is_a_link_itself_is_the_users_choice(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "downloads").symlink_to(tmp_path / "elsewhere")
    root = OutputRoot(tmp_path / "downloads")
    placed = root.place(root.folder("a"), "x", ".jpg", b"1")
    assert placed == (tmp_path / "elsewhere" / "a" / "x.jpg").resolve()


@posix
def test_a_folder_that_became_a_link_outwards_is_not_written_to(root: OutputRoot, tmp_path: Path) -> None:
    folder = root.folder("a/b")
    outside = tmp_path / "outside"
    (outside / "b").mkdir(parents=True)
    (root.root / "a").rename(tmp_path / "old")
    (root.root / "a").symlink_to(outside)
    with pytest.raises(PathRefused, match="not inside"):
        root.place(folder, "x", ".jpg", b"1")
    assert not list((outside / "b").iterdir())


def test_a_folder_outside_is_not_written_to(root: OutputRoot, tmp_path: Path) -> None:
    root.folder()
    with pytest.raises(PathRefused, match="not inside"):
        root.place(tmp_path, "x", ".jpg", b"1")


def test_a_file_in_the_place_of_a_folder_is_told(root: OutputRoot) -> None:
    root.place(root.folder(), "a", ".jpg", b"1")
    with pytest.raises(PathRefused, match="a file, not a folder"):
        root.folder("a.jpg")
    with pytest.raises(PathRefused):
        root.folder("a.jpg/deeper")


def test_nothing_is_overwritten(root: OutputRoot) -> None:
    folder = root.folder()
    names = [root.place(folder, "panda", ".jpg", bytes([number])).name for number in range(3)]
    assert names == ["panda.jpg", "panda-2.jpg", "panda-3.jpg"]
    assert [(folder / name).read_bytes() for name in names] == [b"\0", b"\1", b"\2"]
    assert len(list(folder.iterdir())) == 3


def test_names_that_differ_only_in_case_or_normal_form_clash(root: OutputRoot) -> None:
    folder = root.folder()
    (folder / "PANDA.JPG").write_bytes(b"user's")
    (folder / "e\u0301te\u0301.jpg").write_bytes(b"user's")
    assert root.place(folder, "panda", ".jpg", b"1").name == "panda-2.jpg"
    assert root.place(folder, "été", ".jpg", b"1").name == "été-2.jpg"


def test_a_name_whose_companion_is_taken_is_not_used(root: OutputRoot) -> None:
    folder = root.folder()
    (folder / "panda.jpg.json").write_text("{}")
    assert root.place(folder, "panda", ".jpg", b"1", companion=".json").name == "panda-2.jpg"


def test_a_file_beside_another_leaves_what_is_there(root: OutputRoot) -> None:
    picture = root.place(root.folder(), "panda", ".jpg", b"1")
    assert root.place_beside(picture, ".json", b"first").name == "panda.jpg.json"
    assert root.place_beside(picture, ".json", b"second").read_bytes() == b"first"
    assert len(list(root.folder().iterdir())) == 2


def dangle(path: Path) -> None:
    path.symlink_to("missing")


@pytest.mark.parametrize("block", [Path.mkdir, pytest.param(dangle, marks=posix)], ids=["folder", "link"])
def test_what_is_no_file_in_the_place_beside_another_is_told(
    root: OutputRoot, block: Callable[[Path], None]
) -> None:
    folder = root.folder()
    picture = root.place(folder, "panda", ".jpg", b"1")
    block(folder / "panda.jpg.json")
    with pytest.raises(PathRefused, match=r"panda\.jpg\.json"):
        root.place_beside(picture, ".json", b"{}")
    assert {path.name for path in folder.iterdir()} == {"panda.jpg", "panda.jpg.json"}


@pytest.mark.parametrize("block", [Path.mkdir, pytest.param(dangle, marks=posix)], ids=["folder", "link"])
def test_a_file_that_can_have_nothing_beside_it_is_not_the_same(
    root: OutputRoot, block: Callable[[Path], None]
) -> None:
    folder = root.folder()
    picture = root.place(folder, "panda", ".jpg", b"1")
    assert root.find_same(folder, b"1", companion=".json") == picture
    block(folder / "panda.jpg.json")
    assert root.find_same(folder, b"1", companion=".json") is None
    second = root.place(folder, "panda", ".jpg", b"1", companion=".json")
    assert second.name == "panda-2.jpg"
    assert root.place_beside(second, ".json", b"{}").read_bytes() == b"{}"
    assert root.find_same(folder, b"1", companion=".json") == second


def test_a_setting_that_is_too_long_for_a_name_is_told(tmp_path: Path) -> None:
    with pytest.raises(PathRefused, match="long"):
        OutputRoot(default_root("x" * 300, tmp_path)[0]).folder()


def test_many_at_once_get_a_name_each(root: OutputRoot) -> None:
    folder = root.folder()
    placed: list[Path] = []

    def work(mine: int) -> None:
        placed.extend(root.place(folder, "panda", ".jpg", bytes([mine]) * 1_000) for _ in range(5))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(placed)) == 30
    assert all(len(set(path.read_bytes())) == 1 for path in placed)
    assert len(list(folder.iterdir())) == 30


@pytest.mark.parametrize("stem", ["a/b", "..\\x", "a\0b"])
def test_a_stem_that_is_a_path_is_refused(root: OutputRoot, stem: str) -> None:
    with pytest.raises(PathRefused, match="not a file name"):
        root.place(root.folder(), stem, ".jpg", b"1")
    assert not list(root.root.iterdir())


def test_the_same_bytes_are_found_again(root: OutputRoot) -> None:
    folder = root.folder()
    assert root.find_same(folder, b"12345") is None
    placed = root.place(folder, "panda", ".jpg", b"12345")
    root.place(folder, "other", ".jpg", b"54321")
    assert root.find_same(folder, b"12345") == placed
    assert root.find_same(root.folder("elsewhere"), b"12345") is None
    assert root.find_same(folder, b"12345", among=lambda name: name.startswith("other")) is None


def test_an_output_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(PathRefused, match="cannot be written") as caught:
        OutputRoot(tmp_path / "file" / "downloads").folder()
    assert "OPSIN_OUTPUT_DIR" in caught.value.hint


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_write_permission_is_told(root: OutputRoot) -> None:
    folder = root.folder()
    folder.chmod(0o500)
    try:
        with pytest.raises(PathRefused, match="cannot be written"):
            root.place(folder, "x", ".jpg", b"1")
    finally:
        folder.chmod(0o700)


def test_the_default_is_below_the_working_directory(tmp_path: Path) -> None:
    assert default_root("./downloaded-images", tmp_path) == (tmp_path / "downloaded-images", "")


def test_an_absolute_setting_is_taken_as_it_is(tmp_path: Path) -> None:
    assert default_root(str(tmp_path / "x"), Path(tmp_path.anchor)) == (tmp_path / "x", "")


def test_from_the_root_of_the_disk_it_is_the_users_pictures(tmp_path: Path) -> None:
    root, note = default_root("./downloaded-images", Path(tmp_path.anchor), pictures=tmp_path)
    assert root == tmp_path / "opsin"
    assert str(root) in note
    assert not root.exists()


def test_where_the_working_directory_is_gone_it_is_the_users_pictures_or_what_the_setting_names(
    tmp_path: Path,
) -> None:
    root, note = default_root("./downloaded-images", None, pictures=tmp_path)
    assert root == tmp_path / "opsin"
    assert note == f"The working directory is gone, so pictures are saved in {root}."
    assert default_root(str(tmp_path / "x"), None) == (tmp_path / "x", "")


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a folder that somebody works in")
def test_a_working_directory_that_was_taken_away_is_none(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    told = "from opsin.paths.output import working_folder; import os; os.rmdir(os.getcwd()); print(working_folder())"
    ran = subprocess.run([sys.executable, "-c", told], cwd=gone, capture_output=True, text=True, check=True)
    assert ran.stdout == "None\n"
    assert working_folder() == Path.cwd()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_from_where_nothing_can_be_written_it_is_the_users_pictures(tmp_path: Path) -> None:
    cwd = tmp_path / "closed"
    cwd.mkdir(mode=0o500)
    assert default_root("./x", cwd, pictures=tmp_path)[0] == tmp_path / "opsin"
