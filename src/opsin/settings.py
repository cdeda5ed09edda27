"""Every setting once: name, type, default, what it may be, and the older names that still work.

A value is looked for in the environment, then in the configuration file, then the default holds. An empty
value counts as unset. A value that cannot be used stops the start when it stands under an `OPSIN_…` name; under
an older or shared name it is warned of and passed over, as the older servers did.
"""

import logging
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from opsin.config_file import CONFIG_VARIABLE, config_path, read_config
from opsin.errors import SettingError
from opsin.setting_values import (
    choice,
    folder,
    host_and_port,
    hosts,
    number,
    proxy_address,
    region,
    switch,
    text,
    web_address,
)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the table.

    Attributes:
        name: The environment variable; the field of `Settings` is the same without `OPSIN_`, in lower case.
        read: Turns the text into the value, or raises ValueError saying what the value may be.
        default: The value as text, as one would write it; empty means unset.
        purpose: One sentence for the README and `opsin settings`.
        older: Names of the older servers, or shared ones, that work as well.
        secret: The value is never shown.
        provider: It is the address of a provider, which may be a private one where the user has set it.
    """

    name: str
    read: Callable[[str], Any]
    default: str
    purpose: str
    older: tuple[str, ...] = ()
    secret: bool = False
    provider: bool = False

    @property
    def key(self) -> str:
        """The name of the field in `Settings` and in the configuration file."""
        return self.name.removeprefix("OPSIN_").lower()

    @property
    def allowed(self) -> str:
        """What the value may be, in the words of its reader; empty where any text may be."""
        try:
            self.read("\x01")
        except ValueError as why:
            return str(why)
        return ""


TABLE: tuple[Setting, ...] = (
    Setting(
        "OPSIN_OUTPUT_DIR",
        folder,
        "./downloaded-images",
        "Folder that every download lands in.",
        older=("IMAGE_MCP_OUTPUT_DIR",),
    ),
    Setting(
        "OPSIN_STATE_DIR",
        folder,
        "",
        "Folder of the store (ids, cached pictures); empty: the platform's own.",
    ),
    Setting("OPSIN_KEEP_DAYS", number(30, 3650), "30", "Days that an id stays valid."),
    Setting(
        "OPSIN_STORE_MAX_MB",
        number(20, 100_000),
        "500",
        "Megabytes of cached pictures that are kept at most.",
    ),
    Setting(
        "OPSIN_SEARCH_INTERVAL_MS",
        number(0, 3_600_000),
        "1000",
        "Least milliseconds between two searches to one provider, over all servers on one store.",
        older=("IMAGE_MCP_SEARCH_INTERVAL_MS",),
    ),
    Setting(
        "OPSIN_SEARCH_DEADLINE_S",
        number(2, 21),
        "20",
        "Seconds after which a search answers with what it has.",
    ),
    Setting(
        "OPSIN_THUMBNAIL_DEADLINE_S",
        number(1, 20),
        "8",
        "Seconds that the thumbnails of one sheet may take; what is missing then is marked failed.",
    ),
    Setting(
        "OPSIN_CANVAS",
        number(546, 2576),
        "1092",
        "Longest side of a sheet or an inspected picture, in pixels.",
    ),
    Setting("OPSIN_SHEET_TITLES", switch, "no", "Draw the titles of the pictures on the sheet too."),
    Setting(
        "OPSIN_PICTURE_MAX_BYTES", number(50_000, 700_000), "500000", "Most bytes of a picture in an answer."
    ),
    Setting(
        "OPSIN_STRUCTURED",
        choice("auto", "always", "never"),
        "auto",
        "Send structuredContent beside a picture: some clients then drop the picture or the text.",
    ),
    Setting("OPSIN_CONNECTIONS", number(1, 64), "16", "Most connections at a time, in all."),
    Setting("OPSIN_CONNECTIONS_PER_HOST", number(1, 16), "2", "Most connections at a time to one host."),
    Setting(
        "OPSIN_ALLOW_HOSTS",
        hosts,
        "",
        "Exact host:port pairs that may be reached although they are not public, separated by commas.",
    ),
    Setting(
        "OPSIN_PROXY",
        proxy_address,
        "",
        "HTTP proxy for all requests to the open web; it then resolves the names, so addresses are not pinned.",
        secret=True,
    ),
    Setting(
        "OPSIN_CONTACT",
        text,
        "",
        "Web or mail address put into the User-Agent, as Wikimedia asks of clients.",
    ),
    Setting(
        "OPSIN_REGION", region, "wt-wt", "DuckDuckGo's region, such as us-en or de-de; a soft preference."
    ),
    Setting(
        "OPSIN_DUCKDUCKGO_URL",
        web_address,
        "https://duckduckgo.com",
        "Base address of DuckDuckGo.",
        provider=True,
    ),
    Setting(
        "OPSIN_WIKIMEDIA_URL",
        web_address,
        "https://commons.wikimedia.org/w/api.php",
        "API address of Wikimedia Commons, or of any MediaWiki.",
        provider=True,
    ),
    Setting(
        "OPSIN_OPENVERSE_URL",
        web_address,
        "https://api.openverse.org",
        "Base address of Openverse.",
        provider=True,
    ),
    Setting(
        "OPSIN_LOG_LEVEL",
        choice("DEBUG", "INFO", "WARNING", "ERROR"),
        "WARNING",
        "What the server logs to standard error.",
        older=("LOG_LEVEL",),
    ),
)


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
    log_level: str
    named_hosts: frozenset[str] = frozenset()
    """`host:port` of each provider address that the user has set: these may be private, their results not."""
    sources: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    """Where each value comes from: the variable's name, the file's path, or "default"."""

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
    for row in TABLE:
        values[row.key], sources[row.key] = _find(row, environ, filed, path)
    named = frozenset(
        host_and_port(values[row.key]) for row in TABLE if row.provider and sources[row.key] != "default"
    )
    return Settings(**values, named_hosts=named, sources=sources)


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
    """The table for the README, as Markdown; a test keeps the README equal to it."""
    lines = ["| variable | default | may be | purpose |", "|---|---|---|---|"]
    for row in TABLE:
        names = f"`{row.name}`" + "".join(f" (or `{name}`)" for name in row.older)
        default = f"`{row.default}`" if row.default else "(unset)"
        lines.append(f"| {names} | {default} | {row.allowed} | {row.purpose} |")
    return "\n".join(lines)


def _find(row: Setting, environ: Mapping[str, str], filed: Mapping[str, str], path: Path) -> tuple[Any, str]:
    if given := environ.get(row.name, "").strip():
        return _use(row, given, row.name), row.name
    for name in row.older:
        if given := environ.get(name, "").strip():
            try:
                return row.read(given), name
            except ValueError as why:
                log.warning("%s is %r; it must be %s. The setting is left at its default.", name, given, why)
    if given := filed.get(row.key, "").strip():
        return _use(row, given, f"{row.key} in {path}"), str(path)
    return row.read(row.default), "default"


def _use(row: Setting, given: str, where: str) -> Any:
    try:
        return row.read(given)
    except ValueError as why:
        # An address that is refused for the password in it is not shown with it.
        shown = "(hidden)" if row.secret or (row.provider and "@" in given) else repr(given)
        raise SettingError(
            f"{where} is {shown}; it must be {why}.", hint="Correct it or remove it."
        ) from None


assert {row.key for row in TABLE} == {f.name for f in fields(Settings)} - {"named_hosts", "sources"}, (
    "table and class differ"
)
