"""The wheel, the sdist and the bundle: what is in them, and what the tools of their users say."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from scripts.packaging.facts import ROOT, facts

pytestmark = pytest.mark.full

NAME = f"{facts().name}-{facts().version}"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder with an sdist, and with a wheel that was built from it alone."""
    folder = tmp_path_factory.mktemp("dist")
    build("sdist", ROOT, folder)
    with tarfile.open(folder / f"{NAME}.tar.gz") as sdist:
        sdist.extractall(folder, filter="data")
    build("wheel", folder / NAME, folder)
    yield folder
    shutil.rmtree(folder)


def build(target: str, project: Path, folder: Path) -> None:
    words = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(words, cwd=project, check=True, capture_output=True, timeout=300)


def test_the_wheel_has_all_that_runs(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    missing = [
        name
        for name in (
            "opsin/py.typed",
            "opsin/sheet/fonts/OpsinCaptions.ttf",
            "opsin/sheet/fonts/LICENSE.txt",
            "opsin/demo/photos/SOURCES.md",
            f"{NAME}.data/data/share/opsin/skills/opsin/SKILL.md",
            f"{NAME}.dist-info/licenses/LICENSE",
            f"{NAME}.dist-info/licenses/THIRD_PARTY.md",
            f"{NAME}.dist-info/licenses/src/opsin/icons/data/THIRD_PARTY_ICONS.md",
        )
        if name not in names
    ]
    assert not missing
    kept = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "opsin").rglob("*")
        if path.is_file()
    }
    kept = {name for name in kept if "__pycache__" not in name}
    assert kept <= names, kept - names
    assert {name.partition("/")[0] for name in names} == {"opsin", f"{NAME}.dist-info", f"{NAME}.data"}


def test_the_sdist_can_be_worked_on(built: Path) -> None:
    wanted = (
        "Makefile",
        "pyproject.toml",
        "requirements/dev.txt",
        "requirements/run.txt",
        "scripts/write_packaging.py",
        "tests/conftest.py",
        "docs/settings.md",
        "Dockerfile",
        ".claude-plugin/plugin.json",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
    )
    assert not [name for name in wanted if not (built / NAME / name).is_file()]
    assert not list((built / NAME).rglob("__pycache__"))


def test_the_wheel_runs(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path)
    words = [sys.executable, "-c", "import opsin.cli; print(opsin.__file__); opsin.cli.main(['--version'])"]
    done = subprocess.run(
        words,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert done.stdout.splitlines() == [str(tmp_path / "opsin" / "__init__.py"), f"opsin {facts().version}"]


def test_twine_has_nothing_to_say(built: Path) -> None:
    twine = shutil.which("twine") or shutil.which("twine", path=str(Path(sys.executable).parent))
    if twine is None:
        pytest.skip("needs twine on the PATH: pip install twine, in an environment of its own")
    files = [str(path) for path in (*built.glob("*.whl"), *built.glob("*.tar.gz"))]
    done = subprocess.run([twine, "check", "--strict", *files], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("PASSED") == 2


def test_the_bundle_has_all_that_the_wheel_is_built_of(tmp_path: Path) -> None:
    bundle = tmp_path / "bundle"
    subprocess.run(
        [sys.executable, "-m", "scripts.write_packaging", "--bundle", str(bundle)], cwd=ROOT, check=True
    )
    assert json.loads((bundle / "manifest.json").read_text("utf-8"))["version"] == facts().version
    build("wheel", bundle, tmp_path)
    assert list(tmp_path.glob("*.whl"))
