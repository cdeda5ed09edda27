"""Variables of the environment that look like settings and are none: `opsin doctor` finds them, every command tells."""

from collections.abc import Mapping
from difflib import get_close_matches

from opsin.cli.findings import Finding, Level
from opsin.config_file import CONFIG_VARIABLE
from opsin.setting_table import TABLE
from opsin.text import clean

_OURS = ("OPSIN_", "IMAGE_MCP_")
_TESTS_OWN = ("OPSIN_CAPTURED_ANSWERS", "OPSIN_NODE", "OPSIN_BENCH_")
"""What the tests and the benchmarks are told with."""


def warnings(environ: Mapping[str, str]) -> list[str]:
    """A sentence for each of them, with the name that may have been meant."""
    return [f"{one.told}. {one.hint}" for one in check_variables(environ)]


def check_variables(environ: Mapping[str, str]) -> list[Finding]:
    """A warning for each variable that has no effect because no setting has its name."""
    known = {CONFIG_VARIABLE} | {name for row in TABLE for name in (row.name, *row.older)}
    findings = []
    for name, value in sorted(environ.items()):
        upper = name.upper()
        if not upper.startswith(_OURS) or upper.startswith(_TESTS_OWN) or name in known or not value.strip():
            continue
        near = [upper] if upper in known else get_close_matches(upper, known, n=1, cutoff=0.8)
        hint = f"Did you mean {near[0]}?" if near else "`opsin settings` lists every setting."
        told = f"{clean(name, 80)} is set, and there is no such setting: it has no effect"
        findings.append(Finding(Level.WARN, "settings", told, hint))
    return findings
