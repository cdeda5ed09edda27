"""`opsin demo`: the whole job, as `make demo` runs it."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PIL import Image

from opsin.cli import main
from opsin.cli.demo_report import offline_lines, online_lines
from opsin.cli.program_words import typed


def _environ(folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "HOME": str(folder),
        "OPSIN_WIKIMEDIA_URL": "http://127.0.0.1:9/",
        "NO_COLOR": "1",
    }


def _whole_job_was_done(folder: Path, printed: str) -> None:
    made = folder / "made"
    assert sorted(path.name for path in made.iterdir()) == [
        "CREDITS.md",
        "chelsea-the-cat.jpg",
        "chelsea-the-cat.jpg.json",
        "icons",
        "icons.jpg",
        "raccoon-among-palm-leaves.jpg",
        "raccoon-among-palm-leaves.jpg.json",
        "region.jpg",
        "screenshot.png",
        "sheet.jpg",
    ]
    for name in made.glob("*.jpg"):
        assert str(name) in printed
    assert "Espresso in a red coffee cup" in printed
    assert '"mcpServers"' in printed
    with Image.open(made / "sheet.jpg") as sheet:
        assert 900 < max(sheet.size) <= 1092
    assert sorted(path.name for path in (made / "icons").glob("lucide*")) == [
        "lucide-rocket.svg",
        "lucide-rocket.svg.json",
    ]
    assert "lucide:rocket" in (made / "icons" / "NOTICE.md").read_text(encoding="utf-8")
    assert "12 glyphs whose licences are known" in printed
    assert "Connection refused: db.example.com:5433" in printed
    with Image.open(made / "region.jpg") as region:
        assert abs(region.size[0] - 0.55 * 1024) < 3
    sidecar = json.loads((made / "raccoon-among-palm-leaves.jpg.json").read_text(encoding="utf-8"))
    assert sidecar["source_page"].startswith("https://pixnio.com/")
    assert sidecar["licence"]["family"] == "public-domain"
    assert [path.name for path in folder.iterdir()] == ["made"]


# The same job is seen daily in the one that is served, and that the demo's web ends in `tests/demo/test_run.py`.
@pytest.mark.full
def test_the_demo_does_the_whole_job_with_no_environment_of_the_users(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "opsin", "demo", "--out", "made"],
        cwd=tmp_path,
        env=_environ(tmp_path),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=100,
    )
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    assert "9 of 9 pictures are here" in done.stderr
    assert f'{typed(path=os.environ["PATH"])} search "red panda"' in done.stdout
    _whole_job_was_done(tmp_path, done.stdout)


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent in another way there")
def test_served_the_gallery_stays_for_searches_with_the_printed_variables_until_ctrl_c(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "opsin", "demo", "--serve", "--out", "made"],
        cwd=tmp_path,
        env=_environ(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        # A demo that hangs is ended, so that the reading below ends too.
        watch = threading.Timer(100, process.kill)
        watch.start()
        assert process.stdout is not None
        shown = []
        for line in process.stdout:
            shown.append(line.strip())
            if line.startswith("Ctrl-C"):
                break
        _whole_job_was_done(tmp_path, "\n".join(shown))
        exported = [line.removeprefix("export ") for line in shown if line.startswith("export ")]
        environ = dict(line.split("=", 1) for line in exported)
        assert set(environ) == {"OPSIN_WIKIMEDIA_URL", "OPSIN_ALLOW_HOSTS"}
        environ |= {"OPSIN_STATE_DIR": str(tmp_path / "state"), "OPSIN_OUTPUT_DIR": str(tmp_path / "out")}
        for words in (
            ["search", "cat", "--provider", "wikimedia"],
            ["inspect", "s1:1"],
            ["download", "s1:1"],
        ):
            assert main(words, environ=environ) == 0, capsys.readouterr().err
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
        watch.cancel()
    assert process.returncode == 0
    assert "Traceback" not in told
    assert "9 of 9 pictures are here" in told
    assert told.endswith("The demo's web has ended.\n")


def test_what_to_try_next_is_told_with_the_name_that_starts_it() -> None:
    lines = online_lines()
    assert f'  {typed(path=os.environ["PATH"])} search "red panda" --count 9 --out sheet.jpg' in lines
    assert any('"mcpServers"' in line for line in lines)


def test_how_to_use_the_gallery_is_told_for_both_kinds_of_shell() -> None:
    for windows, word in ((False, "export"), (True, "set")):
        lines = offline_lines("http://127.0.0.1:4321", windows=windows)
        assert f"  {word} OPSIN_ALLOW_HOSTS=127.0.0.1:4321" in lines
        assert any("--provider wikimedia" in line for line in lines)
        assert any('"OPSIN_WIKIMEDIA_URL": "http://127.0.0.1:4321/w/api.php"' in line for line in lines)
