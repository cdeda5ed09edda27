"""What every command is: a parser of its own, and a function that does it."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from opsin.cli.console import Console, ProgressBar
from opsin.cli.exits import HELP

if TYPE_CHECKING:
    from opsin.cli.arguments import Parser
    from opsin.settings import Settings


@dataclass(frozen=True, slots=True)
class Context:
    """What a command is run with, beside its arguments."""

    environ: Mapping[str, str]
    console: Console

    def settings(self) -> "Settings":
        """The settings in force.

        Raises:
            SettingError: one of them cannot be used.
        """
        from opsin.settings import load_settings

        return load_settings(self.environ)

    def progress(self, arguments: argparse.Namespace) -> ProgressBar:
        """The bar of this command; silent with --quiet."""
        return ProgressBar(self.console.err, wanted=not arguments.quiet)


Run = Callable[[argparse.Namespace, Context], int]


@dataclass(frozen=True, slots=True)
class Command:
    """One command: `configure` gives its parser arguments, `run` does it and returns the exit code."""

    name: str
    purpose: str
    example: str
    configure: Callable[[argparse.ArgumentParser], None]
    run: Run

    def parser(self) -> "Parser":
        """The parser of what stands after the command's name."""
        from opsin.cli.arguments import Parser

        parser = Parser(
            prog=f"opsin {self.name}",
            description=self.purpose,
            epilog=f"example:\n  {self.example}\n\n{HELP}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        self.configure(parser)
        parser.add_argument("--debug", action="store_true", help="log to standard error what happens")
        parser.add_argument("-q", "--quiet", action="store_true", help="show no progress")
        return parser

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """Read what stands after the command's name.

        Raises:
            InvalidInput: a word cannot be used.
            SystemExit: the help was asked for and printed.
        """
        parser = self.parser()
        arguments, rest = parser.parse_known_args(words)
        if rest:
            raise parser.unknown(rest[0])
        return arguments


def no_arguments(_parser: argparse.ArgumentParser) -> None:
    """For a command that takes none."""
