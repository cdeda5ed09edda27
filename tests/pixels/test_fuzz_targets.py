"""What the fuzzer runs is run here on whole files, so that it does not rot between two campaigns."""

from typing import Any

import pytest

from tests.corpus.hand_png import chunk
from tests.pixels.pictures import STILLS, exif

targets = pytest.importorskip(
    "scripts.fuzz_targets", reason="the scripts are not part of a source distribution"
)


@pytest.mark.parametrize("target", ["names", "structure", "opening", "thumbnail", "check", "original"])
@pytest.mark.parametrize("name", STILLS)
def test_whole_files_are_right(target: str, name: str) -> None:
    assert targets.run(target, STILLS[name]()) == "right"


@pytest.mark.parametrize("target", ["notes", "profile", "structure"])
@pytest.mark.parametrize("data", [b"", exif(Orientation=6).tobytes()[6:], bytes(300)], ids=len)
def test_parts_of_files_are_right(target: str, data: Any) -> None:
    assert targets.run(target, data) == "right"


def test_what_is_no_picture_is_refused() -> None:
    assert targets.run("check", b"<html>") == "refused"


def test_sums_are_mended() -> None:
    whole = STILLS["png"]()
    assert targets.with_true_sums(whole[:29] + bytes(4) + whole[33:]) == whole
    assert targets.with_true_sums(whole[:50] + chunk(b"", b"")) != whole
    assert targets.with_true_sums(b"GIF89a") == b"GIF89a"


def test_every_target_has_a_share_of_the_time() -> None:
    campaign = pytest.importorskip("scripts.fuzz_pixels")
    assert set(campaign.SHARES) == set(targets.TARGETS)
