"""A whole look: an image on disk, an Ollama of the tests, and one report, whatever the model does."""

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw

from opsin.errors import InvalidInput
from opsin.ocr.lines import Line, Read
from opsin.pixels.plain import PlainPixels
from opsin.services import Services, open_services
from opsin.settings import load_settings
from opsin.vision.look import look
from opsin.vision.refused import Code, VisionRefused
from opsin.vision.report import Report
from opsin.vision.request import Look
from tests.loopback.ollama import FakeOllama, ollama

LINES = ("File saved", "disk 87% full")


async def reads(_pixels: PlainPixels) -> Read:
    """Text recognition that always reads the same."""
    lines = tuple(
        Line(text, (10, 10 + 20 * number, 200, 26 + 20 * number), 0.99) for number, text in enumerate(LINES)
    )
    return Read(lines, engine="reader of the tests")


def drawn(size: tuple[int, int] = (320, 200), *, square: bool = True) -> bytes:
    image = Image.new("RGB", size, "white")
    if square:
        ImageDraw.Draw(image).rectangle((100, 60, 180, 140), fill=(255, 140, 0))
    target = BytesIO()
    image.save(target, "PNG")
    return target.getvalue()


def nobody() -> str:
    """A place of this machine where nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{taken.getsockname()[1]}"


async def asked(fake: FakeOllama) -> None:
    """Wait until the model was asked."""
    async with asyncio.timeout(30):
        while not fake.chats:  # noqa: ASYNC110  (the server of the tests is a plain value)
            await asyncio.sleep(0.01)


@dataclass
class Scene:
    """A folder with images, an Ollama, and the services."""

    folder: Path
    fake: FakeOllama
    services: Services

    def save(self, name: str, data: bytes) -> str:
        path = self.folder / name
        path.write_bytes(data)
        return str(path)

    async def look(self, path: str, *, second: str = "", **more: Any) -> Report:
        options = {
            "wait_s": None,
            "read": reads,
            **{k: more.pop(k) for k in ("wait_s", "read", "by_parts") if k in more},
        }
        return await look(self.services, Look.checked(path, secondary_path=second, **more), **options)


def run(
    folder: Path, work: Callable[[Scene], Awaitable[Any]], fake: FakeOllama | None = None, **settings: str
) -> Any:
    async def whole() -> Any:
        made = fake or FakeOllama()
        async with ollama(made) as server:
            environ = {
                "OPSIN_VISION_OLLAMA_HOST": server.place,
                "OPSIN_PROJECT_DIR": str(folder),
                "OPSIN_STATE_DIR": str(folder / "state"),
                "OPSIN_OUTPUT_DIR": str(folder / "out"),
                **settings,
            }
            async with open_services(load_settings(environ, folder / "none.toml")) as services:
                return await work(Scene(folder, made, services))

    return asyncio.run(whole())


def one_look(
    folder: Path, fake: FakeOllama | None = None, *, settings: dict[str, str] | None = None, **more: Any
) -> Report:
    async def work(scene: Scene) -> Report:
        return await scene.look(scene.save("shot.png", drawn()), **more)

    report: Report = run(folder, work, fake, **(settings or {}))
    return report


def test_a_model_answers_and_text_recognition_stands_beside_it(tmp_path: Path) -> None:
    fake = FakeOllama()
    fake.reply = json.dumps(
        {
            "answer": "A note.",
            "observations": ["One square."],
            "visible_text": ["File saved"],
            "uncertainties": [],
        }
    )
    report = one_look(tmp_path, fake)
    assert (report.ok, report.engine, report.answer) == (True, "ollama", "A note.")
    assert [(line.text, line.source) for line in report.text] == [
        ("File saved", "both"),
        ("disk 87% full", "ocr"),
    ]
    assert report.source_path == str((tmp_path / "shot.png").resolve())
    assert report.receipt is not None
    assert not report.receipt.left_machine
    assert report.receipt.checked
    assert [len(one["sha256"]) for one in report.receipt.pictures] == [64]


def test_without_a_server_the_embedded_engine_answers_and_says_why(tmp_path: Path) -> None:
    report = one_look(tmp_path, settings={"OPSIN_VISION_OLLAMA_HOST": nobody()})
    assert (report.ok, report.engine, report.pending) == (True, "ocr", False)
    assert "OLLAMA_UNAVAILABLE" in report.answer
    assert "ollama pull" in report.answer
    assert report.visible_text == LINES
    assert report.receipt is not None
    assert report.receipt.address == "in process"


def test_an_engine_that_is_named_and_does_not_answer_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(VisionRefused) as refused:
        one_look(tmp_path, settings={"OPSIN_VISION_OLLAMA_HOST": nobody(), "OPSIN_VISION_ENGINE": "ollama"})
    assert refused.value.error_code is Code.OLLAMA_UNAVAILABLE


def test_the_embedded_engine_alone_asks_nobody(tmp_path: Path) -> None:
    fake = FakeOllama()
    report = one_look(tmp_path, fake, settings={"OPSIN_VISION_ENGINE": "ocr"})
    assert report.engine == "ocr"
    assert fake.asked == []


def test_another_machine_is_refused_and_never_answered_otherwise(tmp_path: Path) -> None:
    with pytest.raises(VisionRefused) as refused:
        one_look(tmp_path, settings={"OPSIN_VISION_OLLAMA_HOST": "192.0.2.7:11434"})
    assert refused.value.error_code is Code.PRIVACY_REFUSED


def test_a_slow_model_is_pending_and_the_same_call_collects_its_answer(tmp_path: Path) -> None:
    async def work(scene: Scene) -> tuple[Report, Report]:
        path = scene.save("shot.png", drawn())
        first = await scene.look(path, wait_s=2.5)
        scene.fake.go_on.set()
        await asked(scene.fake)
        return first, await scene.look(path)

    first, second = run(tmp_path, work, FakeOllama(mode="stalls"))
    assert (first.pending, first.engine, first.ok) == (True, "ocr", True)
    assert first.visible_text == LINES
    assert not second.pending


def test_a_model_that_loads_is_waited_for_by_the_second_call(tmp_path: Path) -> None:
    async def work(scene: Scene) -> tuple[Report, Report]:
        path = scene.save("shot.png", drawn())
        scene.fake.loading = asyncio.Event()
        first = await scene.look(path, wait_s=2.5)
        scene.fake.loading.set()
        return first, await scene.look(path)

    fake = FakeOllama(loaded=0)
    first, second = run(tmp_path, work, fake)
    assert (first.pending, first.engine) == (True, "ocr")
    assert (second.pending, second.engine) == (False, "ollama")
    assert len(fake.chats) == 1
    assert fake.given_up == 0


def test_reading_that_takes_long_is_pending_too(tmp_path: Path) -> None:
    async def work(scene: Scene) -> tuple[Report, Report]:
        path, done = scene.save("shot.png", drawn()), asyncio.Event()

        async def slowly(pixels: PlainPixels) -> Read:
            await done.wait()
            return await reads(pixels)

        first = await scene.look(path, wait_s=2.2, read=slowly)
        done.set()
        return first, await scene.look(path, read=slowly)

    first, second = run(tmp_path, work, OPSIN_VISION_ENGINE="ocr")
    assert (first.pending, first.visible_text) == (True, ())
    assert (second.pending, second.visible_text) == (False, LINES)


def test_further_parts_ask_nobody_again(tmp_path: Path) -> None:
    async def many(_pixels: PlainPixels) -> Read:
        return Read(tuple(Line(f"row {n}", (0, n, 9, n + 1), 0.99) for n in range(300)), engine="reader")

    async def work(scene: Scene) -> tuple[list[Report], int]:
        path = scene.save("shot.png", drawn())
        reports = [await scene.look(path, by_parts=True, read=many, part=part) for part in (1, 2, 3)]
        with pytest.raises(InvalidInput):
            await scene.look(path, by_parts=True, read=many, part=4)
        return reports, len(scene.fake.chats)

    reports, chats = run(tmp_path, work)
    assert [text for report in reports for text in report.visible_text if text.startswith("row")] == [
        f"row {n}" for n in range(300)
    ]
    assert [report.parts for report in reports] == [3, 3, 3]
    assert [report.truncated for report in reports] == [True, True, False]
    assert chats == 1


def test_a_caller_that_goes_ends_the_request(tmp_path: Path) -> None:
    async def work(scene: Scene) -> None:
        call = asyncio.create_task(scene.look(scene.save("shot.png", drawn())))
        async with asyncio.timeout(20):
            await asked(scene.fake)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            # The server's side of it ends with `hung_up`, or this never comes to an end.
            await scene.services.web.aclose()

    run(tmp_path, work, FakeOllama(mode="silent"))


def test_an_answer_that_is_none_is_asked_for_once_more_and_then_told(tmp_path: Path) -> None:
    fake = FakeOllama(mode="empty")
    report = one_look(tmp_path, fake)
    assert report.engine == "ocr"
    assert "INVALID_RESPONSE" in report.answer
    assert [chat["options"]["seed"] for chat in fake.chats] == [3407, 3408]


def test_two_images_have_a_computed_difference(tmp_path: Path) -> None:
    async def work(scene: Scene) -> Report:
        before, after = scene.save("a.png", drawn(square=False)), scene.save("b.png", drawn())
        return await scene.look(before, second=after)

    fake = FakeOllama()
    report = run(tmp_path, work, fake)
    assert report.difference["regions"][0]["box"] == [100, 60, 181, 141]
    assert len(report.facts) == 2
    message = fake.chats[0]["messages"][-1]
    assert len(message["images"]) == 2
    assert message["content"].startswith("[img]\n[img]\n")


def test_a_tall_page_is_read_tile_by_tile_unless_it_has_to_be_fast(tmp_path: Path) -> None:
    async def work(scene: Scene) -> tuple[Report, int, Report]:
        path = scene.save("tall.png", drawn((900, 4_000)))
        whole = await scene.look(path, mode="ocr")
        chats = len(scene.fake.chats)
        return whole, chats, await scene.look(path, mode="ocr", detail="fast")

    fake = FakeOllama()
    whole, chats, fast = run(tmp_path, work, fake)
    assert chats > 3
    assert len(whole.receipt.pictures) == chats
    assert len(fake.chats) == chats + 1
    assert any("fast" in note for note in fast.notes)


def test_secrets_are_masked_wherever_they_are_repeated(tmp_path: Path) -> None:
    secret = "ghp_" + "abcdefghijklmnopqrstuvwxyz0123456789"

    async def read(_pixels: PlainPixels) -> Read:
        return Read((Line(f"token {secret}", (0, 0, 300, 20), 0.99),), engine="reader")

    fake = FakeOllama()
    fake.reply = json.dumps(
        {
            "answer": f"It shows {secret}.",
            "observations": [secret],
            "visible_text": [secret],
            "uncertainties": [secret],
        }
    )
    report = one_look(tmp_path, fake, read=read)
    assert secret not in json.dumps(report.to_json())
    assert report.masked
    shown = one_look(tmp_path, fake, read=read, settings={"OPSIN_VISION_MASK_SECRETS": "no"})
    assert secret in json.dumps(shown.to_json())


def test_what_is_no_picture_is_unsupported(tmp_path: Path) -> None:
    async def work(scene: Scene) -> None:
        await scene.look(scene.save("cut.png", drawn()[:200]))

    with pytest.raises(VisionRefused) as refused:
        run(tmp_path, work)
    assert refused.value.error_code is Code.UNSUPPORTED_TYPE
    assert "save it again" in refused.value.hint
