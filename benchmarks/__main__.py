"""`make bench`: every figure is a ratio within one run, because absolute times mean little on a shared machine."""

import argparse
from collections.abc import Callable

from benchmarks import icon_catalogue, icons, life, local_index, ocr, originals, search, sheet, start

BENCHMARKS: dict[str, Callable[[], list[str]]] = {
    "sheet": sheet.run,
    "search": search.run,
    "start": start.run,
    "life": life.run,
    "originals": originals.run,
    "icons": icons.run,
    "icon-catalogue": icon_catalogue.run,
    "local": local_index.run,
    "ocr": ocr.run,
}


def main() -> None:
    """Run the named benchmarks, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"some of {', '.join(BENCHMARKS)}; all of them, many minutes, where none is named",
    )
    asked = parser.parse_args().names
    if unknown := [name for name in asked if name not in BENCHMARKS]:
        parser.error(f"there is no benchmark {unknown[0]}; there are {', '.join(BENCHMARKS)}")
    for name in asked or list(BENCHMARKS):
        print(f"== {name}", flush=True)
        for line in BENCHMARKS[name]():
            print(line, flush=True)


if __name__ == "__main__":
    main()
