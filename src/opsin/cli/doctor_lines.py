"""What several checks of `opsin doctor` found of one provider, put into one line."""

import re
from collections.abc import Sequence
from dataclasses import replace

from opsin.cli.findings import Finding, Level, worst

_OFF = re.compile(r"off \((.*?) not set\)")


def one_line_each(standing: Sequence[Finding], *later: Sequence[Finding]) -> list[Finding]:
    """Give one line for each provider: what was found last comes first in it, then what is to be known of it.

    Args:
        standing: What is to be known, one for each provider.
        later: What was found of some of them. Further findings of one provider follow its line.
    """
    lines = []
    for known in standing:
        found = [[one for one in findings if one.what == known.what] for findings in later]
        firsts = [each[0] for each in reversed(found) if each]
        lines.append(_joined([*firsts, known]))
        lines += [replace(one, what=f"{one.what} …") for each in found for one in each[1:]]
    return lines


def off_in_one_line(findings: Sequence[Finding]) -> list[Finding]:
    """Put the providers that are off into one line, after all else, each with what turns it on."""
    off = [(one, found[1]) for one in findings if one.level is Level.OK and (found := _OFF.match(one.told))]
    if not off:
        return list(findings)
    names = ", ".join(f"{one.what} ({needs.replace(' and ', ', ')})" for one, needs in off)
    line = Finding(Level.OK, "off", f"{names}. --verbose tells of each.")
    return [*(one for one in findings if one not in {each for each, _ in off}), line]


def check_network(asked: Sequence[Finding], names: Sequence[str]) -> Finding:
    """Whether the network is there, from what the providers that were asked did: one answer of any kind is enough.

    Args:
        asked: What was found of them.
        names: The names of those that were asked.
    """
    first = {name: next((one for one in asked if one.what == name), None) for name in names}
    silent = [
        name
        for name, one in first.items()
        if one is None or one.told.startswith(("unreachable", "timed out"))
    ]
    if len(silent) < len(names):
        return Finding(
            Level.OK, "network", f"{len(names) - len(silent)} of {len(names)} providers were reached"
        )
    hint = (
        "Check this machine's connection, its firewall, and OPSIN_PROXY. Icons and local images work without."
    )
    return Finding(Level.FAIL, "network", "no provider was reached", hint)


def _joined(findings: Sequence[Finding]) -> Finding:
    if len(findings) == 1:
        return findings[0]
    first = findings[0]
    told = " ".join(one.told if one.told.endswith((".", "!")) else f"{one.told}." for one in findings)
    hints = dict.fromkeys(one.hint for one in findings if one.hint)
    return Finding(worst(list(findings)), first.what, told, " ".join(hints), first.outside)
