"""What begins the server before the settings are read is sure that they can be read."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as example_settings
from hypothesis import strategies as st

from opsin.cli.plain_start import SURE_SETTINGS, config_files, nothing_stops_it
from opsin.config_file import config_path
from opsin.errors import SettingError
from opsin.setting_table import TABLE
from opsin.settings import load_settings
from tests.cli.write_sure_settings import sure_settings

HOME = str(Path("/nowhere"))
NOWHERE = {"HOME": HOME, "USERPROFILE": HOME}


def test_what_is_stored_is_made_from_the_table() -> None:
    """After a change that is meant: `python -m tests.cli.write_sure_settings`."""
    assert Path(SURE_SETTINGS).read_text("utf-8") == sure_settings()


def test_the_configuration_file_is_looked_for_where_it_is() -> None:
    assert str(config_path(os.environ)) in set(config_files(os.environ)) | {os.environ.get("OPSIN_CONFIG")}


ODD = [
    "",
    "0",
    "1",
    "-1",
    "00009",
    "9" * 12,
    "yes",
    "On",
    "AUTO",
    "/a",
    "/a:b",
    "~/a",
    "~nobody-at-all/a",
    "/\udce4",
    "²",
    "a b",
]


@example_settings(max_examples=60)
@given(
    name=st.sampled_from([row.name for row in TABLE]),
    value=st.sampled_from(ODD)
    | st.text(max_size=20)
    | st.integers(-10, 200_000_000).map(str)
    | st.sampled_from([row.default for row in TABLE]),
)
def test_a_value_that_stops_the_start_is_never_passed_over(name: str, value: str) -> None:
    if nothing_stops_it({**NOWHERE, name: value}):
        load_settings({name: value}, Path("/nonexistent/opsin/config.toml"))


def test_usual_values_do_not_delay_the_first_answer() -> None:
    assert nothing_stops_it(NOWHERE)
    usual = {
        "OPSIN_AGENT_SEES": "no",
        "OPSIN_SERPER_API_KEY": "a key",
        "OPSIN_LOG_LEVEL": "INFO",
        "OPSIN_CANVAS": "1568",
        "OPSIN_OF_ANOTHER_VERSION": "anything",
        "OPSIN_REGION": " ",
    }
    assert nothing_stops_it({**NOWHERE, **usual})


@pytest.mark.parametrize(
    ("name", "value"), [("OPSIN_AGENT_SEES", "perhaps"), ("OPSIN_CANVAS", "1"), ("OPSIN_PROXY", "nonsense")]
)
def test_a_value_that_cannot_be_used_is_read_first(name: str, value: str) -> None:
    assert not nothing_stops_it({**NOWHERE, name: value})
    with pytest.raises(SettingError):
        load_settings({name: value}, Path("/nonexistent/opsin/config.toml"))


def test_a_configuration_file_is_read_first(tmp_path: Path) -> None:
    assert not nothing_stops_it({**NOWHERE, "OPSIN_CONFIG": "/nowhere/at/all"})
    file = tmp_path / "opsin" / "config.toml"
    file.parent.mkdir()
    file.touch()
    assert not nothing_stops_it({**NOWHERE, "XDG_CONFIG_HOME": str(tmp_path)})
