"""A file is read whole, once it stands still, within its bounds, by whatever form of its path."""

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from opsin.paths.reading.local_file import Kinds, LocalFile, read_local
from opsin.paths.reading.refused import ReadRefused, Reason
from opsin.paths.reading.roots import Roots
from tests.paths.reading.ways import roots_at

pytestmark = pytest.mark.skipif(os.name == "nt", reason="writes paths as POSIX has them")

KINDS = Kinds(is_picture=lambda head: head.startswith(b"P"), ends_early=lambda data: not data.endswith(b"E"))
NOW = 2_000_000_000.0
NOTHING: Callable[[], None] = lambda: None  # noqa: E731


class Time:
    """A clock that stands still, and pauses in which something happens."""

    def __init__(self, *steps: Callable[[], None]) -> None:
        self.steps = list(steps)
        self.waited = 0.0

    async def pause(self, seconds: float) -> None:
        self.waited += seconds
        if self.steps:
            self.steps.pop(0)()


def read(given: str, roots: Roots, time: Time | None = None, **more: Any) -> LocalFile:
    time = time or Time()
    values: dict[str, Any] = {
        "max_bytes": 1_000,
        "kinds": KINDS,
        "pause": time.pause,
        "now": lambda: NOW,
        **more,
    }
    return asyncio.run(read_local(given, roots, **values))


def refusal(given: str, roots: Roots, time: Time | None = None, **more: Any) -> ReadRefused:
    with pytest.raises(ReadRefused) as caught:
        read(given, roots, time, **more)
    return caught.value


def put(path: Path, data: bytes = b"P picture E", age: float = 1_000.0) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, (NOW - age, NOW - age))
    return path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


def test_a_file_is_read_whole(project: Path) -> None:
    path = put(project / "a b.png")
    for form in (
        str(path),
        f"file://{project}/a%20b.png",
        f"`{path}`",
        "a b.png",
        "./a b.png",
        f"{project}/a\\ b.png",
    ):
        assert read(form, roots_at(project)) == LocalFile(str(path), b"P picture E", NOW - 1_000)


def test_a_relative_path_counts_from_the_project_then_from_the_next_base(
    tmp_path: Path, project: Path
) -> None:
    (tmp_path / "home" / "Desktop").mkdir(parents=True)
    put(tmp_path / "home" / "Desktop" / "b.png", b"P desktop E")
    roots = roots_at(project, tmp_path / "home" / "Desktop")
    both = Roots(
        roots.folders, (str(project), str(tmp_path / "home")), roots.pictures, roots.home, roots.system
    )
    assert read("Desktop/b.png", both).data == b"P desktop E"
    put(project / "Desktop" / "b.png", b"P project E")
    assert read("Desktop/b.png", both).data == b"P project E"
    assert refusal("Desktop/nothing.png", both).reason is Reason.FILE_NOT_FOUND
    assert refusal("../x.png", both).reason is Reason.PATH_NOT_ALLOWED


def test_home_leads_home(tmp_path: Path, project: Path) -> None:
    put(tmp_path / "Pictures" / "a.png")
    roots = roots_at(project, tmp_path / "Pictures", home=tmp_path)
    assert read("~/Pictures/a.png", roots).shown == str(tmp_path / "Pictures" / "a.png")
    assert refusal("~/a.png", roots).reason is Reason.PATH_NOT_ALLOWED


def test_the_sentence_for_outside_is_one(tmp_path: Path, project: Path) -> None:
    put(tmp_path / "outside" / "x.png")
    roots = roots_at(project)
    told = refusal(str(tmp_path / "outside" / "x.png"), roots)
    nothing = refusal(str(tmp_path / "outside" / "y.png"), roots)
    assert str(told).replace("x.png", "y.png") == str(nothing)
    assert (told.reason, nothing.reason) == (Reason.PATH_NOT_ALLOWED, Reason.PATH_NOT_ALLOWED)
    assert "OPSIN_VISION_ALLOWED_PATHS" in told.hint


def test_too_many_bytes_are_not_read(project: Path) -> None:
    put(project / "a.png", b"P" * 999 + b"E")
    assert len(read("a.png", roots_at(project)).data) == 1_000
    put(project / "a.png", b"P" * 1_000 + b"E")
    time = Time()
    refused = refusal("a.png", roots_at(project), time)
    assert refused.reason is Reason.FILE_TOO_LARGE
    assert "1,001" in refused.message
    assert time.waited == 0


def test_a_file_that_is_being_written_is_waited_for(project: Path) -> None:
    path = put(project / "a.png", b"", age=0)
    time = Time(
        lambda: void(put(path, b"P half", age=0)),
        NOTHING,
        lambda: void(put(path, b"P half and whole E", age=0)),
    )
    assert read("a.png", roots_at(project), time).data == b"P half and whole E"
    assert time.waited == pytest.approx(0.3)


def test_a_file_that_stays_cut_short_is_given_with_a_note(project: Path) -> None:
    put(project / "a.png", b"P half", age=0)
    time = Time()
    found = read("a.png", roots_at(project), time)
    assert found.data == b"P half"
    assert "ends early" in found.note
    assert 2.0 <= time.waited < 2.2


