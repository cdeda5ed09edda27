"""`opsin doctor` tells where originals are decoded."""

import pytest

from opsin.cli.doctor_checks import check_isolation
from opsin.cli.findings import Level
from opsin.pixels.isolated.process import CannotStart


def test_the_process_of_originals_is_started() -> None:
    finding = check_isolation()
    assert finding.what == "originals"
    assert "in a process of their own" in finding.told


@pytest.mark.parametrize(
    ("memory", "level"), [("held", Level.OK), ("watched", Level.OK), ("unbound", Level.WARN)]
)
def test_how_memory_is_bounded_is_told(memory: str, level: Level) -> None:
    assert check_isolation(lambda: memory).level is level


def test_a_process_that_cannot_be_started_is_a_warning() -> None:
    def none() -> str:
        raise CannotStart("the program is not a plain Python interpreter")

    finding = check_isolation(none)
    assert finding.level is Level.WARN
    assert "not a plain Python" in finding.told
    assert finding.hint
