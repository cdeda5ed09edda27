import logging
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from opsin.errors import SettingError
from opsin.server.calls import ANSWER_WITHIN_S
from opsin.setting_table import TABLE, Setting
from opsin.settings import load_settings, shown_value

NOWHERE = Path("/nowhere/config.toml")


def test_defaults_are_those_of_the_contract() -> None:
    settings = load_settings({}, NOWHERE)
    assert settings.output_dir == "./downloaded-images"
    assert settings.search_interval_ms == 1000
    assert settings.keep_days == 30
    assert settings.canvas == 1092
    assert settings.named_hosts == frozenset()
    assert set(settings.sources.values()) == {"default"}


@pytest.mark.parametrize(
    ("variable", "value", "key", "expected"),
    [
        ("IMAGE_MCP_OUTPUT_DIR", "/pictures", "output_dir", "/pictures"),
        ("IMAGE_MCP_SEARCH_INTERVAL_MS", "250", "search_interval_ms", 250),
        ("LOG_LEVEL", "debug", "log_level", "DEBUG"),
    ],
)
def test_older_names_work(variable: str, value: str, key: str, expected: object) -> None:
    settings = load_settings({variable: value}, NOWHERE)
    assert getattr(settings, key) == expected
    assert settings.sources[key] == variable


def test_own_name_wins_over_the_older_one() -> None:
    environ = {"OPSIN_OUTPUT_DIR": "new", "IMAGE_MCP_OUTPUT_DIR": "old"}
    assert load_settings(environ, NOWHERE).output_dir == "new"


def test_empty_value_counts_as_unset() -> None:
    environ = {"OPSIN_SEARCH_INTERVAL_MS": "  ", "IMAGE_MCP_SEARCH_INTERVAL_MS": "5"}
    assert load_settings(environ, NOWHERE).search_interval_ms == 5


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("OPSIN_SEARCH_INTERVAL_MS", "fast"),
        ("OPSIN_SEARCH_INTERVAL_MS", "-1"),
        ("OPSIN_KEEP_DAYS", "29"),
        ("OPSIN_STRUCTURED", "sometimes"),
        ("OPSIN_SHEET_TITLES", "maybe"),
        ("OPSIN_WIKIMEDIA_URL", "ftp://example.org"),
        ("OPSIN_WIKIMEDIA_URL", "https://wiki.example/w/api.php#top"),
        ("OPSIN_WIKIMEDIA_URL", "http://[::1"),
        ("OPSIN_ALLOW_HOSTS", "example.org"),
        ("OPSIN_ALLOW_HOSTS", "example.org:0"),
        ("OPSIN_ALLOW_HOSTS", "http://example.org:80"),
        ("OPSIN_ALLOW_HOSTS", "::1:80"),
        ("OPSIN_REGION", "germany"),
        ("OPSIN_REGION", "de-de/x"),
    ],
)
def test_unusable_value_stops_the_start_and_names_it(variable: str, value: str) -> None:
    with pytest.raises(SettingError) as caught:
        load_settings({variable: value}, NOWHERE)
    assert variable in caught.value.message
    assert value in caught.value.message
    assert "must be" in caught.value.message


