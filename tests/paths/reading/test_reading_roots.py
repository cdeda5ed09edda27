"""Which folders may be read, and which a link, a desktop or a starter would add by the way and may not."""

import ntpath
import os
import string
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opsin.paths.reading.roots import Root, Roots, allowed_roots
from opsin.paths.reading.system import System
from tests.paths.reading.moments import at_calls

POSIX = System.LINUX if os.name != "nt" else System.WINDOWS


@dataclass
class Named:
    project_dir: str = ""
    vision_allowed_paths: str = ""


@dataclass
class Place:
    """A home, a project, and folders of opsin's own."""

    top: Path
    named: Named = field(default_factory=Named)
    output: Path = Path("downloaded-images")
    cwd: Path | None = None
    user_folders: tuple[Path, ...] = ()

    def __post_init__(self) -> None:
        self.home, self.project, self.state = self.top / "home", self.top / "project", self.top / "state"
        for folder in (self.home / "Pictures", self.project, self.state):
            folder.mkdir(parents=True, exist_ok=True)
        self.cwd = self.cwd or self.project

    def roots(self) -> Roots:
        return allowed_roots(
            self.named,
            self.state,
            self.output,
            self.home,
            self.cwd,
            user_folders=self.user_folders,
            system=POSIX,
        )

    def folders(self) -> set[str]:
        return {Path(os.path.relpath(one.real, self.top)).as_posix() for one in self.roots().folders}


def test_the_project_the_users_folders_and_opsins_own(tmp_path: Path) -> None:
    place = Place(tmp_path)
    assert place.folders() == {"project", "home/Pictures", "state"}
    for name in ("Desktop", "Downloads"):
        (place.home / name).mkdir()
    (tmp_path / "Bilder").mkdir()
    place.user_folders = (tmp_path / "Bilder", tmp_path / "nowhere")
    place.output = tmp_path / "out"
    place.output.mkdir()
    assert place.folders() == {
        *("project", "state", "out", "Bilder"),
        *(f"home/{name}" for name in ("Desktop", "Pictures", "Downloads")),
    }
    assert place.roots().bases == (str(place.project), str(place.home))


def test_the_named_project_comes_before_the_working_directory(tmp_path: Path) -> None:
    place = Place(tmp_path)
    (tmp_path / "named").mkdir()
    place.named.project_dir = str(tmp_path / "named")
    assert "project" not in place.folders()
    assert "named" in place.folders()
    assert place.roots().bases == (str(tmp_path / "named"), str(place.project), str(place.home))


def test_further_folders_count_from_the_project_and_from_home(tmp_path: Path) -> None:
    place = Place(tmp_path)
    for folder in (tmp_path / "abs", place.project / ".." / "beside", place.home / "shots"):
        folder.mkdir()
    (tmp_path / "file").write_bytes(b"")
    place.named.vision_allowed_paths = POSIX.separator.join(
        [str(tmp_path / "abs"), "", " ../beside ", "~/shots", "missing", str(tmp_path / "file")]
    )
    assert place.folders() == {"abs", "beside", "home/shots", "project", "home/Pictures", "state"}


