"""Write the ids of the SPDX list that the licence policy of icons knows: src/opsin/icons/licences/spdx_ids.txt.

    npm install --prefix FOLDER spdx-license-ids@3.0.24 spdx-exceptions@2.5.0
    python scripts/catalogue/spdx_ids.py FOLDER/node_modules

Licences stand first, exceptions after an empty line, each in SPDX's own order. The list is CC0-1.0 (spdx.org/licenses).
"""

import argparse
import json
from pathlib import Path

TARGET = Path(__file__).parents[2] / "src" / "opsin" / "icons" / "licences" / "spdx_ids.txt"


def ids(folder: Path, package: str) -> list[str]:
    """Read all ids of a package, deprecated ones too, sorted as SPDX sorts them."""
    names = {
        name
        for file in ("index.json", "deprecated.json")
        for name in json.loads((folder / package / file).read_bytes())
    }
    return sorted(names, key=lambda name: (name.casefold(), name))


def main(folder: Path) -> None:
    """Write the file from the packages in `folder`."""
    parts = [ids(folder, "spdx-license-ids"), ids(folder, "spdx-exceptions")]
    TARGET.write_text("\n\n".join("\n".join(part) for part in parts) + "\n", encoding="utf-8", newline="\n")
    print(f"{TARGET}: {len(parts[0])} licences, {len(parts[1])} exceptions")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the folder node_modules")
    main(parser.parse_args().folder)
