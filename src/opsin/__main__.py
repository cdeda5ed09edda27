"""`python -m opsin` is the same as `opsin`."""

from opsin.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
