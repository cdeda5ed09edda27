"""The command line. `main` is what `opsin` and `python -m opsin` call."""

from collections.abc import Mapping, Sequence


def main(argv: Sequence[str] | None = None, *, environ: Mapping[str, str] | None = None) -> int:
    """Run one command and return its exit code (see `opsin.cli.exits`).

    Args:
        argv: The arguments without the program's name; those of the process when None.
        environ: The environment to take settings from; that of the process when None.
    """
    from opsin.cli.program import run

    return run(argv, environ)
