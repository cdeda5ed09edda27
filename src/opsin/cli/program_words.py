"""How this very opsin is started: by a client, and by a person who types it."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


def full_words() -> list[str]:
    """The words that start opsin from anywhere: full paths, because clients have a PATH of their own.

    It is the `opsin` beside the running Python where there is one, so that the very same installation is meant.
    """
    beside = shutil.which("opsin", path=str(Path(sys.executable).parent))
    found = beside or shutil.which("opsin")
    return [os.path.abspath(found)] if found else [sys.executable, "-m", "opsin"]  # noqa: PTH100


def typed(words: Sequence[str] = (), *, path: str | None = None) -> str:
    """A command line of opsin that a person can type here: `opsin …` where PATH leads to this very program.

    Args:
        words: What stands after the program's name.
        path: The search path; that of the process when None.
    """
    full = full_words()
    on_path = shutil.which("opsin", path=path)
    same = on_path is not None and len(full) == 1 and os.path.realpath(on_path) == os.path.realpath(full[0])
    return quoted_words(["opsin", *words] if same else [*full, *words])


def quoted_words(words: Sequence[str]) -> str:
    """Words as one line for the system's shell, quoted where they need it."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)
