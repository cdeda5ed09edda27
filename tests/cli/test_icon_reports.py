"""What strangers write into the facts of a set, on a terminal and for an agent in a shell."""

from dataclasses import replace

import pytest

from opsin.cli import icon_download_report, icons_report
from opsin.icons.licences.credit import credit
from opsin.icons.licences.terms import terms_of
from opsin.icons.saving import IconDownload
from opsin.text import FENCE_END, FENCE_START
from tests.injections import INJECTIONS, unseen
from tests.server.tools.icons_made import ROCKET, shown


@pytest.mark.full
def test_words_of_sets_stand_in_the_fence_and_cannot_steer_a_terminal() -> None:
    own: list[list[str]] = []
    for evil in ("Plain", *INJECTIONS.values()):
        icon = replace(ROCKET, set=replace(ROCKET.set, name=evil, author=evil, licence_title=evil))
        found = shown([icon], kind="api")
        lines = icons_report.as_lines(found, "sheet.jpg", fenced=True)
        assert lines[-1] == FENCE_END
        assert sum(line == FENCE_END for line in lines) == 1
        own.append(lines[: lines.index(FENCE_START)])
        assert not any(map(unseen, icons_report.as_lines(found, "sheet.jpg", fenced=False)))
        terms = terms_of(icon)
        saved = IconDownload(
            "s5:1", icon.id, "/out/x.svg", format="svg", licence="ISC", credit=credit(icon, terms)
        )
        told = icon_download_report.as_lines([saved], fenced=True)
        assert told[-1] == FENCE_END
        own.append(told[: told.index(FENCE_START)])
        assert not any(map(unseen, icon_download_report.as_lines([saved], fenced=False)))
    assert all(lines == own[place % 2] for place, lines in enumerate(own))


def test_our_own_data_needs_no_fence() -> None:
    lines = icons_report.as_lines(shown([ROCKET]), "", fenced=True)
    assert FENCE_START not in lines
    assert "sheet:  not saved; --out FILE saves it" in lines
    assert any(line.startswith("terms:  lucide: Lucide by Lucide Contributors, ISC, ") for line in lines)
