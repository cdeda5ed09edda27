"""What packages opsin for others is what the code says, and keeps to the rules of whoever reads it."""

import json
import re
import subprocess
import sys
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from PIL import Image
from scripts.build_icon import ICON, icon
from scripts.packaging.facts import ROOT, SHORT_CHARACTERS, facts
from scripts.packaging.mcpb import CONTENT
from scripts.write_packaging import MANIFEST, written

from opsin.setting_table import TABLE
from tests.scripts.dockerfile import Step, ignored, steps

FILES = written()

SERVER = {
    "type": "object",
    "additionalProperties": False,
    "required": ["$schema", "name", "description", "version", "packages"],
    "properties": {
        "$schema": {"const": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"},
        "name": {"type": "string", "maxLength": 200, "pattern": r"^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$"},
        "title": {"type": "string", "minLength": 1, "maxLength": 100},
        "description": {"type": "string", "minLength": 1, "maxLength": 100},
        "version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
        "packages": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["registryType", "identifier", "version", "transport"],
                "properties": {
                    "registryType": {"enum": ["pypi"]},
                    "identifier": {"type": "string"},
                    "version": {"type": "string", "not": {"const": "latest"}},
                    "runtimeHint": {"enum": ["uvx"]},
                    "transport": {"const": {"type": "stdio"}},
                    "packageArguments": {
                        "items": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["type", "value"],
                            "properties": {"type": {"const": "positional"}, "value": {"type": "string"}},
                        }
                    },
                    "environmentVariables": {"items": {"$ref": "#/$defs/variable"}},
                },
            },
        },
    },
    "$defs": {
        "variable": {
            "type": "object",
            "additionalProperties": False,
            "required": ["name", "description"],
            "properties": {
                "name": {"type": "string", "pattern": "^OPSIN_[A-Z_]+$"},
                "description": {"type": "string", "minLength": 10},
                "isRequired": {"const": False},
                "isSecret": {"type": "boolean"},
                "format": {"enum": ["string", "number", "boolean", "filepath"]},
                "default": {"type": "string", "minLength": 1},
                "choices": {"type": "array", "minItems": 2, "items": {"type": "string"}},
            },
        }
    },
}


@pytest.mark.parametrize("name", FILES)
def test_the_files_are_as_the_code_has_them(name: str) -> None:
    assert (ROOT / name).read_text("utf-8") == FILES[name], "run `make packaging`"


def test_the_entry_in_the_registry_has_its_form_and_every_setting_of_a_started_server() -> None:
    entry = json.loads(FILES["server.json"])
    jsonschema.Draft202012Validator(SERVER).validate(entry)
    variables = {one["name"]: one for one in entry["packages"][0]["environmentVariables"]}
    assert set(variables) == {row.name for row in TABLE if not row.key.startswith("http_")}
    assert all("default" not in one for one in variables.values() if one["isSecret"])
    assert variables["OPSIN_ICON_SOURCE"]["choices"] == ["auto", "embedded", "api"]
    assert variables["OPSIN_CANVAS"]["format"] == "number"
    assert len(facts().short) <= SHORT_CHARACTERS


def test_the_bundle_asks_for_keys_as_secrets_and_names_what_it_starts() -> None:
    manifest = json.loads(FILES[MANIFEST])
    asked, server = manifest["user_config"], manifest["server"]
    assert all(one["sensitive"] for key, one in asked.items() if key.endswith("_key"))
    assert set(server["mcp_config"]["env"].values()) == {f"${{user_config.{key}}}" for key in asked}
    assert (ROOT / server["entry_point"]).is_file()
    assert all((ROOT / name).exists() for name in CONTENT)
    assert {tool["name"] for tool in manifest["tools"]} >= {"image_search", "search_icons", "vision_analyze"}


def test_the_plugin_has_its_skill_and_its_icon() -> None:
    plugin = json.loads(FILES[".claude-plugin/plugin.json"])
    skill = (ROOT / "skills" / "opsin" / "SKILL.md").read_text("utf-8")
    assert re.match(r"---\nname: opsin\ndescription: .{40,1024}\n---\n", skill)
    assert plugin["name"] == json.loads(FILES[".claude-plugin/marketplace.json"])["plugins"][0]["name"]
    with Image.open(ICON) as kept:
        assert kept.size == (512, 512)
        assert kept.convert("RGB").tobytes() == icon().tobytes(), "run scripts/build_icon.py"