def test_an_old_file_is_not_waited_for(project: Path) -> None:
    put(project / "a.png", b"P half")
    put(project / "b.png", b"")
    time = Time()
    assert read("a.png", roots_at(project), time).note == ""
    refused = refusal("b.png", roots_at(project), time)
    assert refused.reason is Reason.UNSUPPORTED_TYPE
    assert "is empty" in refused.message
    assert time.waited == 0


def test_a_file_that_stays_empty_is_told(project: Path) -> None:
    put(project / "a.png", b"", age=0)
    refused = refusal("a.png", roots_at(project))
    assert refused.reason is Reason.UNSUPPORTED_TYPE
    assert "call again" in refused.hint


def test_a_file_that_does_not_stop_changing_is_told(project: Path) -> None:
    path = project / "a.png"
    put(path, b"P" * 900_000, age=0)
    stop = threading.Event()

    def write() -> None:
        with path.open("r+b") as file:
            number = 0
            while not stop.is_set():
                number += 1
                file.truncate(900_000 + number % 50_000)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        with pytest.raises(ReadRefused, match="still being written") as caught:
            read_many_times("a.png", roots_at(project))
    finally:
        stop.set()
        thread.join()
    assert caught.value.reason is Reason.UNREADABLE


def read_many_times(given: str, roots: Roots) -> None:
    for _ in range(3_000):
        read(given, roots, max_bytes=10**6, wait_s=0.0)


def void(_: object) -> None:
    return None


def test_the_newest_picture_of_a_folder(project: Path) -> None:
    put(project / "shots" / "old.png", age=500)
    put(project / "shots" / "new.png", age=100)
    put(project / "shots" / "newer.txt", b"no picture", age=50)
    put(project / "shots" / ".hidden.png", age=10)
    newest = str(project / "shots" / "new.png")
    for form in ("latest:shots", f"latest:{project}/shots", "shots/latest", f"{project}/shots/LATEST"):
        assert read(form, roots_at(project)).shown == newest
    put(project / "shots" / "latest", b"P of that name E")
    assert read("shots/latest", roots_at(project)).data == b"P of that name E"
    assert read("latest:shots", roots_at(project)).shown == newest


def test_latest_alone_looks_in_the_users_folders(tmp_path: Path, project: Path) -> None:
    put(tmp_path / "Desktop" / "a.png", age=500)
    put(tmp_path / "Pictures" / "Screenshots" / "b.png", age=100)
    put(project / "c.png", age=1)
    roots = roots_at(project, tmp_path / "Desktop", tmp_path / "Pictures")
    folders = tuple(
        str(tmp_path / name) for name in ("Pictures/Screenshots", "Nothing", "Desktop", "Pictures")
    )
    both = Roots(roots.folders, roots.bases, folders, roots.home, roots.system)
    assert read("latest", both).shown == str(tmp_path / "Pictures" / "Screenshots" / "b.png")


def test_the_newest_picture_lies_inside(tmp_path: Path, project: Path) -> None:
    put(tmp_path / "outside" / "a.png")
    (project / "out").symlink_to(tmp_path / "outside")
    (project / "link.png").symlink_to(tmp_path / "outside" / "a.png")
    roots = roots_at(project)
    for form in (f"latest:{tmp_path}/outside", "latest:out", "latest:..", f"latest:{tmp_path}/nothing"):
        assert refusal(form, roots).reason is Reason.PATH_NOT_ALLOWED
    assert refusal("latest:.", roots).reason is Reason.FILE_NOT_FOUND
    assert refusal("latest", roots).reason is Reason.FILE_NOT_FOUND
    assert refusal("latest:nowhere", roots).reason is Reason.FILE_NOT_FOUND


def test_an_empty_picture_that_was_just_made_is_the_newest(project: Path) -> None:
    put(project / "old.png", age=5)
    path = put(project / "new.png", b"", age=0)
    time = Time(lambda: void(put(path, b"P new E", age=0)))
    assert read("latest:.", roots_at(project), time).data == b"P new E"
    put(path, b"", age=100)
    assert read("latest:.", roots_at(project)).shown == str(project / "old.png")


def test_a_name_that_is_no_text_is_shown_with_escapes(project: Path) -> None:
    name = os.fsdecode(b"a\xff.png")
    try:
        put(project / name)
    except OSError:
        pytest.skip("the file system takes text only")
    found = read(f"file://{project}/a%FF.png", roots_at(project))
    assert found.shown == f"{project}/a\\xff.png"


def test_a_caller_that_goes_is_not_kept_waiting(project: Path) -> None:
    put(project / "a.png", b"P half", age=0)

    async def within() -> None:
        started = asyncio.Event()

        async def pause(_: float) -> Awaitable[None]:
            started.set()
            await asyncio.Event().wait()
            raise AssertionError

        reading = asyncio.create_task(
            read_local("a.png", roots_at(project), max_bytes=1_000, kinds=KINDS, pause=pause, now=lambda: NOW)
        )
        await started.wait()
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading

    asyncio.run(within())


@pytest.mark.skipif(os.name == "nt", reason="makes links")
def test_links_that_lead_to_each_other_are_told_with_what_to_do(project: Path) -> None:
    (project / "a-loop.png").symlink_to("b-loop.png")
    (project / "b-loop.png").symlink_to(project / "a-loop.png")
    (project / "itself").symlink_to("itself")
    for given in (project / "a-loop.png", project / "itself" / "a.png"):
        with pytest.raises(ReadRefused, match="without an end") as caught:
            read(str(given), roots_at(project))
        assert "without links" in caught.value.hint
