"""`opsin completion`: what completes commands and options in a shell."""

import argparse

from opsin.cli.arguments import one_of
from opsin.cli.command import Command, Context
from opsin.cli.exits import OK

SHELLS = ("bash", "zsh", "fish", "powershell")


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("shell", type=one_of("SHELL", *SHELLS), help=f"one of {', '.join(SHELLS)}")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Print the script, made from the parsers of this very version."""
    from opsin.cli.completing.bash import bash
    from opsin.cli.completing.fish import fish
    from opsin.cli.completing.powershell import powershell
    from opsin.cli.completing.shapes import shapes
    from opsin.cli.completing.zsh import zsh
    from opsin.cli.program import COMMANDS, FLAGS, load

    found = shapes({name: (purpose, load(name).parser()) for name, purpose in COMMANDS.items()})
    write = {"bash": bash, "zsh": zsh, "fish": fish, "powershell": powershell}[arguments.shell]
    context.console.say(write(found, ("--help", "--version", *FLAGS)).rstrip("\n"))
    return OK


COMMAND = Command(
    "completion",
    'Print what completes commands and options in a shell. In ~/.bashrc: eval "$(opsin completion bash)".',
    "opsin completion fish > ~/.config/fish/completions/opsin.fish",
    configure,
    run,
)
