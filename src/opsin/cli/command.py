"""What every command is: a parser of its own, and a function that does it."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from opsin.cli.console import Console, ProgressBar
from opsin.cli.exits import HELP

if TYPE_CHECKING:
    from opsin.cli.arguments import Parser
    from opsin.server.life import Life
    from opsin.settings import Settings


@dataclass(frozen=True, slots=True)
class Context:
    """What a command is run with, beside its arguments."""

    environ: Mapping[str, str]
    console: Console
    begun: "Life | None" = None
    """The life of the server, where it has begun already."""

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

    def show(
        self,
        arguments: argparse.Namespace,
        as_json: Callable[[], Any],
        as_lines: Callable[[bool], Sequence[str]],
    ) -> None:
        """Print a result: as data with --json, else as lines.

        Args:
            arguments: Those of the command.
            as_json: Gives it as JSON values.
            as_lines: Gives its lines; words from outside stand in a fence where it is told so.
        """
        if arguments.json:
            self.console.say_json(as_json())
        else:
            self.console.say(*as_lines(not self.console.terminal))


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
