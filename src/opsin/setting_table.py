"""The table of settings: name, type, default, what it may be, and the older names that still work.

This is the only place with defaults. `opsin.settings` reads the values.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from opsin.ollama_host import ignored_port, ollama_host
from opsin.setting_values import (
    bearer_token,
    choice,
    folder,
    folders,
    host_names,
    hosts,
    keep_alive,
    licences_and_sets,
    number,
    proxy_address,
    region,
    switch,
    text,
    web_address,
)


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the table.

    Attributes:
        name: The environment variable; the field of `Settings` is the same without `OPSIN_`, in lower case.
        read: Turns the text into the value, or raises ValueError saying what the value may be.
        default: The value as text, as one would write it; empty means unset.
        purpose: One sentence for docs/settings.md and `opsin settings`.
        older: Names of the older servers, or shared ones, that work as well.
        secret: The value is never shown.
        provider: It is the address of a provider, which may be a private one where the user has set it.
        ignored: Says which part of a usable text is not used, as the end of a sentence; empty for none.
    """

    name: str
    read: Callable[[str], Any]
    default: str
    purpose: str
    older: tuple[str, ...] = ()
    secret: bool = False
    provider: bool = False
    ignored: Callable[[str], str] | None = None

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
    Setting(
        "OPSIN_AGENT_SEES",
        switch,
        "yes",
        "Whether the agent sees pictures; with no it gets words instead, unless a call asks for describe=never.",
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
        "OPSIN_BRAVE_API_KEY",
        text,
        "",
        "Key of the Brave Search API; enables `brave`.",
        older=("BRAVE_API_KEY",),
        secret=True,
    ),
    Setting(
        "OPSIN_GOOGLE_CSE_KEY",
        text,
        "",
        "Key of Google's Programmable Search; with the next one it enables `google_cse`.",
        older=("GOOGLE_CSE_KEY",),
        secret=True,
    ),
    Setting(
        "OPSIN_GOOGLE_CSE_CX",
        text,
        "",
        "Id of the programmable search engine.",
        older=("GOOGLE_CSE_CX",),
    ),
    Setting(
        "OPSIN_SERPER_API_KEY",
        text,
        "",
        "Key of Serper; enables `serper`.",
        older=("SERPER_API_KEY",),
        secret=True,
    ),
    Setting(
        "OPSIN_SEARXNG_URL",
        web_address,
        "",
        "Base address of a SearXNG of your own; enables `searxng`.",
        provider=True,
    ),
    Setting(
        "OPSIN_BRAVE_URL",
        web_address,
        "https://api.search.brave.com",
        "Base address of the Brave Search API.",
        provider=True,
    ),
    Setting(
        "OPSIN_GOOGLE_CSE_URL",
        web_address,
        "https://www.googleapis.com",
        "Base address of Google's Programmable Search.",
        provider=True,
    ),
    Setting(
        "OPSIN_SERPER_URL",
        web_address,
        "https://google.serper.dev",
        "Base address of Serper.",
        provider=True,
    ),
    Setting(
        "OPSIN_PEXELS_API_KEY",
        text,
        "",
        "Key of the Pexels API; enables `pexels`.",
        secret=True,
    ),
    Setting(
        "OPSIN_UNSPLASH_ACCESS_KEY",
        text,
        "",
        "Access key of an application at Unsplash; enables `unsplash`.",
        secret=True,
    ),
    Setting(
        "OPSIN_PIXABAY_API_KEY",
        text,
        "",
        "Key of the Pixabay API; enables `pixabay`.",
        secret=True,
    ),
    Setting(
        "OPSIN_FLICKR_API_KEY",
        text,
        "",
        "Key of the Flickr API; enables `flickr`.",
        secret=True,
    ),
    Setting(
        "OPSIN_EUROPEANA_API_KEY",
        text,
        "",
        "Key of the Europeana APIs; enables `europeana`.",
        secret=True,
    ),
    Setting(
        "OPSIN_MEDIAWIKI_URL",
        web_address,
        "",
        "Address of a MediaWiki's api.php; enables `mediawiki`.",
        provider=True,
    ),
    Setting(
        "OPSIN_PEXELS_URL",
        web_address,
        "https://api.pexels.com",
        "Base address of the Pexels API.",
        provider=True,
    ),
    Setting(
        "OPSIN_UNSPLASH_URL",
        web_address,
        "https://api.unsplash.com",
        "Base address of the Unsplash API.",
        provider=True,
    ),
    Setting(
        "OPSIN_PIXABAY_URL",
        web_address,
        "https://pixabay.com/api",
        "Base address of the Pixabay API.",
        provider=True,
    ),
    Setting(
        "OPSIN_FLICKR_URL",
        web_address,
        "https://api.flickr.com/services/rest",
        "Base address of the Flickr API.",
        provider=True,
    ),
    Setting(
        "OPSIN_EUROPEANA_URL",
        web_address,
        "https://api.europeana.eu",
        "Base address of the Europeana APIs.",
        provider=True,
    ),
    Setting(
        "OPSIN_MET_URL",
        web_address,
        "https://collectionapi.metmuseum.org",
        "Base address of the Metropolitan Museum's API.",
        provider=True,
    ),
    Setting(
        "OPSIN_LOCAL_DIRS",
        folders,
        "",
        "Folders of your own pictures, separated as the system separates paths: provider=local searches them, and "
        "nothing of them leaves this machine.",
    ),
    Setting(
        "OPSIN_LOCAL_OCR",
        switch,
        "yes",
        "Read the text in these pictures too, behind the answers, where the extra `ocr` is installed.",
    ),
    Setting(
        "OPSIN_ICON_SOURCE",
        choice("auto", "embedded", "api"),
        "auto",
        "Where icons come from: auto searches the embedded catalogue and asks Iconify for drawings that are not in it, "
        "embedded asks nobody, api has Iconify search.",
    ),
    Setting(
        "OPSIN_ICONIFY_URL",
        web_address,
        "",
        "Base address of an Iconify API of your own; empty: the public hosts.",
        provider=True,
    ),
    Setting(
        "OPSIN_ICONIFY_JSON",
        folder,
        "",
        "Folder of the npm package @iconify/json, or of one @iconify-json set, used instead of the embedded catalogue.",
    ),
    Setting(
        "OPSIN_ICON_ALLOW",
        licences_and_sets,
        "",
        "Licences and icon sets that are offered whatever the policy; never what is NonCommercial or NoDerivatives.",
    ),
    Setting(
        "OPSIN_ICON_DENY",
        licences_and_sets,
        "",
        "Licences and icon sets that are never offered.",
    ),
    Setting(
        "OPSIN_VISION_ENGINE",
        choice("auto", "ollama", "openai", "ocr"),
        "auto",
        "Who looks at local images: auto asks Ollama, or the server of OPSIN_VISION_OPENAI_URL where that is set, and reads "
        "text itself where none answers; ocr asks nobody.",
    ),
    Setting(
        "OPSIN_VISION_MODEL",
        text,
        "qwen3-vl:4b",
        "Vision model.",
        older=("VISION_MODEL",),
    ),
    Setting(
        "OPSIN_VISION_OLLAMA_HOST",
        ollama_host,
        "127.0.0.1:11434",
        "Where Ollama listens, in any form that Ollama itself takes.",
        older=("VISION_OLLAMA_HOST", "OLLAMA_HOST"),
        ignored=ignored_port,
    ),
    Setting(
        "OPSIN_VISION_OPENAI_URL",
        web_address,
        "",
        "Base address of a server that speaks OpenAI's protocol on this machine (llama-server, LM Studio, vLLM, Jan), such as "
        "http://127.0.0.1:8080/v1.",
    ),
    Setting(
        "OPSIN_VISION_OPENAI_KEY",
        text,
        "",
        "Key that this server asks for.",
        secret=True,
    ),
    Setting(
        "OPSIN_VISION_ALLOW_REMOTE",
        hosts,
        "",
        "Exact host:port pairs of model servers on other machines to which images may be sent. Cloud models stay refused.",
    ),
    Setting(
        "OPSIN_VISION_ALLOWED_PATHS",
        text,
        "",
        "Further folders whose images may be read, separated as the platform separates paths.",
        older=("VISION_ALLOWED_PATHS",),
    ),
    Setting(
        "OPSIN_PROJECT_DIR",
        folder,
        "",
        "Folder of the project, whose images may be read; empty: the working directory.",
        older=("CLAUDE_PROJECT_DIR",),
    ),
    Setting(
        "OPSIN_VISION_MAX_BYTES",
        number(1, 104_857_600),
        "20971520",
        "Largest image file that is read, in bytes.",
        older=("VISION_MAX_BYTES",),
    ),
    Setting(
        "OPSIN_VISION_MAX_EDGE",
        number(64, 8_192),
        "1280",
        "Longest side of a picture, or of one tile of it, as it is sent to a model, in pixels.",
        older=("VISION_MAX_EDGE",),
    ),
    Setting(
        "OPSIN_VISION_TIMEOUT_MS",
        number(1, 3_600_000),
        "120000",
        "Milliseconds for a model's answer, a second attempt included.",
        older=("VISION_TIMEOUT_MS",),
    ),
    Setting(
        "OPSIN_VISION_KEEP_ALIVE",
        keep_alive,
        "24h",
        "How long Ollama keeps the model after an answer; `opsin unload` frees it at once.",
        older=("VISION_KEEP_ALIVE",),
    ),
    Setting(
        "OPSIN_VISION_MAX_OUTPUT_CHARS",
        number(1, 1_000_000),
        "12000",
        "Longest answer of a report, in characters.",
        older=("VISION_MAX_OUTPUT_CHARS",),
    ),
    Setting(
        "OPSIN_VISION_MASK_SECRETS",
        switch,
        "yes",
        "Mask keys, tokens and card numbers that are seen in an image.",
    ),
    Setting(
        "OPSIN_COOL_DOWN_S",
        number(0, 86_400),
        "300",
        "Seconds that a provider rests after a block or repeated failures, longer each time; 0 for no rest.",
    ),
    Setting(
        "OPSIN_RESPECT_ROBOTS",
        switch,
        "no",
        "Ask a host's robots.txt before a picture is downloaded or inspected, and use none that its host keeps from AI "
        "(X-Robots-Tag: noai); searches and the thumbnails on their sheets ask none.",
        older=("IMAGE_MCP_RESPECT_ROBOTS",),
    ),
    Setting(
        "OPSIN_IMPERSONATE",
        choice("auto", "never"),
        "auto",
        "Ask DuckDuckGo the way a browser does once it blocks, where the extra `impersonate` is installed.",
    ),
    Setting(
        "OPSIN_HTTP_TOKEN",
        bearer_token,
        "",
        "Bearer token that every client of `opsin serve --http` sends; needed to listen on anything but loopback.",
        secret=True,
    ),
    Setting(
        "OPSIN_HTTP_ALLOWED_HOSTS",
        host_names,
        "",
        "Names under which clients reach `opsin serve --http`; empty: those of the address that it listens on.",
    ),
    Setting(
        "OPSIN_HTTP_DISK",
        switch,
        "no",
        "Let clients of `opsin serve --http` work with this machine's disk: downloads are saved here, images of "
        "this machine are read, and paths are told.",
    ),
    Setting(
        "OPSIN_HTTP_CALLS",
        number(1, 1_000),
        "16",
        "Calls that `opsin serve --http` answers at a time; more are told to come back.",
    ),
    Setting(
        "OPSIN_HTTP_BODY_BYTES",
        number(4_096, 33_554_432),
        "262144",
        "Largest request that `opsin serve --http` takes, in bytes.",
    ),
    Setting(
        "OPSIN_LOG_LEVEL",
        choice("DEBUG", "INFO", "WARNING", "ERROR"),
        "WARNING",
        "What the server logs to standard error.",
        older=("LOG_LEVEL",),
    ),
)