def test_the_top_of_the_file_system_is_no_project_unless_it_is_named(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.cwd = Path(tmp_path.anchor)
    roots = place.roots()
    assert "project" not in place.folders()
    assert not roots.holds(str(tmp_path / "elsewhere"))
    assert "CLAUDE_PROJECT_DIR" in roots.note
    place.named.project_dir = tmp_path.anchor
    assert place.roots().holds(str(tmp_path / "elsewhere"))
    assert place.roots().note == ""


def test_a_working_directory_that_is_gone_is_no_project(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.cwd = None
    roots = allowed_roots(
        place.named, place.state, place.output, place.home, None, user_folders=(), system=POSIX
    )
    assert "is gone" in roots.note
    assert roots.holds(str(place.home / "Pictures" / "a.png"))
    assert not roots.holds(str(place.project / "a.png"))


def test_a_project_that_is_not_there_is_told(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.named.project_dir = str(tmp_path / "nowhere")
    assert "not there" in place.roots().note


def test_a_desktop_without_folders_of_its_own_does_not_open_the_home_folder(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.user_folders = (place.home, tmp_path, place.home / "Pictures")
    assert "home" not in place.folders()
    assert "." not in place.folders()


@pytest.mark.skipif(os.name == "nt", reason="makes links")
def test_a_link_in_the_project_is_no_output_folder(tmp_path: Path) -> None:
    place = Place(tmp_path)
    (place.home / ".ssh").mkdir()
    (place.project / "downloaded-images").symlink_to(place.home / ".ssh")
    assert "home/.ssh" not in place.folders()
    place.output = place.project / "downloaded-images"
    assert "home/.ssh" not in place.folders()
    (tmp_path / "out").symlink_to(place.home / ".ssh")
    place.output = tmp_path / "out"
    assert "home/.ssh" in place.folders()


@pytest.mark.skipif(os.name == "nt", reason="makes links")
def test_a_root_is_found_by_its_name_and_by_its_real_path(tmp_path: Path) -> None:
    place = Place(tmp_path)
    (tmp_path / "alias").symlink_to(place.project)
    place.cwd = tmp_path / "alias"
    roots = place.roots()
    for start in (place.project, tmp_path / "alias"):
        found = roots.place(str(start / "sub" / "a.png"))
        assert found is not None
        assert (found[0].real, found[1]) == (str(place.project), ("sub", "a.png"))


def test_the_innermost_root_is_taken() -> None:
    roots = made(System.LINUX, "/a", "/a/b")
    found = roots.place("/a/b/c.png")
    assert found is not None
    assert (found[0].real, found[1]) == ("/a/b", ("c.png",))


def made(system: System, *folders: str) -> Roots:
    return Roots(tuple(Root(one, one) for one in folders), folders[:1], (), folders[0], system)


@pytest.mark.parametrize(
    ("path", "holds"),
    [
        ("C:\\Users\\ada\\Pictures\\a.png", True),
        ("c:\\users\\ADA\\pictures\\a.png", True),
        ("C:/Users/ada/Pictures/sub/../a.png", True),
        ("C:\\Users\\ada\\Pictures", True),
        ("C:\\Users\\ada\\Pictures2\\a.png", False),
        ("C:\\Users\\ada\\Pictures\\..\\a.png", False),
        ("D:\\Users\\ada\\Pictures\\a.png", False),
        ("\\\\server\\share\\a.png", False),
        ("\\\\host\\shots\\a.png", True),
        ("\\Users\\ada\\Pictures\\a.png", False),
    ],
)
def test_roots_on_windows(path: str, holds: bool) -> None:
    roots = made(System.WINDOWS, "C:\\Users\\ada\\Pictures", "\\\\host\\shots")
    assert roots.holds(path) is holds
    if holds or path.startswith("\\\\"):
        assert (roots.place(path) is not None) is holds


def test_a_share_outside_is_not_looked_up() -> None:
    roots = made(System.WINDOWS, "C:\\Users\\ada\\Pictures")
    with at_calls({}) as calls:
        assert roots.place("\\\\server\\share\\a.png") is None
    assert not calls


def test_roots_on_macos_are_found_in_any_case_and_normal_form() -> None:
    roots = made(System.MACOS, "/Users/ada/Bu\u0308ro")
    found = roots.place("/users/ADA/büro/A.png")
    assert found is not None
    assert found[1] == ("A.png",)
    assert made(System.LINUX, "/home/ada").place("/HOME/ada/A.png") is None


PARTS = st.lists(st.sampled_from(["a", "b", "A", "..", ".", "", "c.png", "a b"]), max_size=8)


def stays_inside(system: System, parts: list[str], separators: str) -> None:
    """What is placed by its text lies below the root, by the system's own reading of the text."""
    paths = system.paths
    top = "C:\\r\\a" if system is System.WINDOWS else "/r/a"
    path = top + separators + separators.join(parts)
    found = made(system, top)._within(made(system, top)._normal(path), spelled=True)
    normal = system.key(paths.normpath(path))
    inside = normal == system.key(top) or normal.startswith(system.key(top) + paths.sep)
    assert (found is not None) is inside
    if found is not None:
        assert ".." not in found[1]
        assert not any(set(part) & set("/\\") for part in found[1])


@given(PARTS, st.sampled_from(["/", "//"]))
@settings(max_examples=100)
def test_no_text_leads_out_of_a_root(parts: list[str], separators: str) -> None:
    stays_inside(System.LINUX, parts, separators)
    stays_inside(System.WINDOWS, parts, separators)
    stays_inside(System.WINDOWS, parts, "\\")


@pytest.mark.full
@given(
    st.lists(st.text(string.ascii_lowercase + "./", max_size=4), max_size=10),
    st.sampled_from(["/", "//", "/./", "/../"]),
)
@settings(max_examples=10_000)
def test_none_of_ten_thousand_texts_leads_out_of_a_root(parts: list[str], separators: str) -> None:
    stays_inside(System.LINUX, parts, separators)
    stays_inside(System.WINDOWS, parts, separators)


def test_both_slashes_part_names_on_windows() -> None:
    assert ntpath.normpath("C:/a//b/..") == "C:\\a"
