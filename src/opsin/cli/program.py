"""From the command line's arguments to the command, and from its errors to an exit code.

Only the module of the named command is imported, so that the server starts as fast as it can.
"""

import logging
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, TextIO

from opsin.cli import exits
from opsin.cli.command import Command, Context
from opsin.cli.console import Console, OutputLost, table
from opsin.errors import InvalidInput, NotAnId, OpsinError, SettingError

if TYPE_CHECKING:
    from opsin.server.life import Life

COMMANDS: Mapping[str, str] = {
    "search": "search the web for pictures and save one numbered sheet of them",
    "inspect": "look at one picture of a search, or at a region of it from close by",
    "compare": "show two to four pictures side by side, and what differs",
    "download": "save pictures of a search, each with a file that says where it comes from",
    "icons": "search for icons that may be shipped and save one numbered sheet of them",
    "icon-download": "save icons as SVG, PNG or components, with the notice that has to be shipped",
    "look": "look at an image of this machine and report what is on it, in text",
    "preview": "search and show the sheet in the terminal or a window, or write it to a file",
    "demo": "the whole job on pictures and icons that come with opsin, with no network",
    "serve": "serve the tools to an MCP client over standard input and output",
    "install": "put opsin into the configuration of an MCP client",
    "settings": "show every setting, its value and where that comes from",
    "doctor": "check that everything opsin needs is there and works",
    "smoke": "look at two pictures made on the spot, to see that pixels arrive",
    "unload": "have the model server let go of the vision model",
    "mcp-config": "print the lines that an MCP client's configuration needs",
    "index": "read the pictures in your own folders ahead, so that provider local finds them",
    "completion": "print what completes opsin's commands in a shell",
    "cache": "show what is kept between calls, or clear it",
}
"""Every command and what it does; `opsin.cli.NAME_command` holds its `COMMAND`, `-` in the name being `_`."""

_TELL_OF_VARIABLES = frozenset({"doctor", "serve"})
"""These tell of misspelt variables in their own way: as a finding, and in the log."""

FLAGS: Mapping[str, tuple[str, ...]] = {
    "--doctor": ("doctor", "--vision", "--json"),
    "--smoke": ("smoke",),
    "--print-mcp-config": ("mcp-config",),
}
"""Flags of the older servers, and what they run now."""


def run(argv: Sequence[str] | None, environ: Mapping[str, str] | None, *, begun: "Life | None" = None) -> int:
    """Run one command line and return its exit code. What serves goes on with a life that has `begun`."""
    words = list(sys.argv[1:] if argv is None else argv)
    context = Context(os.environ if environ is None else environ, Console(), begun)
    debug = "--debug" in words
    with _logging(context.console.err) if debug else nullcontext():
        try:
            return _run(words, context, debug=debug)
        except BrokenPipeError:
            return _leave_output(exits.PIPE_CLOSED)
        except OutputLost as why:
            context.console.error(why)
            return _leave_output(exits.FAILED)


def _run(words: list[str], context: Context, *, debug: bool) -> int:
    try:
        code = _dispatch(words, context)
        context.console.flush()
    except SystemExit as end:
        # argparse leaves this way after --help.
        return end.code if isinstance(end.code, int) else exits.USAGE
    except (BrokenPipeError, OutputLost):
        raise
    except KeyboardInterrupt:
        context.console.note("Interrupted.")
        return exits.INTERRUPTED
    except OpsinError as why:
        context.console.error(why)
        if "--json" in words:
            from opsin.cli.shell_words import in_shell

            told = {"error": why.message, "hint": in_shell(why.hint), "code": why.code}
            # Of an image that was not looked at, programs know a code of the older servers.
            told |= {"error_code": str(why.error_code)} if hasattr(why, "error_code") else {}
            context.console.say_json(told)
            context.console.flush()
        return exit_code(why)
    except Exception as why:
        if debug:
            logging.getLogger(__name__).exception("An error that opsin does not know.")
        from opsin.text import clean

        context.console.note(
            f"opsin: unexpected error: {type(why).__name__}: {clean(str(why), 300)}",
            "       This is a fault in opsin. With --debug it shows where.",
        )
        return exits.FAILED
    return code


@contextmanager
def _logging(stream: TextIO) -> Iterator[None]:
    """Log everything to a stream, and leave logging as it was."""
    root = logging.getLogger()
    handler, level = logging.StreamHandler(stream), root.level
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    root.addHandler(handler)
    root.setLevel("DEBUG")
    try:
        yield
    finally:
        root.setLevel(level)
        root.removeHandler(handler)


def exit_code(why: OpsinError) -> int:
    """The exit code that an error ends with."""
    if isinstance(why, InvalidInput | NotAnId | SettingError):
        return exits.USAGE
    if getattr(why, "found_nothing", False):
        return exits.NOTHING_FOUND
    return exits.FAILED


def load(name: str) -> Command:
    """Import one command."""
    command = import_module(f"opsin.cli.{name.replace('-', '_')}_command").COMMAND
    assert isinstance(command, Command), name
    return command


def _dispatch(words: list[str], context: Context) -> int:
    while words and words[0] == "--debug":
        words = [*words[1:], "--debug"]
        if set(words) == {"--debug"}:
            break
    first = words[0] if words else ""
    if first in FLAGS:
        words = [*FLAGS[first], *words[1:]]
    elif first == "--version":
        from importlib.metadata import version

        context.console.say(f"opsin {version('opsin')}")
        return exits.OK
    elif first in {"-h", "--help", "help"} or (first in {"", "--debug"} and sys.stdin.isatty()):
        return _help(words[1:], context)
    elif first in {"", "--debug"}:
        # A client that starts `opsin` without arguments wants the server.
        words = ["serve", *words]
    if words[0] not in COMMANDS:
        raise _unknown(words[0])
    command = load(words[0])
    arguments = command.parse(words[1:])
    if words[0] not in _TELL_OF_VARIABLES:
        _tell_of_variables(context)
    return command.run(arguments, context)


def _tell_of_variables(context: Context) -> None:
    from opsin.cli.doctor_variables import warnings

    context.console.note(*(f"opsin: {told}" for told in warnings(context.environ)))


def _help(words: Sequence[str], context: Context) -> int:
    if words and words[0] in COMMANDS:
        context.console.say(load(words[0]).parser().format_help().rstrip())
        return exits.OK
    context.console.say(
        "Eyes for AI agents: search for pictures and icons, look at one numbered sheet, download the picks; and have",
        "local images read that the agent cannot see.",
        "",
        "usage: opsin COMMAND [ARGUMENTS]",
        "",
        *table((f"  {name}", purpose) for name, purpose in COMMANDS.items()),
        "",
        "  opsin COMMAND --help     the command's arguments, with an example",
        "  opsin --version          the version",
        "  opsin                    on a terminal this help; otherwise the server",
        "",
        "examples:",
        '  opsin search "red panda" --count 9 --out sheet.jpg',
        "  opsin icons rocket deploy --out icons.jpg",
        "  opsin look screenshot.png --question 'Which field shows an error?'",
        "",
        exits.HELP,
    )
    return exits.OK


def _unknown(word: str) -> InvalidInput:
    near = get_close_matches(word.lstrip("-"), COMMANDS, n=1)
    hint = f"Did you mean `opsin {near[0]}`?" if near else "`opsin --help` lists the commands."
    return InvalidInput(f"{word!r} is no command of opsin.", hint=hint)


def _leave_output(code: int) -> int:
    # What is still buffered would raise once more when the interpreter flushes at its end.
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        logging.getLogger(__name__).debug("Standard output has no file.")
    return code
