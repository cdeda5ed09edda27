"""What a caller names becomes bytes of an image, or a code of the contract with what to do."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path

import pytest

from opsin.errors import ExpiredId, UnknownId
from opsin.paths.reading.roots import Roots
from opsin.pixels.extras import NEEDY, install_line
from opsin.pixels.sniff import Format
from opsin.services import Services, open_services
from opsin.settings import load_settings
from opsin.vision.refused import Code, VisionRefused
from opsin.vision.source import (
    OpenId,
    Source,
    ends_early,
    is_picture,
    open_source,
    refuse_other_types,
    roots_of,
)
from tests.loopback import pictures
from tests.paths.reading.ways import roots_at


def services_in(folder: Path, **environ: str) -> AbstractAsyncContextManager[Services]:
    named = {"OPSIN_STATE_DIR": str(folder / "state"), "OPSIN_OUTPUT_DIR": str(folder / "out"), **environ}
    return open_services(load_settings(named, folder / "none.toml"))


def opened(
    given: str, folder: Path, *, open_id: OpenId | None = None, roots: Roots | None = None, **environ: str
) -> Source:
    async def within() -> Source:
        async with services_in(folder, **environ) as services:
            return await open_source(services, given, open_id, roots=roots or roots_at(folder))

    return asyncio.run(within())


def refusal(given: str, folder: Path) -> VisionRefused:
    with pytest.raises(VisionRefused) as caught:
        opened(given, folder)
    return caught.value


def giving(data: bytes) -> Callable[[Services, str], Awaitable[tuple[str, bytes]]]:
    async def open_id(_: Services, name: str) -> tuple[str, bytes]:
        return name, data

    return open_id


PNG = pictures.encoded(pictures.picture(1, 40, 30), "PNG")


def test_a_file_is_opened_by_its_bytes_whatever_its_ending(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(PNG)
    assert opened("a.txt", tmp_path) == Source(str(tmp_path / "a.txt"), PNG)
    assert opened("latest:.", tmp_path).shown == str(tmp_path / "a.txt")


@pytest.mark.parametrize(
    ("data", "word", "hint"),
    [
        (b"<html><body>Not found</body></html>", "HTML", "web page"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG", "render it to PNG"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "a Git LFS pointer", "git lfs pull"),
        (b"just words\n", "text", "as text"),
        (b'{"a": 1}', "JSON", "as text"),
        (b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "a video (MP4)", "PNG, JPEG"),
        (b"\x1a\x45\xdf\xa3 webm", "a video (WebM)", "PNG, JPEG"),
        (b"PK\x03\x04zip", "a ZIP archive", "PNG, JPEG"),
        (b"\0\1\2\3\4\5", "data of an unknown kind", "PNG, JPEG"),
        (b"SQLite format 3\0rest", "data of an unknown kind", "PNG, JPEG"),
    ],
)
def test_another_file_is_told_by_what_it_holds(tmp_path: Path, data: bytes, word: str, hint: str) -> None:
    (tmp_path / "a.png").write_bytes(data)
    refused = refusal("a.png", tmp_path)
    assert refused.error_code is Code.UNSUPPORTED_TYPE
    assert word in refused.message
    assert hint in refused.hint


@pytest.mark.parametrize("data", [PNG, pictures.jpeg(1), b"GIF89a" + b"\0" * 20], ids=["png", "jpeg", "gif"])
def test_a_picture_is_let_through(data: bytes) -> None:
    refuse_other_types(Source("a", data))


@pytest.mark.parametrize(
    ("data", "label", "line"),
    [
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "HEIC", 'pip install "opsin[heif]"'),
        (b"%PDF-1.7\n", "PDF", 'pip install "opsin[pdf]"'),
    ],
)
def test_what_takes_a_package_names_the_line_that_installs_it(data: bytes, label: str, line: str) -> None:
    lines = {kind: install_line(kind) for kind in NEEDY}
    with pytest.raises(VisionRefused) as caught:
        refuse_other_types(Source("a", data), lacking=lambda kind: lines.get(kind, ""))
    assert caught.value.error_code is Code.UNSUPPORTED_TYPE
    assert label in caught.value.message
    assert line in caught.value.hint
    refuse_other_types(Source("a", data), lacking=lambda _: "")


def test_every_refusal_has_its_code(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "large.png").write_bytes(PNG + b"\0" * 1_000)
    (tmp_path / "in" / "empty.png").write_bytes(b"")
    os.utime(tmp_path / "in" / "empty.png", (1, 1))
    roots = roots_at(tmp_path / "in")
    codes = {
        "": Code.INVALID_PATH,
        "https://example.org/a.png": Code.INVALID_PATH,
        "nothing.png": Code.FILE_NOT_FOUND,
        str(tmp_path / "x.png"): Code.PATH_NOT_ALLOWED,
        str(tmp_path / "in"): Code.NOT_A_FILE,
        "large.png": Code.FILE_TOO_LARGE,
        "empty.png": Code.UNSUPPORTED_TYPE,
    }
    for given, code in codes.items():
        with pytest.raises(VisionRefused) as caught:
            opened(given, tmp_path, roots=roots, VISION_MAX_BYTES=str(len(PNG)))
        assert caught.value.error_code is code, given
        assert caught.value.hint


def test_names_of_files_are_quoted_as_outside_text(tmp_path: Path) -> None:
    (tmp_path / "shot-1.png").write_bytes(PNG)
    refused = refusal("shot-2.png", tmp_path)
    assert refused.outside == "there are shot-1.png"
    assert "shot-1" not in str(refused)


@pytest.mark.parametrize("given", ["s3:4", " S3:4 ", "`s3:4`", "[s3:4]"])
def test_an_id_is_opened_as_one(tmp_path: Path, given: str) -> None:
    assert opened(given, tmp_path, open_id=giving(PNG)) == Source("s3:4", PNG)


def test_an_id_by_handle_is_opened_as_one(tmp_path: Path) -> None:
    assert opened("sk7mw2qa5xvt3n:4", tmp_path, open_id=giving(PNG)).shown == "sk7mw2qa5xvt3n:4"


def test_what_an_id_brings_is_judged_as_a_file_is(tmp_path: Path) -> None:
    with pytest.raises(VisionRefused) as caught:
        opened("s3:4", tmp_path, open_id=giving(PNG), VISION_MAX_BYTES="10")
    assert caught.value.error_code is Code.FILE_TOO_LARGE
    with pytest.raises(VisionRefused) as caught:
        opened("s3:4", tmp_path, open_id=giving(b"<html>"))
    assert caught.value.error_code is Code.UNSUPPORTED_TYPE


@pytest.mark.parametrize("error", [UnknownId("no such id"), ExpiredId("gone")])
def test_errors_of_ids_pass_through(tmp_path: Path, error: Exception) -> None:
    async def open_id(_: Services, __: str) -> tuple[str, bytes]:
        raise error

    with pytest.raises(type(error)):
        opened("s3:4", tmp_path, open_id=open_id)
    with pytest.raises(UnknownId):
        opened("s0:4", tmp_path, open_id=open_id)


def test_without_ids_the_text_is_a_path(tmp_path: Path) -> None:
    (tmp_path / "s3:4").write_bytes(PNG)
    assert opened("s3:4", tmp_path).data == PNG
    assert opened("./s3:4", tmp_path, open_id=giving(b"")).data == PNG


def test_the_settings_name_the_folders(tmp_path: Path) -> None:
    for name in ("project", "shots", "out", "state"):
        (tmp_path / name).mkdir()
    settings = load_settings(
        {
            "CLAUDE_PROJECT_DIR": str(tmp_path / "project"),
            "VISION_ALLOWED_PATHS": str(tmp_path / "shots"),
            "OPSIN_OUTPUT_DIR": str(tmp_path / "out"),
            "OPSIN_STATE_DIR": str(tmp_path / "state"),
        },
        tmp_path / "none.toml",
    )
    roots = roots_of(settings)
    for name in ("project", "shots", "out", "state"):
        assert roots.holds(os.path.realpath(tmp_path / name / "a.png"))
    assert not roots.holds(os.path.realpath(tmp_path / "a.png"))
    narrower = roots_of(replace(settings, vision_allowed_paths=""))
    assert not narrower.holds(os.path.realpath(tmp_path / "shots" / "a.png"))


def test_what_begins_a_picture() -> None:
    assert is_picture(PNG[:64])
    assert is_picture(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    assert not is_picture(b"%PDF-1.7")
    assert not is_picture(b"text")
    assert not is_picture(b"")


@pytest.mark.parametrize("data", [PNG, pictures.jpeg(1)], ids=["png", "jpeg"])
def test_where_the_end_is_missing(data: bytes) -> None:
    assert not ends_early(data)
    assert not ends_early(data + b"trailing")
    assert all(ends_early(data[:length]) for length in (64, len(data) // 2, len(data) - 3))
    assert not ends_early(b"text")


def test_only_two_formats_take_a_package() -> None:
    assert set(NEEDY) == {Format.HEIC, Format.PDF}
