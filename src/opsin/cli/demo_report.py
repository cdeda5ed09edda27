"""What the demo did, as lines for a person."""

import json
from pathlib import Path
from typing import Any

from opsin.cli.client_config import client_config
from opsin.cli.console import table
from opsin.cli.download_report import as_lines as download_lines
from opsin.cli.search_report import cell_lines
from opsin.demo.run import QUERY, Demo
from opsin.text import clean


def as_lines(demo: Demo) -> list[str]:
    """The four steps, the provenance of one file, and what to try next.

    The gallery comes with opsin, so its titles and credits are no words from outside, and stand in no fence.
    """
    inspection = demo.inspection
    shown = f"{inspection.width}×{inspection.height} of {inspection.facts.width}×{inspection.facts.height}"
    return [
        "The whole job, on real photographs and with no network: a small web on 127.0.0.1 stands for",
        "Wikimedia Commons, and everything after that is what any search does.",
        "",
        f"1. search {QUERY!r}: {len(demo.search.cells)} pictures on one sheet",
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
        "Try next, with the open web:",
        '  opsin search "red panda" --count 9 --out sheet.jpg',
        "  opsin doctor --online",
        "",
        "Give it to an agent, in the configuration of its MCP client:",
        *(f"  {line}" for line in client_config().splitlines()),
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
        ("   attribution", clean(str(told.get("attribution", "")), 300)),
        ("   sha256", clean(str(told.get("sha256", "")), 80)),
    ]
    return [f"4. where it comes from: {saved.sidecar}", *table(rows), ""]


def _evidence(licence: dict[str, Any]) -> str:
    evidence = licence.get("evidence") or {}
    return f"{evidence.get('field', '?')} = {evidence.get('value', '?')}"
