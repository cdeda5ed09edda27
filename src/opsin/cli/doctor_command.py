"""`opsin doctor`: is everything there, and does it work?"""

import argparse
from collections.abc import Iterator

from opsin.cli.command import Command, Context
from opsin.cli.exits import FAILED, OK
from opsin.cli.findings import Finding, Level, worst


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("--online", action="store_true", help="ask every provider too, over the network")
    parser.add_argument(
        "--vision", action="store_true", help="check instead who looks at local images, and what may be read"
    )
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="a line for each provider that is off, too"
    )
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Check, print what was found, and fail where something cannot work."""
    if arguments.vision:
        return _vision(arguments, context)
    findings = []
    for finding in _check(arguments, context):
        findings.append(finding)
        if not arguments.json:
            context.console.say(*_lines(finding, fenced=not context.console.terminal))
    level = worst(findings)
    if arguments.json:
        context.console.say_json(
            [
                {
                    "level": one.level.lower(),
                    "what": one.what,
                    "told": one.told,
                    "hint": one.hint,
                    "outside": one.outside,
                }
                for one in findings
            ]
        )
    elif level is Level.OK:
        context.console.say(
            "All is well." + ("" if arguments.online else " With --online the providers are asked.")
        )
    return FAILED if level is Level.FAIL else OK


def _vision(arguments: argparse.Namespace, context: Context) -> int:
    import asyncio

    from opsin.cli.doctor_vision import as_json, examine

    found = asyncio.run(examine(context.settings()))
    if arguments.json:
        context.console.say_json(as_json(found))
    else:
        for finding in found.findings:
            context.console.say(*_lines(finding, fenced=not context.console.terminal))
        if found.ok:
            context.console.say("All is well. `opsin smoke` shows that pixels arrive.")
        elif any(one.what == "text" and one.level is Level.OK for one in found.findings):
            context.console.say(
                "Until that is mended, text in images is read all the same, and no more than that."
            )
    return OK if found.ok else FAILED


def _check(arguments: argparse.Namespace, context: Context) -> Iterator[Finding]:
    from datetime import UTC, datetime

    from opsin.cli.doctor_chains import check_chains
    from opsin.cli.doctor_checks import (
        check_isolation,
        check_output,
        check_pillow,
        check_settings,
        check_store,
        check_versions,
    )
    from opsin.cli.doctor_clients import check_clients
    from opsin.cli.doctor_fonts import check_fonts
    from opsin.cli.doctor_iconify import check_iconify
    from opsin.cli.doctor_icons import check_drawing, check_icons
    from opsin.cli.doctor_lines import check_network, off_in_one_line, one_line_each
    from opsin.cli.doctor_local import check_local
    from opsin.cli.doctor_looking import check_looking
    from opsin.cli.doctor_providers import check_online
    from opsin.cli.doctor_recipes import check_impersonation
    from opsin.cli.doctor_resting import check_resting
    from opsin.cli.doctor_variables import check_variables
    from opsin.errors import SettingError
    from opsin.images.providers.registry import configured

    yield from check_versions()
    yield from check_pillow()
    yield check_fonts()
    yield check_isolation()
    yield check_drawing()
    yield from check_variables(context.environ)
    try:
        settings = context.settings()
    except SettingError as why:
        yield Finding(Level.FAIL, "settings", why.message, why.hint)
        return
    yield from check_settings(settings, context.environ)
    yield check_output(settings)
    yield check_store(settings)
    yield from check_icons(settings)
    yield from check_looking(settings)
    yield check_impersonation(settings)
    yield from check_clients(context.environ)
    chains, *standing = check_chains(settings, datetime.now(UTC).date())
    yield chains
    asked: list[Finding] = []
    if arguments.online:
        yield check_iconify(settings)
        asked = check_online(settings)
        yield check_network(asked, [kind.name for kind in configured(settings)])
    local = check_local(settings)
    each = one_line_each(standing, [local], check_resting(settings), asked)
    yield from each if arguments.verbose or arguments.json else off_in_one_line(each)
    if local.what not in {one.what for one in standing}:
        yield local


def _lines(finding: Finding, *, fenced: bool) -> list[str]:
    from opsin.text import fence

    lines = [f"{finding.level:4}  {finding.what:13}  {finding.told}"]
    lines += [f"{'':21}{finding.hint}"] if finding.hint else []
    if not finding.outside:
        return lines
    return [*lines, *fence([finding.outside])] if fenced else [*lines, f"{'':21}{finding.outside}"]


COMMAND = Command(
    "doctor",
    "Check that everything opsin needs is there and works.",
    "opsin doctor --online",
    configure,
    run,
)
