"""`opsin demo`: the whole job, as `make demo` runs it."""

import json
import os
import subprocess
import sys
from pathlib import Path

from PIL import Image


def test_the_demo_does_the_whole_job_with_no_environment_of_the_users(tmp_path: Path) -> None:
    environ = {
        **os.environ,
        "HOME": str(tmp_path),
        "OPSIN_WIKIMEDIA_URL": "http://127.0.0.1:9/",
        "NO_COLOR": "1",
    }
    done = subprocess.run(
        [sys.executable, "-m", "opsin", "demo", "--out", "made"],
        cwd=tmp_path,
        env=environ,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=100,
    )
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    made = tmp_path / "made"
    assert sorted(path.name for path in made.iterdir()) == [
        "chelsea-the-cat.jpg",
        "chelsea-the-cat.jpg.json",
        "raccoon-among-palm-leaves.jpg",
        "raccoon-among-palm-leaves.jpg.json",
        "region.jpg",
        "sheet.jpg",
    ]
    for name in made.glob("*.jpg"):
        assert str(name) in done.stdout
    assert "Espresso in a red coffee cup" in done.stdout
    assert '"mcpServers"' in done.stdout
    with Image.open(made / "sheet.jpg") as sheet:
        assert 900 < max(sheet.size) <= 1092
    with Image.open(made / "region.jpg") as region:
        assert abs(region.size[0] - 0.55 * 1024) < 3
    sidecar = json.loads((made / "raccoon-among-palm-leaves.jpg.json").read_text(encoding="utf-8"))
    assert sidecar["source_page"].startswith("https://pixnio.com/")
    assert sidecar["licence"]["family"] == "public-domain"
    assert [path.name for path in tmp_path.iterdir()] == ["made"]
