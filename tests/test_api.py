import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

import opsin
from opsin.errors import InvalidInput
from opsin.settings import Settings, load_settings
from opsin.store.ids import CellId
from opsin.vision.refused import Code, VisionRefused
from opsin.vision.smoke import number_picture
from tests.loopback.web import LoopbackWeb


def settings_for(web: LoopbackWeb, folder: Path) -> Settings:
    return load_settings(web.environ(folder))


def test_whole_job_from_a_program(tmp_path: Path) -> None:
    with LoopbackWeb() as web:
        settings = settings_for(web, tmp_path)
        found = opsin.search_images("anything", count=4, settings=settings)
        seen = opsin.inspect_image(found.cells[1].id, "0,0,0.5,0.5", settings=settings)
        saved = opsin.download_images(
            [found.cells[0].id, str(found.cells[1].id)], dir="picks", settings=settings
        )
    assert len(found.cells) == 4
    assert seen.picture.startswith(b"\xff\xd8")
    assert [one.error for one in saved] == ["", ""]
    for one in saved:
        assert Path(one.path).is_relative_to(tmp_path / "out" / "picks")
        assert Path(one.sidecar) == Path(one.path + ".json")
    # What was inspected is what was downloaded, without another request for it.
    originals = web.paths("/i/fine/1/640x480")
    assert len(originals) == 1


def test_eyes_keep_everything_open_between_calls(tmp_path: Path) -> None:
    async def run(web: LoopbackWeb) -> list[int]:
        async with opsin.Eyes(settings_for(web, tmp_path)) as eyes:
            return [(await eyes.search_images(words, count=2)).number for words in ("one", "two")]

    with LoopbackWeb() as web:
        assert asyncio.run(run(web)) == [1, 2]


def test_closed_eyes_say_so(tmp_path: Path) -> None:
    eyes = opsin.Eyes(load_settings({}, tmp_path / "none.toml"))
    with pytest.raises(RuntimeError, match="async with"):
        asyncio.run(eyes.search_images("red panda"))


def test_eyes_are_opened_once_at_a_time_and_again_when_closed(tmp_path: Path) -> None:
    eyes = opsin.Eyes(load_settings({"OPSIN_STATE_DIR": str(tmp_path)}, tmp_path / "none.toml"))

    async def run() -> None:
        for _ in range(2):
            async with eyes:
                with pytest.raises(RuntimeError, match="open already"):
                    await eyes.__aenter__()
                assert eyes.services

    asyncio.run(run())


def test_inside_a_running_loop_what_waits_says_what_to_use_there(tmp_path: Path) -> None:
    settings = load_settings({"OPSIN_STATE_DIR": str(tmp_path)}, tmp_path / "none.toml")

    async def run() -> None:
        with pytest.raises(InvalidInput, match="running event loop") as told:
            opsin.download_images("s1:1", settings=settings)
        assert "async with opsin.Eyes()" in told.value.hint

    asyncio.run(run())


def test_one_id_needs_no_list(tmp_path: Path) -> None:
    settings = load_settings({"OPSIN_STATE_DIR": str(tmp_path)}, tmp_path / "none.toml")
    for ids in ("s1:1", CellId(1, 1), ["s1:1"]):
        (download,) = opsin.download_images(ids, settings=settings)
        assert download.id == "s1:1"
        assert download.error


def test_importing_opsin_loads_nothing_heavy() -> None:
    code = "import sys, opsin; print(sorted({'PIL', 'httpcore2', 'sqlite3', 'mcp', 'pydantic', 'asyncio'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_public_names_are_there() -> None:
    for name in opsin.__all__:
        assert getattr(opsin, name) is not None
    with pytest.raises(AttributeError, match="no attribute"):
        opsin.nothing_of_that_name  # noqa: B018


def test_a_look_from_a_program_is_refused_as_everywhere(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    settings = load_settings({"OPSIN_PROJECT_DIR": str(tmp_path / "project")}, tmp_path / "none.toml")
    with pytest.raises(VisionRefused) as told:
        opsin.look_at_image(tmp_path / "secret.png", settings=settings)
    assert told.value.error_code is Code.PATH_NOT_ALLOWED
    with pytest.raises(InvalidInput, match="mode"):
        opsin.look_at_image("a.png", mode="colour", settings=settings)


@pytest.mark.full
def test_a_look_from_a_program(tmp_path: Path) -> None:
    (tmp_path / "shot.png").write_bytes(number_picture("752834"))
    environ = {"OPSIN_PROJECT_DIR": str(tmp_path), "OPSIN_VISION_ENGINE": "ocr"}
    told: list[str] = []

    async def progress(_done: int, _total: int, sentence: str) -> None:
        told.append(sentence)

    report = opsin.look_at_image(
        tmp_path / "shot.png",
        mode="ocr",
        settings=load_settings(environ, tmp_path / "none"),
        progress=progress,
    )
    assert report.visible_text == ("752834",)
    assert told
