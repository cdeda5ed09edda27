"""`opsin install`: opsin put into the configuration of a client, with full paths, or taken out of it."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from opsin.cli.arguments import one_of
from opsin.cli.client_config import FORMATS
from opsin.cli.command import Command, Context
from opsin.cli.exits import FAILED, OK, USAGE
from opsin.cli.installing.clients import CLIENTS, Client

if TYPE_CHECKING:
    from opsin.cli.installing.change import Change
    from opsin.cli.installing.clients import Machine
    from opsin.cli.installing.kept import Kept

_NAMES = tuple(client.name for client in CLIENTS)


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument(
        "--client",
        type=one_of("--client", *_NAMES),
        metavar="CLIENT",
        help=f"one of {', '.join(_NAMES)}; without it, those that are found here are listed",
    )
    parser.add_argument("--file", type=Path, metavar="FILE", help="another file than the client's usual one")
    parser.add_argument(
        "--format",
        type=one_of("--format", *FORMATS),
        metavar="FORMAT",
        help=f"what FILE looks like, where the client has no name here: one of {', '.join(FORMATS)}",
    )
    parser.add_argument(
        "--print", action="store_true", help="print what would stand in it, and change nothing"
    )
    parser.add_argument("-y", "--yes", action="store_true", help="change the file without asking")
    parser.add_argument("--uninstall", action="store_true", help="take opsin out of it again")
    parser.add_argument(
        "--with-keys",
        action="store_true",
        help="write the keys of the environment too; otherwise the other settings alone go along",
    )


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Work out the change, show it, ask, write it, and say how the client checks it."""
    import sys

    from opsin.cli.installing.clients import Machine, client_named

    machine = Machine.this(context.environ)
    client = client_named(arguments.client) if arguments.client else _unnamed(arguments)
    if client is None:
        return _listed(machine, context)
    from opsin.cli.installing.change import chosen_place

    path = arguments.file or chosen_place(arguments.format or client.style, client.places(machine))
    work = _take_out if arguments.uninstall else _put_in
    return work(client, path, arguments, context, sys.stdin)


def _unnamed(arguments: argparse.Namespace) -> Client | None:
    if arguments.file is None:
        return None
    file: Path = arguments.file
    style = arguments.format or ("codex" if file.suffix == ".toml" else "json")
    return Client("", str(file), style, lambda _machine: (file,))


def _listed(machine: "Machine", context: Context) -> int:
    from opsin.cli.console import table
    from opsin.cli.program_words import typed

    there = [client for client in CLIENTS if client.is_there(machine)]
    if not there:
        context.console.say(
            "No client that opsin knows by name is found here. --client writes for one all the same."
        )
        return OK
    context.console.say(
        *table((client.label, typed(["install", "--client", client.name])) for client in there),
    )
    return OK


def _take_out(
    client: Client, path: Path, arguments: argparse.Namespace, context: Context, stdin: TextIO
) -> int:
    from opsin.cli.installing.change import uninstalling
    from opsin.cli.installing.not_editable import NotEditable

    try:
        change = uninstalling(arguments.format or client.style, path)
    except NotEditable as why:
        return _refused(path, why, context)
    if change.empty:
        context.console.say(f"opsin does not stand in {path}.")
        return OK
    if arguments.print:
        context.console.say(*change.shown())
        return OK
    return _write(client, change, arguments, context, stdin)


def _put_in(
    client: Client, path: Path, arguments: argparse.Namespace, context: Context, stdin: TextIO
) -> int:
    from opsin.cli.carried_variables import carried_variables
    from opsin.cli.client_config import config_text, entry_path, server_entry
    from opsin.cli.installing.change import config_of, installing
    from opsin.cli.installing.doubles import doubles
    from opsin.cli.installing.not_editable import NotEditable

    console, style = context.console, arguments.format or client.style
    carried = carried_variables(context.settings(), context.environ, with_keys=arguments.with_keys)
    entry = server_entry(style, carried.variables)
    _tell_left_out(carried.left_out, context)
    if arguments.print:
        console.note(f"This belongs into {path}:")
        console.say(config_text(style, entry))
        return OK
    try:
        change = installing(style, path, entry, _secrets(carried.variables))
    except NotEditable as why:
        code = _refused(path, why, context)
        console.note(f"{'Or put' if why.hint else 'Put'} this {why.where or 'into it'} by hand:", "")
        console.say(why.by_hand or config_text(style, entry))
        return code
    console.note(*(f"Note: {told}" for told in doubles(config_of(style, path), entry_path(style))))
    if change.empty:
        console.say(f"opsin stands in {path} already.")
        return OK
    return _write(client, change, arguments, context, stdin)


def _write(
    client: Client, change: "Change", arguments: argparse.Namespace, context: Context, stdin: TextIO
) -> int:
    from opsin.cli.program_words import typed

    console = context.console
    if not arguments.yes:
        console.note(f"{change.path} would be changed:", "", *(f"  {line}" for line in change.shown()), "")
        if not stdin.isatty():
            console.note("opsin: nothing was changed, because nobody can be asked here. --yes writes it.")
            return USAGE
        if not confirmed(stdin, console.err):
            console.note("Nothing was changed.")
            return OK
    kept = change.do()
    said = "Took opsin out of" if arguments.uninstall else "Wrote"
    console.say(f"{said} {change.path}.", *_told_of(kept, change))
    if arguments.uninstall:
        return OK
    console.say(f"Start {client.label} anew." if client.name else "Start the client anew.")
    if client.check:
        console.say(f"To check: {client.check}")
    console.say(f"To undo:  {typed(_undo(client, arguments))}")
    return OK


def _told_of(kept: "Kept", change: "Change") -> Iterator[str]:
    if kept.restored:
        yield (
            "It held nothing else, so the file is gone."
            if change.after is None
            else "It is as it was before opsin came, byte for byte."
        )
    if kept.last:
        yield f"Kept, as it was just now: {kept.last}"
    if kept.first:
        yield f"Kept, as it was before opsin came: {kept.first}"


def _undo(client: Client, arguments: argparse.Namespace) -> Sequence[str]:
    words = ["install", *(["--client", client.name] if client.name else [])]
    words += ["--file", str(arguments.file)] if arguments.file else []
    words += ["--format", arguments.format] if arguments.format else []
    return [*words, "--uninstall"]


def confirmed(stdin: TextIO, asking: TextIO) -> bool:
    """Ask a person at a terminal; only a yes is one."""
    asking.write("Write this? [y/N] ")
    asking.flush()
    return stdin.readline().strip().lower() in {"y", "yes"}


def _refused(path: Path, why: Exception, context: Context) -> int:
    context.console.note(f"opsin: {path} was left as it is. {why}")
    return FAILED


def _tell_left_out(names: Sequence[str], context: Context) -> None:
    if names:
        context.console.note(
            f"Left out, because secret: {', '.join(names)}.",
            "--with-keys writes them too. Or put them into the file that `opsin settings` names last.",
        )


def _secrets(variables: dict[str, str]) -> tuple[str, ...]:
    from opsin.cli.carried_variables import is_secret
    from opsin.setting_table import TABLE

    rows = {row.name: row for row in TABLE}
    return tuple(value for name, value in variables.items() if name in rows and is_secret(rows[name], value))


COMMAND = Command(
    "install",
    "Put opsin into the configuration of an MCP client, with full paths, or take it out again.",
    "opsin install --client codex",
    configure,
    run,
)
