"""The settings in force: the values of the table, read once.

A value is looked for in the environment, then in the configuration file, then the default holds. An empty
value counts as unset. A value that cannot be used stops the start when it stands under an `OPSIN_…` name; under
an older or shared name it is warned of and passed over, as the older servers did.
"""

import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from opsin.config_file import CONFIG_VARIABLE, config_path, read_config
from opsin.errors import SettingError
from opsin.setting_table import TABLE, Setting
from opsin.setting_values import host_and_port

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Settings:
    """The values in force. Make it with `load_settings`; the field names are those of the table.

    `dataclasses.replace` works out nothing anew: whoever replaces a provider's address by a private one names
    that in `named_hosts` too.
    """

    output_dir: str
    state_dir: str
    keep_days: int
    store_max_mb: int
    search_interval_ms: int
    search_deadline_s: int
    thumbnail_deadline_s: int
    canvas: int
    agent_sees: bool
    sheet_titles: bool
    picture_max_bytes: int
    structured: str
    connections: int
    connections_per_host: int
    allow_hosts: frozenset[str]
    proxy: str
    contact: str
    region: str
    duckduckgo_url: str
    wikimedia_url: str
    openverse_url: str
    brave_api_key: str
    google_cse_key: str
    google_cse_cx: str
    serper_api_key: str
    searxng_url: str
    brave_url: str
    google_cse_url: str
    serper_url: str
    pexels_api_key: str
    unsplash_access_key: str
    pixabay_api_key: str
    flickr_api_key: str
    europeana_api_key: str
    mediawiki_url: str
    pexels_url: str
    unsplash_url: str
    pixabay_url: str
    flickr_url: str
    europeana_url: str
    met_url: str
    local_dirs: str
    local_ocr: bool
    icon_source: str
    iconify_url: str
    iconify_json: str
    icon_allow: str
    icon_deny: str
    vision_engine: str
    vision_model: str
    vision_ollama_host: str
    vision_openai_url: str
    vision_openai_key: str
    vision_allow_remote: frozenset[str]
    vision_allowed_paths: str
    project_dir: str
    vision_max_bytes: int
    vision_max_edge: int
    vision_timeout_ms: int
    vision_keep_alive: str
    vision_max_output_chars: int
    vision_mask_secrets: bool
    cool_down_s: int
    respect_robots: bool
    impersonate: str
    http_token: str
    http_allowed_hosts: frozenset[str]
    http_disk: bool
    http_calls: int
    http_body_bytes: int
    log_level: str
    named_hosts: frozenset[str] = frozenset()
    """`host:port` of each provider address that the user has set: these may be private, their results not."""
    sources: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    """Where each value comes from: the variable's name, the file's path, or "default"."""
    unused: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    """By the field's name, a sentence on a value that was given and is not used, or not as a whole."""

    def __repr__(self) -> str:
        shown = ", ".join(f"{row.key}={shown_value(self, row)!r}" for row in TABLE)
        return f"Settings({shown})"


def load_settings(environ: Mapping[str, str] | None = None, config_file: Path | None = None) -> Settings:
    """Read the settings from the environment and the configuration file.

    Args:
        environ: The environment; the process's own when None.
        config_file: The configuration file; `OPSIN_CONFIG` or the platform's place when None.

    Raises:
        SettingError: a value cannot be used; the sentence names the variable, the value and what is allowed.
    """
    environ = os.environ if environ is None else environ
    path = config_path(environ) if config_file is None else config_file
    filed = read_config(
        path, {row.key for row in TABLE}, required=bool(environ.get(CONFIG_VARIABLE, "").strip())
    )
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    unused: dict[str, str] = {}
    for row in TABLE:
        values[row.key], sources[row.key] = _find(row, environ, filed, path, unused)
    named = frozenset(
        host_and_port(values[row.key]) for row in TABLE if row.provider and sources[row.key] != "default"
    )
    return Settings(**values, named_hosts=named, sources=sources, unused=unused)


def shown_value(settings: Settings, row: Setting) -> str:
    """A setting's value as text for people: secrets hidden, empty as empty."""
    value = getattr(settings, row.key)
    if row.secret and value:
        return "(set, hidden)"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return ", ".join(sorted(value))
    return str(value)


def table_markdown() -> str:
    """The table of all settings, as Markdown; a test keeps docs/settings.md equal to it."""
    lines = ["| variable | default | may be | purpose |", "|---|---|---|---|"]
    for row in TABLE:
        names = f"`{row.name}`" + "".join(f" (or `{name}`)" for name in row.older)
        default = f"`{row.default}`" if row.default else "(unset)"
        lines.append(f"| {names} | {default} | {row.allowed} | {row.purpose} |")
    return "\n".join(lines)


def _find(
    row: Setting, environ: Mapping[str, str], filed: Mapping[str, str], path: Path, unused: dict[str, str]
) -> tuple[Any, str]:
    if given := environ.get(row.name, "").strip():
        return _use(row, given, row.name, unused), row.name
    for name in row.older:
        if given := environ.get(name, "").strip():
            try:
                row.read(given)
            except ValueError as why:
                told = f"{name} is {_shown(row, given)}; it must be {why}."
                unused.setdefault(row.key, f"{told} It is not used.")
                log.warning("%s The setting is left at its default.", told)
            else:
                return _use(row, given, name, unused), name
    if given := filed.get(row.key, "").strip():
        return _use(row, given, f"{row.key} in {path}", unused), str(path)
    return row.read(row.default), "default"


def _use(row: Setting, given: str, where: str, unused: dict[str, str]) -> Any:
    try:
        value = row.read(given)
    except ValueError as why:
        raise SettingError(
            f"{where} is {_shown(row, given)}; it must be {why}.", hint="Correct it or remove it."
        ) from None
    if row.ignored is not None and (why_not := row.ignored(given)):
        unused[row.key] = f"{where} is {_shown(row, given)}; {why_not}, so {value} is used."
    return value


def _shown(row: Setting, given: str) -> str:
    """A value that cannot be used, for a message: an address that is refused for the password in it is hidden."""
    return "(hidden)" if row.secret or "@" in given else repr(given)


assert {row.key for row in TABLE} == {f.name for f in fields(Settings)} - {
    "named_hosts",
    "sources",
    "unused",
}, "table and class differ"
