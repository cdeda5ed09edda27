"""The checks of `opsin doctor` that need no network. Each returns findings; none writes anything."""

import os
import platform
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from opsin.cli.findings import Finding, Level
from opsin.config_file import config_path
from opsin.errors import OpsinError
from opsin.plural import counted
from opsin.settings import Settings
from opsin.text import clean

LEAST_PYTHON = (3, 11)
PARTS = ("mcp", "httpcore2", "pillow", "platformdirs", "brotli")
NEEDED_FORMATS = {"jpg": "JPEG", "zlib": "PNG"}
USEFUL_FORMATS = {"webp": "WebP", "avif": "AVIF", "littlecms2": "colour profiles"}
TEXT_LAYOUT = {"raqm": "Raqm", "fribidi": "FriBiDi"}


def check_versions() -> list[Finding]:
    """Python and the packages that opsin stands on."""
    running = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    good = sys.version_info >= LEAST_PYTHON
    findings = [
        Finding(Level.OK, "opsin", version("opsin")),
        Finding(Level.OK, "python", running)
        if good
        else Finding(Level.FAIL, "python", running, "opsin needs Python 3.11 or newer."),
    ]
    told = []
    for name in PARTS:
        try:
            told.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            findings.append(Finding(Level.FAIL, "packages", f"{name} is missing", "Install opsin again."))
    return [*findings, Finding(Level.OK, "packages", ", ".join(told))]


def check_settings(settings: Settings, environ: Mapping[str, str]) -> list[Finding]:
    """Which settings differ from the defaults and where each comes from, and the configuration file."""
    sources = settings.sources.items()
    set_ones = [source if key in source.lower() else f"{key} from {source}" for key, source in sources]
    set_ones = [told for told, (_, source) in zip(set_ones, sources, strict=True) if source != "default"]
    path = config_path(environ)
    findings = [
        Finding(Level.OK, "settings", f"set: {', '.join(set_ones)}" if set_ones else "all at their defaults"),
        Finding(
            Level.OK, "configuration", f"{path}{'' if path.is_file() else ' (not there, none is needed)'}"
        ),
    ]
    findings += [
        Finding(Level.WARN, "settings", clean(told, 600), "Correct it or remove it.")
        for told in settings.unused.values()
    ]
    if settings.proxy:
        told = "a proxy is set: it resolves the names, so addresses cannot be pinned to what was checked"
        findings.append(Finding(Level.WARN, "proxy", told))
    return findings


def check_output(settings: Settings) -> Finding:
    """Whether downloads can be written."""
    from opsin.paths.output import default_root, working_folder

    try:
        root, note = default_root(settings.output_dir, working_folder())
    except (OpsinError, OSError) as why:
        return Finding(
            Level.FAIL, "downloads", str(why), "Set OPSIN_OUTPUT_DIR to a folder that can be written."
        )
    if not _writable(root):
        hint = "Set OPSIN_OUTPUT_DIR to a folder that can be written."
        return Finding(Level.FAIL, "downloads", f"{root} can't be written", hint)
    return Finding(Level.WARN if note else Level.OK, "downloads", f"go to {root}", note)


def check_store(settings: Settings) -> Finding:
    """Whether the store opens; a store that is not there yet is made by the first search."""
    from opsin.services import open_store, store_file

    path = store_file(settings)
    if not path.exists():
        if _writable(path.parent):
            return Finding(Level.OK, "store", f"{path} (made by the first search)")
        hint = "Set OPSIN_STATE_DIR to a folder that can be written. Until then ids end with each process."
        return Finding(Level.WARN, "store", f"{path.parent} can't be written", hint)
    with open_store(settings) as store:
        stats = store.stats()
        in_memory = stats.in_memory or not os.access(path, os.W_OK)
    if in_memory:
        hint = "Move it away; a new one is made. Until then ids end with each process."
        return Finding(Level.WARN, "store", f"{path} can't be used", hint)
    told = f"{path}: {counted(stats.searches, 'search', 'searches')}, {stats.file_bytes / 1_000_000:.1f} MB"
    return Finding(Level.OK, "store", told)


def check_pillow() -> list[Finding]:
    """Which picture formats can be read, and which scripts can be written on a sheet."""
    from PIL import features

    def lacking(named: Mapping[str, str]) -> list[str]:
        return [name for feature, name in named.items() if not features.check(feature)]

    findings = [
        Finding(Level.FAIL, "pictures", f"Pillow can't read {name}", "Install Pillow's own wheel.")
        for name in lacking(NEEDED_FORMATS)
    ]
    without = lacking(USEFUL_FORMATS)
    findings.append(
        Finding(Level.WARN, "pictures", f"Pillow lacks {', '.join(without)}", "Install Pillow's own wheel.")
        if without
        else Finding(Level.OK, "pictures", "JPEG, PNG, GIF, WebP, AVIF and colour profiles")
    )
    missing = lacking(TEXT_LAYOUT)
    findings.append(
        Finding(Level.WARN, "captions", f"no {', '.join(missing)}: Arabic and Hebrew titles are left out")
        if missing
        else Finding(Level.OK, "captions", "Raqm and FriBiDi lay out every script that the fonts have")
    )
    return findings


def check_isolation(examine: Callable[[], str] | None = None) -> Finding:
    """Whether originals are decoded in a process of their own.

    Args:
        examine: Starts that process and says how its memory is bounded; opsin's own when None.
    """
    from opsin.pixels.isolated.bounds import UNBOUND
    from opsin.pixels.isolated.originals import WORKER
    from opsin.pixels.isolated.process import CannotStart

    try:
        memory = (examine or WORKER.examine)()
    except CannotStart as why:
        hint = "A picture that breaks its decoder would end opsin. Run opsin with a plain Python interpreter."
        return Finding(Level.WARN, "originals", f"are decoded in opsin's own process: {why}", hint)
    if memory == UNBOUND:
        told = "are decoded in a process of their own, whose memory has no bound on this system"
        return Finding(Level.WARN, "originals", told)
    return Finding(Level.OK, "originals", f"are decoded in a process of their own; its memory is {memory}")


def _writable(folder: Path) -> bool:
    """Whether the folder, or the nearest one above it that is there, can be written."""
    nearest = folder.absolute()
    while not nearest.exists() and nearest != nearest.parent:
        nearest = nearest.parent
    return nearest.is_dir() and os.access(nearest, os.W_OK)
