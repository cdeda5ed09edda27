"""The command line. `main` is what `opsin` and `python -m opsin` call."""

from collections.abc import Mapping, Sequence


def main(argv: Sequence[str] | None = None, *, environ: Mapping[str, str] | None = None) -> int:
    """Run one command and return its exit code (see `opsin.cli.exits`).

    Args:
        argv: The arguments without the program's name; those of the process when None.
        environ: The environment to take settings from; that of the process when None.
    """
    try:
        begun = None
        if argv is None and environ is None:
            # A client waits for its first answer: that comes before the command line itself is loaded.
            from opsin.cli.plain_start import begun_at_once

            begun = begun_at_once()
        from opsin.cli.program import run
    except KeyboardInterrupt:
        from opsin.cli.exits import INTERRUPTED

        return INTERRUPTED
    return run(argv, environ, begun=begun)
