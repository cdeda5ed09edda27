"""Start the real Iconify API on the loopback address, for `test_real_api.py`.

    mkdir iconify && npm install --prefix iconify @iconify/api @iconify/json
    python tests/icons/iconify/start_api.py iconify --sets lucide,tabler,mdi
    OPSIN_ICONIFY_API=http://127.0.0.1:3977 python -m pytest tests/icons/iconify/test_real_api.py

It needs Node (3.2.0 and later of the API: Node 22). With a few sets it is ready in seconds; with all of them it takes about
a minute of a processor and a gigabyte. It asks nobody, and its sets stand in the order of the alphabet.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

SETS = (
    "bi,carbon,cbi,circum,feather,game-icons,heroicons,iconoir,ion,line-md,logos,lucide,mdi,octicon,openmoji,ph,ps,ri,"
    "simple-icons,system-uicons,tabler,vscode-icons,wordpress"
)
"""Small ones of every kind of licence: NonCommercial and share-alike, by icon, hidden."""


def main() -> int:
    """Run the server until it is interrupted."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the two npm packages are installed")
    parser.add_argument("--data", type=Path, help="@iconify/json, where it is installed elsewhere")
    parser.add_argument("--port", type=int, default=3977)
    parser.add_argument("--sets", default=SETS, help="prefixes with commas between, or all")
    given = parser.parse_args()
    # So that the server ends with this process, and the folder goes.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    packages = given.folder.absolute() / "node_modules" / "@iconify"
    data = (given.data or packages / "json").absolute() / "json"
    node = shutil.which("node")
    if node is None:
        parser.error("Node is not there.")
    with tempfile.TemporaryDirectory(prefix="iconify-api-") as place:
        icons = Path(place) / "icons"
        icons.mkdir()
        for file in sorted(data.glob("*.json")):
            if given.sets == "all" or file.stem in given.sets.split(","):
                (icons / file.name).symlink_to(file)
        quiet = {
            "HOST": "127.0.0.1",
            "PORT": str(given.port),
            "ICONIFY_SOURCE": "none",
            "ALLOW_UPDATE": "false",
            "STORAGE_MAX_COUNT": "0",
            "STORAGE_CLEANUP_AFTER": "0",
        }
        try:
            return subprocess.run(
                [node, str(packages / "api" / "lib" / "index.js")],
                cwd=place,
                env={**os.environ, **quiet},
                check=False,
            ).returncode
        except KeyboardInterrupt:
            return 0


if __name__ == "__main__":
    sys.exit(main())
