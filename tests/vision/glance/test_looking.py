"""Several pictures are looked at together: by a model where one answers in time, else by opsin, and what is said is kept."""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from PIL import Image

from opsin.errors import WebError
from opsin.ocr.lines import Line, Read
from opsin.pixels.plain import PlainPixels
from opsin.services import Services, open_services
from opsin.settings import load_settings
from opsin.vision.glance.looking import Load, describe_pictures
from opsin.vision.glance.telling import OPSIN, Description
from tests.loopback.ollama import FakeOllama, ollama

SAID = '{"description": "A red panda."}'


def load(colour: str) -> Load:
    out = io.BytesIO()
    Image.new("RGB", (90, 60), colour).save(out, "PNG")

    async def data() -> bytes:
        return out.getvalue()

    return data


async def broken() -> bytes:
    raise WebError("It could not be drawn.")


async def no_picture() -> bytes:
    return b"<html>"


class Reader:
    """Reads nothing, or what it is told to, and counts."""

    def __init__(self, *texts: str) -> None:
        self.texts = texts
        self.read = 0

    async def __call__(self, _pixels: PlainPixels) -> Read:
        self.read += 1
        return Read(tuple(Line(text, (0, 0, 9, 9), 0.9) for text in self.texts), engine="test 1")


@asynccontextmanager
async def services_with(folder: Path, fake: FakeOllama | None, **environ: str) -> AsyncIterator[Services]:
    (folder / "config.toml").touch()
    plain = {"OPSIN_CONFIG": str(folder / "config.toml"), "OPSIN_STATE_DIR": str(folder / "state")}
    if fake is None:
        settings = load_settings({**plain, "OPSIN_VISION_OLLAMA_HOST": "127.0.0.1:9", **environ})
        async with open_services(settings) as services:
            yield services
        return
    async with ollama(fake) as server:
        host = {"OPSIN_VISION_OLLAMA_HOST": f"127.0.0.1:{server.port}"}
        settings = load_settings({**plain, **host, **environ})
        async with open_services(settings) as services:
            yield services


def run(
    folder: Path, fake: FakeOllama | None, test: Callable[[Services], Awaitable[None]], **environ: str
) -> None:
    async def within() -> None:
        async with services_with(folder, fake, **environ) as services:
            await test(services)

    asyncio.run(within())


def test_a_model_is_asked_once_for_each_picture_whoever_asks_again(tmp_path: Path) -> None:
    fake, read = FakeOllama(), Reader()
    fake.reply = SAID
    told: list[tuple[int, int, str]] = []

    async def progress(done: int, total: int, what: str) -> None:
        told.append((done, total, what))

    async def test(services: Services) -> None:
        for _ in range(2):
            described, notes = await describe_pictures(
                services, [load("red"), None, load("blue")], 10, progress, read=read
            )
            assert described == [
                Description("A red panda.", "qwen3-vl:4b"),
                Description(),
                Description("A red panda.", "qwen3-vl:4b"),
            ]
            assert notes == ("described by qwen3-vl:4b (2)",)

    async def twice(services: Services) -> None:
        await test(services)
        # Another process on the same store asks nobody either.
        async with open_services(services.settings) as others:
            await test(others)

    run(tmp_path, fake, twice)
    assert len(fake.chats) == 2
    assert read.read == 0
    assert told[:2] == [(1, 2, "1 of 2 described"), (2, 2, "2 of 2 described")]


def test_without_a_server_opsin_describes_and_says_why(tmp_path: Path) -> None:
    read = Reader("SALE 50 %")

    async def test(services: Services) -> None:
        for _ in range(2):
            described, notes = await describe_pictures(
                services, [load("red"), load("red"), load("blue")], 10, None, read=read
            )
            assert [one.by for one in described] == [OPSIN] * 3
            assert described[0] == described[1]
            assert "text “SALE 50 %”" in described[0].text
            assert "100% blue" in described[2].text
            assert not any(one.pending for one in described)
            assert notes[0].startswith("described by opsin itself")
            assert "no model looked: Ollama could not be asked" in notes[1]

    run(tmp_path, None, test)
    assert read.read <= 3