def test_no_host_of_a_package_registry_stands_in_them() -> None:
    hosts = (
        "pypi" + ".org",
        "python" + "hosted",
        "npm" + "js.",
        "registry." + "npm",
        "docker" + ".io",
        "ghcr" + ".io",
    )
    assert not [host for host in hosts for text in FILES.values() if host in text]


# --- the steps of the Dockerfile ---

STEPS = steps(FILES["Dockerfile"])


def of(word: str) -> list[Step]:
    return [step for step in STEPS if step.word == word]


def test_every_step_is_one_that_docker_knows() -> None:
    known = {
        "FROM",
        "WORKDIR",
        "COPY",
        "RUN",
        "LABEL",
        "ENV",
        "VOLUME",
        "USER",
        "HEALTHCHECK",
        "ENTRYPOINT",
        "CMD",
    }
    assert {step.word for step in STEPS} <= known
    assert STEPS[0].word == "FROM"


def test_what_is_copied_is_there_and_not_ignored() -> None:
    stages = {step.rest.split()[2] for step in of("FROM") if " AS " in step.rest}
    copied = set()
    for step in of("COPY"):
        words = step.rest.split()
        if words[0].startswith("--from="):
            assert words[0].removeprefix("--from=") in stages
            continue
        for source in words[:-1]:
            assert (ROOT / source).exists(), source
            assert not ignored(FILES[".dockerignore"], source), source
            copied.add(source)
    wanted = {"pyproject.toml", "src", "skills", "README.md", "LICENSE", "THIRD_PARTY.md"}
    assert wanted <= copied
    assert ignored(FILES[".dockerignore"], ".git")


def test_every_command_can_be_read_by_a_shell_and_pins_what_it_installs() -> None:
    for step in of("RUN"):
        done = subprocess.run(["sh", "-n", "-c", step.rest], capture_output=True, text=True, check=False)
        assert not done.returncode, done.stderr
    (pinned,) = (step.rest for step in of("RUN") if "--require-hashes" in step.rest)
    for name in re.findall(r"-r (\S+)", pinned):
        lines = (ROOT / name).read_text("utf-8").splitlines()
        packages = [line for line in lines if line[:1].isalnum()]
        assert packages
        assert all("==" in line and line.endswith("\\") for line in packages)


def test_it_runs_as_nobody_in_particular_with_certificates_over_standard_input_and_output() -> None:
    last = [step.word for step in STEPS]
    assert last[-2:] == ["ENTRYPOINT", "CMD"]
    assert last.index("USER") > len(last) - 1 - last[::-1].index("RUN")
    assert of("USER")[-1].rest == "opsin"
    assert any("useradd" in step.rest and "ca-certificates" in step.rest for step in of("RUN"))
    assert json.loads(of("ENTRYPOINT")[0].rest) == ["opsin"]
    assert json.loads(of("CMD")[0].rest) == ["serve"]
    settings = dict(re.findall(r"(OPSIN_\w+)=(\S+)", of("ENV")[0].rest))
    assert set(settings) <= {row.name for row in TABLE}
    assert all(value.startswith(f"{of('VOLUME')[0].rest}/") for value in settings.values())


@pytest.mark.full
@pytest.mark.parametrize(("status", "code"), [(0, 0), (200, 0), (503, 1)])
def test_the_health_check(status: int, code: int) -> None:
    import threading
    from http.server import BaseHTTPRequestHandler, HTTPServer

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/health" else 404)
            self.end_headers()

        def log_message(self, *words: Any) -> None:
            pass

    command = json.loads(of("HEALTHCHECK")[0].rest.partition(" CMD ")[2])
    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.server_port if status else 9
        script = command[-1].replace("8931", str(port))
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
        server.shutdown()
    assert done.returncode == code, done.stderr
