"""The scaffold of a provider, in a copy of the tree: what it writes works as it stands."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from scripts.new_provider import ROOT, changed_files, class_name, main, new_files

FOLDERS = ("src", "tests/images/providers", "tests/loopback", "scripts")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The parts of the project that the scaffold touches, and what its test needs; links where nothing is written."""
    kept = shutil.ignore_patterns("__pycache__", "*.pack", "photos", "node_modules")
    for name in FOLDERS:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=kept)
    for name in ("pyproject.toml", "tests/conftest.py", "tests/images/conftest.py"):
        if (ROOT / name).exists():
            shutil.copyfile(ROOT / name, tmp_path / name)
    return tmp_path


def run(copy: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, *words],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.full
def test_the_scaffolded_provider_passes_its_test_and_the_houses_rules(copy: Path) -> None:
    told = run(copy, "scripts/new_provider.py", "example_museum", "--host", "api.museum.example")
    new = new_files("example_museum", "api.museum.example")
    assert all(path in told for path in (*new, "src/opsin/settings.py"))
    passed = run(copy, "-m", "pytest", "-q", "tests/images/providers/test_example_museum.py")
    assert "14 passed" in passed
    new = {path: text for path, text in new.items() if path.endswith(".py")}
    files = [
        *new,
        "tests/loopback/web.py",
        "src/opsin/images/providers/registry.py",
        "src/opsin/setting_table.py",
    ]
    run(copy, "-m", "ruff", "check", *files)
    run(copy, "-m", "ruff", "format", "--check", *new)
    run(copy, "-m", "mypy", *new)
    shown = run(copy, "-m", "opsin", "settings")
    assert "https://api.museum.example" in shown
    again = subprocess.run(
        [sys.executable, "scripts/new_provider.py", "example_museum"],
        cwd=copy,
        capture_output=True,
        check=False,
    )
    assert again.returncode != 0


def test_every_line_finds_its_place() -> None:
    changed = changed_files("example", "api.example.org")
    assert ", Example)" in changed["src/opsin/images/providers/registry.py"].replace(",\n", ", ")
    assert "    example_url: str\n" in changed["src/opsin/settings.py"]
    assert '"https://api.example.org"' in changed["src/opsin/setting_table.py"]
    assert "self.example, self.iconify," in changed["tests/loopback/web.py"]
    for path, text in {**changed, **new_files("example", "api.example.org")}.items():
        if path.endswith(".py"):
            compile(text, path, "exec")


@pytest.mark.parametrize("name", ["Example", "1x", "x-y", "x", "", "../x", "openverse"])
def test_names_that_cannot_be_used_change_nothing(name: str) -> None:
    with pytest.raises(SystemExit):
        main([name])


def test_the_class_is_named_for_the_provider() -> None:
    assert class_name("example_museum") == "ExampleMuseum"
