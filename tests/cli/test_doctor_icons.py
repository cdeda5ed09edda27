from pathlib import Path

import pytest

from opsin.cli.doctor_icons import check_drawing, check_icons
from opsin.cli.findings import Level
from opsin.pixels.isolated.process import CannotStart
from opsin.settings import load_settings


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("auto", "https://api.iconify.design is asked for others"),
        ("embedded", "nobody is asked for others"),
        ("api", "https://api.iconify.design searches instead"),
    ],
)
def test_the_catalogue_its_version_and_the_source_are_told(source: str, told: str) -> None:
    (found,) = check_icons(load_settings({"OPSIN_ICON_SOURCE": source}))
    assert found.level is Level.OK
    assert found.told.startswith("Iconify data 2.")
    assert found.told.endswith(told)


def test_a_folder_that_is_none_and_a_list_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    environ = {
        "OPSIN_ICONIFY_JSON": str(tmp_path / "nowhere"),
        "OPSIN_STATE_DIR": str(tmp_path),
        "OPSIN_ICON_ALLOW": "CC-BY-NC-4.0",
    }
    found = list(check_icons(load_settings(environ)))
    assert [one.level for one in found] == [Level.FAIL, Level.FAIL]
    assert "OPSIN_ICON_ALLOW" in found[0].told
    assert str(tmp_path / "nowhere") in found[1].told + found[1].hint
    with_api = list(
        check_icons(load_settings({**environ, "OPSIN_ICON_SOURCE": "api", "OPSIN_ICON_ALLOW": ""}))
    )
    assert [one.level for one in with_api] == [Level.WARN]


def test_whether_icons_can_be_drawn_is_told() -> None:
    assert check_drawing().level is Level.OK

    def cannot() -> str:
        raise CannotStart("no such program")

    found = check_drawing(cannot)
    assert found.level is Level.WARN
    assert "no such program" in found.told
