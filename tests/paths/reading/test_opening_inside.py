"""A file is opened only where it really lies in a root, and what lies outside is never told apart."""

import os
import socket
from pathlib import Path

import pytest

from opsin.paths.reading import opening
from opsin.paths.reading.refused import SETTING, ReadRefused, Reason
from opsin.paths.reading.roots import Roots
from tests.paths.reading.ways import WAYS, Way, read, roots_at

pytestmark = pytest.mark.skipif(os.name == "nt", reason="makes links and pipes")


@pytest.fixture
def inside(tmp_path: Path) -> Path:
    folder = tmp_path / "inside"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.png").write_bytes(b"picture a")
    (folder / "sub" / "b.png").write_bytes(b"picture b")
    return folder


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "secret.png").write_bytes(b"secret")
    return folder


def refusal(way: Way, path: Path | str, roots: Roots) -> ReadRefused:
    with pytest.raises(ReadRefused) as caught:
        way.open_file(path, roots)
    return caught.value


@pytest.mark.parametrize("way", WAYS)
class TestOpening:
    def test_a_file_is_read_by_its_real_path(self, way: Way, inside: Path) -> None:
        roots = roots_at(inside)
        for path in ("a.png", "sub/../a.png", "./sub/.././a.png", "a.png/"):
            assert read(way, f"{inside}/{path}", roots) == (str(inside / "a.png"), b"picture a")
        assert read(way, f"/{inside}//sub/b.png", roots) == (str(inside / "sub" / "b.png"), b"picture b")

    def test_links_within_the_roots_are_followed(self, way: Way, inside: Path, tmp_path: Path) -> None:
        (inside / "link.png").symlink_to("sub/b.png")
        (inside / "sub" / "up.png").symlink_to("../a.png")
        (inside / "whole.png").symlink_to(inside / "a.png")
        (inside / "folder").symlink_to("sub")
        roots = roots_at(inside)
        assert read(way, inside / "link.png", roots)[0] == str(inside / "sub" / "b.png")
        assert read(way, inside / "sub" / "up.png", roots)[0] == str(inside / "a.png")
        assert read(way, inside / "whole.png", roots)[0] == str(inside / "a.png")
        assert read(way, inside / "folder" / "b.png", roots)[0] == str(inside / "sub" / "b.png")
        other = tmp_path / "other"
        other.mkdir()
        (other / "c.png").write_bytes(b"c")
        (inside / "other").symlink_to(other)
        assert read(way, inside / "other" / "c.png", roots_at(inside, other)) == (str(other / "c.png"), b"c")

    def test_a_root_may_be_named_through_a_link(self, way: Way, inside: Path, tmp_path: Path) -> None:
        (tmp_path / "alias").symlink_to(inside)
        real = str(inside / "a.png")
        assert read(way, tmp_path / "alias" / "a.png", roots_at(tmp_path / "alias"))[0] == real
        assert read(way, inside / "a.png", roots_at(tmp_path / "alias"))[0] == real
        assert read(way, tmp_path / "alias" / "a.png", roots_at(inside))[0] == real

    def test_outside_everything_is_answered_alike(self, way: Way, inside: Path, outside: Path) -> None:
        (inside / "file.png").symlink_to(outside / "secret.png")
        (inside / "nothing.png").symlink_to(outside / "nothing.png")
        (inside / "folder").symlink_to(outside)
        (inside / "gone").symlink_to(outside / "gone")
        (inside / "top").symlink_to("/")
        os.mkfifo(outside / "pipe.png")
        roots = roots_at(inside, note="A note.")
        paths: list[Path | str] = [
            outside / "secret.png",
            outside / "nothing.png",
            outside / "pipe.png",
            outside,
            inside / "file.png",
            inside / "nothing.png",
            inside / "folder" / "secret.png",
            inside / "folder" / "nothing.png",
            inside / "folder" / "secret.png" / "deeper",
            inside / "folder" / "pipe.png",
            inside / "folder",
            inside / "gone" / "a.png",
            inside / "top" / "etc" / "passwd",
            inside.parent,
            Path("/"),
            f"{inside}/../outside/secret.png",
            f"{inside}/../outside/nothing.png",
            f"{inside}/../../../../../etc/passwd",
            f"{inside}-more/a.png",
        ]
        told = {(one.reason, str(one), one.outside) for one in (refusal(way, path, roots) for path in paths)}
        assert len(told) == 1
        [(reason, sentence, names)] = told
        assert reason is Reason.PATH_NOT_ALLOWED
        assert SETTING in sentence
        assert sentence.endswith("A note.")
        assert not names

    def test_what_is_no_file_is_not_opened(self, way: Way, inside: Path) -> None:
        os.mkfifo(inside / "pipe.png")
        with socket.socket(socket.AF_UNIX) as sock:
            here = Path.cwd()
            os.chdir(inside)
            try:
                sock.bind("socket.png")
            finally:
                os.chdir(here)
            roots = roots_at(inside)
            for name, what in (("pipe.png", "a pipe"), ("socket.png", "a socket"), ("sub", "a folder")):
                refused = refusal(way, inside / name, roots)
                assert refused.reason is Reason.NOT_A_FILE
                assert what in refused.message
        assert refusal(way, inside, roots).reason is Reason.NOT_A_FILE
        assert refusal(way, "/dev/null", roots_at(Path("/dev"))).reason is Reason.NOT_A_FILE

    def test_what_is_missing_has_names_like_it(self, way: Way, inside: Path) -> None:
        (inside / "Screenshot 2026-11-30 at 9.41.12.png").write_bytes(b"x")
        (inside / ".Screenshot 2026-11-30 at 9.41.13.png").write_bytes(b"x")
        roots = roots_at(inside)
        refused = refusal(way, inside / "screenshot 2026-11-30 9.41.12.png", roots)
        assert (refused.reason, refused.outside) == (
            Reason.FILE_NOT_FOUND,
            "there are Screenshot 2026-11-30 at 9.41.12.png",
        )
        assert refusal(way, inside / "quite other", roots).outside == ""
        assert refusal(way, inside / "nowhere" / "a.png", roots).reason is Reason.FILE_NOT_FOUND
        assert refusal(way, inside / "a.png" / "b.png", roots).reason is Reason.FILE_NOT_FOUND

    def test_a_name_that_only_looks_the_same_is_taken(self, way: Way, inside: Path) -> None:
        name = "Screenshot 2026-11-30 at 9.41.12\u202fAM.png"
        (inside / name).write_bytes(b"mac")
        folder = inside / "Bu\u0308ro"
        folder.mkdir()
        (folder / "x.png").write_bytes(b"x")
        roots = roots_at(inside)
        assert read(way, inside / name.replace("\u202f", " "), roots) == (str(inside / name), b"mac")
        assert read(way, inside / "Büro" / "x.png", roots)[1] == b"x"
        (inside / name.replace("\u202f", "\u00a0")).write_bytes(b"another")
        assert refusal(way, inside / name.replace("\u202f", " "), roots).reason is Reason.FILE_NOT_FOUND
        assert read(way, inside / name, roots)[1] == b"mac"

    def test_the_twin_of_a_name_is_judged_like_any(self, way: Way, inside: Path, outside: Path) -> None:
        (inside / "a\u00a0b.png").symlink_to(outside / "secret.png")
        assert refusal(way, inside / "a b.png", roots_at(inside)).reason is Reason.PATH_NOT_ALLOWED

    def test_links_in_a_circle_come_to_an_end(self, way: Way, inside: Path) -> None:
        (inside / "one").symlink_to("two")
        (inside / "two").symlink_to("one")
        with pytest.raises((ReadRefused, OSError)):
            way.open_file(inside / "one", roots_at(inside))

    def test_a_second_name_of_a_file_is_a_name(self, way: Way, inside: Path, outside: Path) -> None:
        os.link(outside / "secret.png", inside / "hard.png")
        assert read(way, inside / "hard.png", roots_at(inside)) == (str(inside / "hard.png"), b"secret")

    def test_a_folder_is_listed_without_its_links(self, way: Way, inside: Path, outside: Path) -> None:
        (inside / "link.png").symlink_to("a.png")
        (inside / "folder").symlink_to(outside)
        roots = roots_at(inside)
        listed = way.list_folder(inside, roots)
        assert (listed.real, [one.name for one in listed.files]) == (str(inside), ["a.png"])
        assert listed.files[0].size == 9
        with pytest.raises(ReadRefused) as caught:
            way.list_folder(inside / "folder", roots)
        assert caught.value.reason is Reason.PATH_NOT_ALLOWED
        with pytest.raises(ReadRefused):
            way.list_folder(inside / "a.png", roots)

    def test_nothing_stays_open(self, way: Way, inside: Path, outside: Path) -> None:
        if not Path("/proc/self/fd").exists():
            pytest.skip("counts open files by /proc")
        (inside / "file.png").symlink_to(outside / "secret.png")
        roots = roots_at(inside)
        before = len(list(Path("/proc/self/fd").iterdir()))
        for name in ("file.png", "nothing", "sub", "sub/nothing", "a.png/b", "../outside/secret.png"):
            refusal(way, f"{inside}/{name}", roots)
        read(way, inside / "sub" / "b.png", roots)
        way.list_folder(inside / "sub", roots)
        assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_the_systems_errors_are_told_in_ours(inside: Path) -> None:
    roots = roots_at(inside)
    with pytest.raises(ReadRefused) as caught:
        opening.open_file(f"{inside}/{'x' * 300}", "GIVEN", roots)
    assert caught.value.reason is Reason.INVALID_PATH
    (inside / "one").symlink_to("one")
    with pytest.raises(ReadRefused) as caught:
        opening.open_file(str(inside / "one"), "GIVEN", roots)
    assert caught.value.reason is Reason.UNREADABLE
    if os.getuid() != 0:
        (inside / "a.png").chmod(0)
        with pytest.raises(ReadRefused, match="Permission denied"):
            opening.open_file(str(inside / "a.png"), "GIVEN", roots)
