"""What a report says of how it came about: settings that are not used, text that was not reached."""

from dataclasses import replace
from pathlib import Path

from opsin.ocr.lines import Read
from opsin.pixels.plain import PlainPixels
from tests.loopback.ollama import FakeOllama
from tests.vision.test_look import one_look, reads


def test_a_setting_that_is_not_used_is_told_in_the_report(tmp_path: Path) -> None:
    fake = FakeOllama()
    report = one_look(tmp_path, fake, settings={"VISION_MAX_EDGE": "wide", "OLLAMA_HOST": "127.1"})
    assert any("VISION_MAX_EDGE is 'wide'" in note for note in report.notes)
    # Another address was given and is asked.
    assert not any("OLLAMA_HOST" in note for note in report.notes)
    engine = {"OPSIN_VISION_OLLAMA_HOST": "", "OLLAMA_HOST": "me:pw@host", "OPSIN_VISION_TIMEOUT_MS": "1"}
    report = one_look(tmp_path, fake, settings=engine)
    assert any(note.startswith("OLLAMA_HOST is (hidden); it must be") for note in report.notes)


def test_text_that_was_not_reached_is_told_beside_a_model_too(tmp_path: Path) -> None:
    async def reads_half(pixels: PlainPixels) -> Read:
        return replace(await reads(pixels), whole=False)

    report = one_look(tmp_path, read=reads_half)
    assert report.engine == "ollama"
    assert "Text recognition ended before all of it was read." in report.uncertainties
    assert not any("ended before" in one for one in one_look(tmp_path).uncertainties)
