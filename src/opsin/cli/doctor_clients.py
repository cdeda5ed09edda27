"""The check of `opsin doctor` on clients: which are on this machine, and whether each knows opsin."""

from collections.abc import Mapping
from pathlib import Path

from opsin.cli.findings import Finding, Level
from opsin.cli.installing.change import chosen_place, entry_of
from opsin.cli.installing.clients import CLIENTS, Client, Machine
from opsin.cli.installing.not_editable import NotEditable

_WHAT = "clients"


def check_clients(environ: Mapping[str, str]) -> list[Finding]:
    """One line for each client that is found. Only files of settings are read; nothing is started."""
    machine = Machine.this(environ)
    there = [client for client in CLIENTS if client.is_there(machine)]
    if not there:
        return [Finding(Level.OK, _WHAT, "none that opsin knows by name is found here")]
    return [_finding(client, machine) for client in there]


def _finding(client: Client, machine: Machine) -> Finding:
    from opsin.cli.program_words import typed

    path = chosen_place(client.style, client.places(machine))
    install = f"To add it: {typed(['install', '--client', client.name])}"
    try:
        entry = entry_of(client.style, path)
    except NotEditable as why:
        return Finding(Level.WARN, _WHAT, f"{client.label}: {path} can't be read. {why.message}")
    if not entry:
        return Finding(Level.OK, _WHAT, f"{client.label} does not have opsin", install)
    command = entry.get("command")
    program = str(command[0] if isinstance(command, list) and command else command or "")
    if Path(program).is_absolute() and not Path(program).exists():
        told = f"{client.label} starts {program}, which is not there"
        return Finding(Level.WARN, _WHAT, told, install.replace("add", "mend"))
    return Finding(Level.OK, _WHAT, f"{client.label} has opsin, in {path}")
