"""What the demo did, as lines for a person."""

import json
import os
from pathlib import Path
from typing import Any

from opsin.cli.client_config import client_config
from opsin.cli.console import table
from opsin.cli.download_report import as_lines as download_lines
from opsin.cli.icon_download_report import as_lines as icon_lines
from opsin.cli.icons_report import cell_lines as icon_cell_lines
from opsin.cli.look_report import as_lines as look_lines
from opsin.cli.program_words import typed
from opsin.cli.search_report import cell_lines
from opsin.demo.run import KEYWORDS, PROVIDER, QUERY, Demo, demo_environ
from opsin.demo.screenshot import QUESTION
from opsin.plural import counted
from opsin.text import clean


def as_lines(demo: Demo) -> list[str]:
    """The steps, and the provenance of one file.

    The gallery comes with opsin, so its titles and credits are no words from outside, and stand in no fence.
    """
    inspection = demo.inspection
    shown = f"{inspection.width}×{inspection.height} of {inspection.facts.width}×{inspection.facts.height}"
    return [
        "The whole job, on real photographs and with no network: a small web on 127.0.0.1 stands for",
        "Wikimedia Commons, and everything after that is what any search does.",
        "",
        f"1. search {QUERY!r}: {counted(len(demo.search.cells), 'picture')} on one sheet",
        f"   {demo.sheet}",
        "",
        *cell_lines(demo.search.cells, titles=True),
        "",
        f"2. inspect {inspection.id}, the region {inspection.region} ({shown} pixels)",
        f"   {demo.region}",
        "",
        f"3. download {' '.join(one.id for one in demo.downloads)}",
        *(f"   {line}" for line in download_lines(demo.downloads, fenced=False)),
        "",
        *_provenance(demo),
        f"5. icons {' '.join(KEYWORDS)}: {counted(len(demo.icons.cells), 'glyph')} whose licences are known",
        f"   {demo.icon_sheet}",
        "",
        *icon_cell_lines(demo.icons.cells),
        "",
        f"6. icon-download {' '.join(one.id for one in demo.icon_files)}",
        *(f"   {line}" for line in icon_lines(demo.icon_files, fenced=False)),
        "",
        f"7. look at {demo.screenshot.name}, with no model: “{QUESTION}”",
        f"   {demo.screenshot}",
        "",
        *(f"   {line}" for line in look_lines(demo.report, fenced=False)),
        "",
    ]


def online_lines() -> list[str]:
    """What to try next, with the open web."""
    return [
        "Try next, with the open web:",
        f'  {typed()} search "red panda" --count 9 --out sheet.jpg',
        f"  {typed()} doctor --online",
        "",
        "Icons need no network:",
        f'  {typed()} icons "fast deployment" --out icons.jpg',
        "",
        "A screenshot of yours, read on this machine:",
        f"  {typed()} look latest",
        "",
        "Or on these pictures, with no network:",
        f"  {typed()} demo --serve",
        "",
        "Give it to an agent, in the configuration of its MCP client:",
        *(f"  {line}" for line in client_config().splitlines()),
    ]


def offline_lines(address: str, *, windows: bool = os.name == "nt") -> list[str]:
    """How to use the demo's web while it goes on.

    Args:
        address: `http://host:port` of that web.
        windows: The shell is that of Windows.
    """
    environ = demo_environ(address)
    export = "set" if windows else "export"
    return [
        f"These pictures stay at {address} until Ctrl-C. In another terminal, with no network:",
        *(f"  {export} {name}={value}" for name, value in environ.items()),
        f"  {typed()} search {QUERY} --provider {PROVIDER} --out sheet.jpg",
        "  and then inspect and download with the ids that it lists",
        "",
        "For an agent, in the configuration of its MCP client; its searches name",
        f"the provider {PROVIDER!r}:",
        *(f"  {line}" for line in client_config(environ=environ).splitlines()),
        "",
        "Ctrl-C ends it.",
    ]


def _provenance(demo: Demo) -> list[str]:
    """What the sidecar of the first file that was saved says."""
    saved = next((one for one in demo.downloads if one.sidecar), None)
    if saved is None:
        return []
    told: dict[str, Any] = json.loads(Path(saved.sidecar).read_text(encoding="utf-8"))
    rows = [(f"   {key}", clean(str(told.get(key, "")), 300)) for key in ("title", "creator", "source_page")]
    licence = told.get("licence") or {}
    rows += [
        ("   licence", clean(f"{licence.get('name', '')}, by {_evidence(licence)}", 300)),
        ("   attribution", clean(saved.attribution, 300)),
        ("   sha256", clean(str(told.get("sha256", "")), 80)),
    ]
    return [f"4. where it comes from: {saved.sidecar}", *table(rows), ""]


def _evidence(licence: dict[str, Any]) -> str:
    evidence = licence.get("evidence") or {}
    return f"{evidence.get('field', '?')} = {evidence.get('value', '?')}"
