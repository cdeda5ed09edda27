"""Ctrl-C ends the command line in silence, also while it is still loading."""

import subprocess
import sys

INTERRUPTED_AT = """
import sys
from opsin.cli import main

class Interrupt:
    @staticmethod
    def find_spec(name, *_):
        if name == sys.argv[1]:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupt)
sys.exit(main(["settings"]))
"""


def test_while_the_command_line_loads() -> None:
    command = [sys.executable, "-c", INTERRUPTED_AT, "opsin.cli.program"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_while_a_command_loads() -> None:
    command = [sys.executable, "-c", INTERRUPTED_AT, "opsin.cli.settings_command"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "Interrupted.\n"