def test_unusable_value_of_an_older_name_warns_and_falls_back(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        settings = load_settings({"IMAGE_MCP_SEARCH_INTERVAL_MS": "soon", "LOG_LEVEL": "loud"}, NOWHERE)
    assert settings.search_interval_ms == 1000
    assert settings.log_level == "WARNING"
    assert "IMAGE_MCP_SEARCH_INTERVAL_MS" in caplog.text
    assert "LOG_LEVEL" in caplog.text


def test_secret_is_shown_neither_in_the_table_nor_in_an_error() -> None:
    settings = load_settings({"OPSIN_PROXY": "http://user:hunter2@proxy.example:3128"}, NOWHERE)
    row = next(row for row in TABLE if row.name == "OPSIN_PROXY")
    assert settings.proxy.endswith(":3128")
    assert "hunter2" not in shown_value(settings, row)
    assert "hunter2" not in repr(settings)
    with pytest.raises(SettingError) as caught:
        load_settings({"OPSIN_PROXY": "socks5://user:hunter2@proxy.example"}, NOWHERE)
    assert "hunter2" not in str(caught.value)


def test_configuration_file_is_read_and_the_environment_wins(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(
        'output_dir = "from file"\nsheet_titles = true\nallow_hosts = ["a.example:80", "b.example:81"]\n'
    )
    settings = load_settings({"OPSIN_OUTPUT_DIR": "from environment"}, path)
    assert settings.output_dir == "from environment"
    assert settings.sheet_titles is True
    assert settings.allow_hosts == {"a.example:80", "b.example:81"}
    assert settings.sources["sheet_titles"] == str(path)


def test_configuration_file_named_by_the_environment(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("OPSIN_CANVAS = 800\n")
    assert load_settings({"OPSIN_CONFIG": str(path)}).canvas == 800
    with pytest.raises(SettingError, match="not there"):
        load_settings({"OPSIN_CONFIG": str(tmp_path / "absent.toml")})


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b'canvass = "800"', "Did you mean 'canvas'"),
        (b"canvas = 1", "546"),
        (b"canvas = ", "not TOML"),
        (b"[canvas]\nwide = 1", "table"),
        (b"\xff\xfe", "can't be read"),
        (b"canvas = " + b"9" * 5_000, "not TOML"),
        (b"canvas = 0x" + b"f" * 5_000, "beyond any use"),
        (b"canvas = " + b"[" * 50_000, "not TOML"),
    ],
)
def test_broken_configuration_file_says_what_is_wrong(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(content)
    with pytest.raises(SettingError) as caught:
        load_settings({}, path)
    assert told in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_configuration_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xef\xbb\xbfcanvas = 800\n")
    assert load_settings({}, path).canvas == 800


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
def test_a_pipe_is_no_configuration_file_and_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    os.mkfifo(path)
    # Held open by the test, so that reading it would fail this test rather than hang it.
    handle = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    try:
        os.write(handle, b"canvas = 800\n")
        with pytest.raises(SettingError, match="not a regular file"):
            load_settings({}, path)
    finally:
        os.close(handle)


@pytest.mark.parametrize(
    "name", ["OPSIN_STATE_DIR", "OPSIN_OUTPUT_DIR", "OPSIN_PROXY", "OPSIN_WIKIMEDIA_URL"]
)
def test_bytes_that_are_not_utf8_stop_the_start(name: str) -> None:
    given = "/pictures/\udcff" if name.endswith("DIR") else "http://host.example/\udcff"
    with pytest.raises(SettingError, match=name) as caught:
        load_settings({name: given}, NOWHERE)
    str(caught.value).encode()


def test_a_proxy_is_named_in_ascii() -> None:
    with pytest.raises(SettingError, match="ASCII"):
        load_settings({"OPSIN_PROXY": "http://ü.example/"}, NOWHERE)
    assert (
        load_settings({"OPSIN_PROXY": "http://xn--tda.example/"}, NOWHERE).proxy == "http://xn--tda.example"
    )


def test_named_hosts_are_those_that_were_set() -> None:
    environ = {
        "OPSIN_WIKIMEDIA_URL": "http://127.0.0.1:8080/w/api.php",
        "OPSIN_OPENVERSE_URL": "https://Mirror.example/",
    }
    settings = load_settings(environ, NOWHERE)
    assert settings.named_hosts == {"127.0.0.1:8080", "mirror.example:443"}
    assert settings.openverse_url == "https://Mirror.example"


@pytest.mark.parametrize(("given", "region"), [("wt-wt", "wt-wt"), ("DE_de", "de-de"), ("hk-tzh", "hk-tzh")])
def test_region_is_brought_into_its_form(given: str, region: str) -> None:
    assert load_settings({"OPSIN_REGION": given}, NOWHERE).region == region


@pytest.mark.parametrize("row", [row for row in TABLE if row.provider], ids=lambda row: row.key)
def test_a_provider_is_not_given_a_password_in_its_address(row: Setting) -> None:
    with pytest.raises(SettingError, match="without a user name") as caught:
        load_settings({row.name: "https://name:secret@mirror.example/"}, NOWHERE)
    assert row.name in caught.value.message
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("name", ["OPSIN_VISION_OPENAI_URL", "OPSIN_VISION_OLLAMA_HOST", "OLLAMA_HOST"])
def test_a_password_in_a_model_servers_address_is_repeated_nowhere(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    environ = {name: "http://name:hunter2@127.0.0.1:11434"}
    if name.startswith("OPSIN_"):
        with pytest.raises(SettingError) as refused:
            load_settings(environ, NOWHERE)
        assert "hunter2" not in str(refused.value)
    else:
        assert load_settings(environ, NOWHERE).vision_ollama_host == "http://127.0.0.1:11434"
    assert "hunter2" not in caplog.text


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows of no other user's folder")
def test_an_unknown_home_folder_stops_the_start(tmp_path: Path) -> None:
    for name in ("OPSIN_OUTPUT_DIR", "OPSIN_STATE_DIR"):
        with pytest.raises(SettingError, match=name):
            load_settings({name: "~no-such-user/x"}, NOWHERE)
    with pytest.raises(SettingError, match="OPSIN_CONFIG"):
        load_settings({"OPSIN_CONFIG": "~no-such-user/x.toml"})


def test_a_null_character_in_a_folder_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('output_dir = "pictures\\u0000"\n')
    with pytest.raises(SettingError, match="null character"):
        load_settings({}, tmp_path / "config.toml")


def test_a_home_folder_is_written_out() -> None:
    settings = load_settings({"OPSIN_OUTPUT_DIR": "~/pictures"}, NOWHERE)
    assert Path(settings.output_dir) == Path.home() / "pictures"


def test_settings_that_name_other_hosts_are_not_equal() -> None:
    """Naming the default address is consent to it, so what was made for the one does not serve the other."""
    plain = load_settings({}, NOWHERE)
    named = load_settings({"OPSIN_OPENVERSE_URL": plain.openverse_url}, NOWHERE)
    assert named.openverse_url == plain.openverse_url
    assert named != plain
    assert hash(named) != hash(plain)
    assert load_settings({"OPSIN_CANVAS": "1092"}, NOWHERE) == plain


def test_replacing_a_field_keeps_the_named_hosts() -> None:
    named = load_settings({"OPSIN_OPENVERSE_URL": "http://127.0.0.1:8080"}, NOWHERE)
    assert replace(named, log_level="DEBUG").named_hosts == named.named_hosts
    assert (
        replace(load_settings({}, NOWHERE), openverse_url="http://127.0.0.1:8080").named_hosts == frozenset()
    )


def test_a_search_always_ends_before_the_cap_on_every_call() -> None:
    with pytest.raises(SettingError, match="OPSIN_SEARCH_DEADLINE_S"):
        load_settings({"OPSIN_SEARCH_DEADLINE_S": "22"}, NOWHERE)
    longest = load_settings({"OPSIN_SEARCH_DEADLINE_S": "21"}, NOWHERE)
    # Drawing, saving and sending take theirs.
    assert longest.search_deadline_s <= ANSWER_WITHIN_S - 3
