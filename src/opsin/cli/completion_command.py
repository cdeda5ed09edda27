"""`opsin completion`: what completes commands and options in a shell."""

import argparse

from opsin.cli.arguments import one_of
from opsin.cli.command import Command, Context
from opsin.cli.console import table
from opsin.cli.exits import OK

_HOW = {
    "bash": 'in ~/.bashrc: eval "$(opsin completion bash)"',
    "zsh": "in ~/.zshrc, after compinit: source <(opsin completion zsh)",
    "fish": "once: opsin completion fish > ~/.config/fish/completions/opsin.fish",
    "powershell": "in $PROFILE: opsin completion powershell | Out-String | Invoke-Expression",
}
SHELLS = tuple(_HOW)


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument(
        "shell",
        nargs="?",
        type=one_of("The shell to complete in", *SHELLS),
        help=f"one of {', '.join(SHELLS)}; without it, what to do for each is listed",
    )


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Print the script, made from the parsers of this very version; without a shell, how each gets it."""
    if not arguments.shell:
        context.console.say(*table(_HOW.items()))
        return OK
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
