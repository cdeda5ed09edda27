"""What `opsin doctor` says of providers, the network, fonts, clients, the model server and the Iconify API."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from opsin.cli import main
from opsin.cli.doctor_clients import check_clients
from opsin.cli.doctor_fonts import check_fonts
from opsin.cli.doctor_iconify import check_iconify
from opsin.cli.doctor_lines import check_network, off_in_one_line, one_line_each
from opsin.cli.doctor_looking import check_looking, text_of, told_of
from opsin.cli.doctor_vision import Vision
from opsin.cli.findings import Finding, Level
from opsin.settings import load_settings
from opsin.vision.engines.base import Health
from tests.images.providers.asked import settings
from tests.loopback.web import LoopbackWeb

Capture = pytest.CaptureFixture[str]
STANDING = [Finding(Level.OK, "a", "Free."), Finding(Level.WARN, "b", "Ends soon.", "Leave it.")]


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as running:
        yield running


def test_each_provider_has_one_line_with_all_that_was_found() -> None:
    resting = [Finding(Level.WARN, "a", "resting", "Wait.")]
    asked = [
        Finding(Level.OK, "b", "answers"),
        Finding(Level.FAIL, "a", "blocked", "Wait.", "go away"),
        Finding(Level.OK, "a", "best"),
    ]
    assert one_line_each(STANDING, resting, asked) == [
        Finding(Level.FAIL, "a", "blocked. resting. Free.", "Wait.", "go away"),
        Finding(Level.OK, "a …", "best"),
        Finding(Level.WARN, "b", "answers. Ends soon.", "Leave it."),
    ]
    assert one_line_each(STANDING, [], []) == STANDING


@pytest.mark.parametrize(
    ("told", "level"),
    [
        (["unreachable (x)", "timed out"], Level.FAIL),
        (["unreachable", "blocked"], Level.OK),
        (["answers"], Level.FAIL),
    ],
)
def test_the_network_is_there_where_one_was_reached(told: list[str], level: Level) -> None:
    asked = [Finding(Level.FAIL, name, one) for name, one in zip("ab", told, strict=False)]
    names = ["a", "b"] if len(told) == 2 else ["c"]
    assert check_network(asked, names).level is level


def test_scripts_without_a_font_are_told() -> None:
    assert check_fonts(lambda _: True).hint == ""
    some = check_fonts(str.isascii)
    assert (some.level, "Greek" in some.told) == (Level.WARN, True)
    found = check_fonts(lambda text: text[0] not in "ไह")
    assert (found.level, found.told.partition("; ")[2]) == (Level.OK, "no font for Thai, Devanagari")
    assert check_fonts().level is Level.OK


def test_clients_that_are_found_are_told_with_what_to_do(tmp_path: Path) -> None:
    environ = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path), "PATH": ""}
    assert "none" in check_clients(environ)[0].told
    for name, server in (("claude", sys.executable), ("cursor", str(tmp_path / "gone"))):
        file = tmp_path / {"claude": ".claude.json", "cursor": ".cursor/mcp.json"}[name]
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps({"mcpServers": {"opsin": {"command": server}}}), encoding="utf-8")
    (tmp_path / ".codex").mkdir()
    (tmp_path / ".codex" / "config.toml").write_text("no toml", encoding="utf-8")
    (tmp_path / ".gemini").mkdir()
    found = {one.told.partition(" ")[0]: one for one in check_clients(environ)}
    assert found["Claude"].told.endswith(".claude.json")
    assert (found["Cursor"].level, "install --client cursor" in found["Cursor"].hint) == (Level.WARN, True)
    assert found["Codex:"].level is Level.WARN
    assert (found["Gemini"].level, "install --client gemini" in found["Gemini"].hint) == (Level.OK, True)


@pytest.mark.parametrize(
    ("engine", "health", "level", "part"),
    [
        ("ollama", Health(reachable=True, installed=True, findings=()), Level.OK, "has m"),
        ("ollama", Health(reachable=True, installed=False, findings=()), Level.WARN, "without the model m"),
        ("ollama", Health(reachable=False, installed=False, findings=()), Level.OK, "does not answer"),
        ("ollama", None, Level.FAIL, "refused"),
        ("ocr", None, Level.OK, "none is asked"),
    ],
)
def test_the_model_server_has_one_line(engine: str, health: Health | None, level: Level, part: str) -> None:
    found = told_of(Vision(engine, "host:1", "m", health, (Finding(Level.FAIL, "engine", "refused"),)))
    assert found.level is level
    assert part in found.told


def test_where_neither_a_model_nor_opsin_reads_it_is_warned_of() -> None:
    lacking = "No engine is installed. To install it: pip install opsin[ocr]"
    nobody, model, both = text_of(lacking, model=False), text_of(lacking, model=True), text_of("", model=True)
    assert (nobody.level, model.level, both.level) == (Level.WARN, Level.OK, Level.OK)
    assert "read by nobody" in nobody.told
    assert nobody.hint == model.hint == "Add it with: pip install opsin[ocr]"


def test_providers_that_are_off_share_the_last_line() -> None:
    off = [
        Finding(Level.OK, "c", "off (A_KEY not set). Costs much."),
        Finding(Level.OK, "d", "off (B and C not set). Costs more."),
    ]
    assert off_in_one_line([off[0], *STANDING, off[1]]) == [
        *STANDING,
        Finding(Level.OK, "off", "c (A_KEY), d (B, C). --verbose tells of each."),
    ]
    assert off_in_one_line(STANDING) == STANDING


@pytest.mark.full
def test_providers_that_are_off_have_one_line_and_verbose_tells_of_each(
    web: LoopbackWeb, tmp_path: Path, capsys: Capture
) -> None:
    environ = web.environ(tmp_path)
    assert main(["doctor"], environ=environ) == 0
    lines = capsys.readouterr().out.splitlines()
    (off,) = [line for line in lines if line.startswith("ok    off ")]
    assert "brave (OPSIN_BRAVE_API_KEY), google_cse (OPSIN_GOOGLE_CSE_KEY, OPSIN_GOOGLE_CSE_CX)" in off
    assert not any("not set)" in line for line in lines)
    assert main(["doctor", "--verbose"], environ=environ) == 0
    each = capsys.readouterr().out.splitlines()
    assert any(line.startswith("ok    brave          off (OPSIN_BRAVE_API_KEY not set). ") for line in each)
    assert not any(line.startswith("ok    off ") for line in each)


def test_looking_is_told_without_a_server() -> None:
    server, text = check_looking(settings(vision_ollama_host="127.0.0.1:9"))
    assert (server.level, text.level) == (Level.OK, Level.OK)
    assert "127.0.0.1:9" in server.told


def test_iconify_is_asked_and_its_silence_is_no_failure(web: LoopbackWeb, tmp_path: Path) -> None:
    environ = web.environ(tmp_path)
    assert check_iconify(load_settings(environ)).told.startswith("127.0.0.1 answers")
    gone = check_iconify(load_settings({**environ, "OPSIN_ICONIFY_URL": f"{web.origin}/nowhere"}))
    assert (gone.level, gone.told) == (Level.WARN, "127.0.0.1 answered HTTP 404.")
    closed = check_iconify(load_settings({**environ, "OPSIN_ICONIFY_URL": "http://127.0.0.1:9"}))
    assert closed.level is Level.WARN
    assert "never asked" in check_iconify(load_settings({**environ, "OPSIN_ICON_SOURCE": "embedded"})).told


def test_no_provider_is_shown_twice(web: LoopbackWeb, tmp_path: Path, capsys: Capture) -> None:
    environ = web.environ(tmp_path, OPSIN_IMPERSONATE="never", **web.keys("brave"))
    main(["doctor", "--online", "--json"], environ=environ)
    findings = json.loads(capsys.readouterr().out)
    whats = [one["what"] for one in findings]
    for name in ("wikimedia", "openverse", "brave", "duckduckgo", "network", "iconify"):
        assert whats.count(name) == 1, name
    brave = next(one for one in findings if one["what"] == "brave")
    assert brave["told"].startswith("answers: ")
    assert "OPSIN_BRAVE_API_KEY set." in brave["told"]
