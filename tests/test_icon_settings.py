"""The settings of icons are read as they are written."""

from pathlib import Path

import pytest

from opsin.errors import SettingError
from opsin.settings import load_settings

NOWHERE = Path(__file__).parent / "there-is-no-such.toml"


def test_the_defaults() -> None:
    settings = load_settings({}, NOWHERE)
    assert (settings.icon_source, settings.iconify_url, settings.iconify_json) == ("auto", "", "")
    assert (settings.icon_allow, settings.icon_deny) == ("", "")
    assert settings.named_hosts == frozenset()


def test_an_api_of_ones_own_counts_as_named() -> None:
    settings = load_settings({"OPSIN_ICONIFY_URL": "http://127.0.0.1:3000/"}, NOWHERE)
    assert settings.iconify_url == "http://127.0.0.1:3000"
    assert settings.named_hosts == {"127.0.0.1:3000"}


def test_lists_of_licences_and_sets() -> None:
    environ = {
        "OPSIN_ICON_ALLOW": " CC-BY-4.0,lucide , ,GPL-2.0-only  WITH Font-exception-2.0,",
        "OPSIN_ICON_DENY": "hugeicons",
    }
    settings = load_settings(environ, NOWHERE)
    assert settings.icon_allow == "CC-BY-4.0, lucide, GPL-2.0-only WITH Font-exception-2.0"
    assert settings.icon_deny == "hugeicons"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("OPSIN_ICON_SOURCE", "web"),
        ("OPSIN_ICONIFY_URL", "api.iconify.design"),
        ("OPSIN_ICON_ALLOW", "CC BY"),
        ("OPSIN_ICON_DENY", "a;b"),
        ("OPSIN_ICON_DENY", "MIT OR ISC"),
    ],
)
def test_what_cannot_be_used_stops_the_start(name: str, value: str) -> None:
    with pytest.raises(SettingError, match=name):
        load_settings({name: value}, NOWHERE)