def test_where_no_model_is_wanted_none_is_asked(tmp_path: Path) -> None:
    async def test(services: Services) -> None:
        described, notes = await describe_pictures(services, [load("red")], 10, None, read=Reader())
        assert described[0].by == OPSIN
        assert not any("no model" in note for note in notes)

    run(tmp_path, None, test, OPSIN_VISION_ENGINE="ocr")


def test_a_cold_model_costs_no_answer_and_the_same_call_again_goes_on(tmp_path: Path) -> None:
    fake, read = FakeOllama(loaded=0), Reader()
    fake.reply = SAID

    async def test(services: Services) -> None:
        async with services_with(tmp_path, None, OPSIN_VISION_ENGINE="ocr") as others:
            # What a first look has to load and start is not what is timed here.
            await describe_pictures(others, [load("green")], None, None, read=Reader())
        fake.loading = asyncio.Event()
        loads = [load("red"), load("blue")]
        described, notes = await describe_pictures(services, loads, 1.0, None, read=read, head_start_s=0.1)
        assert [(one.by, one.pending) for one in described] == [(OPSIN, True)] * 2
        assert any("the model has not looked yet at all; the same call again goes on" in one for one in notes)
        fake.loading.set()
        described, notes = await describe_pictures(services, loads, 10, None, read=read)
        assert [one.text for one in described] == ["A red panda."] * 2
        assert not any("again" in note for note in notes)

    run(tmp_path, fake, test)


def test_what_is_not_described_in_time_is_said(tmp_path: Path) -> None:
    async def never(_pixels: PlainPixels) -> Read:
        await asyncio.sleep(60)
        return Read(())

    async def test(services: Services) -> None:
        described, notes = await describe_pictures(
            services, [load("red"), load("blue")], 0.1, None, read=never
        )
        assert described == [Description(pending=True)] * 2
        assert notes == ("not described in time: all; the same call again goes on",)

    run(tmp_path, None, test, OPSIN_VISION_ENGINE="ocr")


def test_one_picture_that_is_none_costs_no_other(tmp_path: Path) -> None:
    async def test(services: Services) -> None:
        described, notes = await describe_pictures(
            services, [broken, load("red"), no_picture], 10, None, read=Reader()
        )
        assert [bool(one.text) for one in described] == [False, True, False]
        assert "not described in time: 1, 3; the same call again goes on" in notes

    run(tmp_path, None, test, OPSIN_VISION_ENGINE="ocr")


def test_an_answer_that_is_none_leaves_the_word_to_opsin_for_that_picture_alone(tmp_path: Path) -> None:
    fake = FakeOllama()
    fake.reply = '{"description": ""}'

    async def test(services: Services) -> None:
        described, notes = await describe_pictures(
            services, [load("red"), load("blue")], 10, None, read=Reader()
        )
        assert [one.by for one in described] == [OPSIN] * 2
        assert any("the model's answer was of no use for 2 of 2: " in note for note in notes)
        assert len(fake.chats) == 2
        fake.reply = SAID
        described, _ = await describe_pictures(services, [load("red"), load("blue")], 10, None, read=Reader())
        assert [one.by for one in described] == ["qwen3-vl:4b"] * 2

    run(tmp_path, fake, test)


def test_a_model_of_the_cloud_is_never_shown_a_picture(tmp_path: Path) -> None:
    fake = FakeOllama()
    fake.models["qwen3-vl:4b"].remote_host = "https://ollama.example"

    async def test(services: Services) -> None:
        described, notes = await describe_pictures(
            services, [load("red"), load("blue"), load("green")], 10, None, read=Reader()
        )
        assert [one.by for one in described] == [OPSIN] * 3
        assert any("no model looked" in note for note in notes)

    run(tmp_path, fake, test)
    assert fake.chats == []
    assert fake.forwarded == 0


def test_secrets_in_a_picture_are_masked(tmp_path: Path) -> None:
    key = "sk-proj-" + "aB3dE5gH7jK9" * 4

    async def test(services: Services) -> None:
        described, _ = await describe_pictures(services, [load("red")], 10, None, read=Reader(f"key {key}"))
        assert key not in described[0].text
        assert described[0].text.startswith("text “key")

    run(tmp_path, None, test, OPSIN_VISION_ENGINE="ocr")
