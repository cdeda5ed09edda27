"""Write the corpus of pictures into a folder, to look at them or to try another program with them.

    python scripts/build_corpus.py FOLDER

The same files are tried by the tests (`tests/pixels/test_corpus.py`), which make them in memory. Beside them stands
`corpus.tsv`: name, what it is, what is to come of it. They are the same each time with the same Pillow.
"""

import argparse
import sys
from pathlib import Path


def main() -> None:
    """Write every file, and the list of them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="made where it is not there")
    folder: Path = parser.parse_args().folder
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from tests.corpus.pieces import PIECES

    folder.mkdir(parents=True, exist_ok=True)
    lines = ["name\twhat\texpected"]
    for piece in PIECES:
        (folder / piece.name).write_bytes(piece.make())
        lines.append(f"{piece.name}\t{piece.what}\t{piece.expected}")
    (folder / "corpus.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    print(f"{len(PIECES)} files in {folder}")


if __name__ == "__main__":
    main()
