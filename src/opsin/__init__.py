"""Eyes for AI agents: search for pictures and icons, see them on one numbered sheet, inspect, download.

The Python API, loaded on first use:

    import opsin

    found = opsin.search_images("red panda", count=9)
    Path("sheet.jpg").write_bytes(found.sheet)
    opsin.download_images([str(found.cells[1].id)])

    icons = opsin.search_icons(["rocket", "deploy"])
    opsin.download_icons([icons.cells[0].id, "lucide:rocket"], format="svg")

    print(opsin.look_at_image("screenshot.png", question="What is wrong here?").answer)

For asynchronous programs there is `opsin.Eyes` with the same methods as coroutines.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from opsin.api import Eyes
    from opsin.at_once import (
        compare_images,
        download_icons,
        download_images,
        inspect_image,
        look_at_image,
        search_icons,
        search_images,
    )
    from opsin.errors import OpsinError
    from opsin.settings import Settings, load_settings

__version__ = "0.1.0"

__all__ = [
    "Eyes",
    "OpsinError",
    "Settings",
    "__version__",
    "compare_images",
    "download_icons",
    "download_images",
    "inspect_image",
    "load_settings",
    "look_at_image",
    "search_icons",
    "search_images",
]

_HOMES = {
    "Eyes": "opsin.api",
    "OpsinError": "opsin.errors",
    "Settings": "opsin.settings",
    "compare_images": "opsin.at_once",
    "download_icons": "opsin.at_once",
    "download_images": "opsin.at_once",
    "inspect_image": "opsin.at_once",
    "load_settings": "opsin.settings",
    "look_at_image": "opsin.at_once",
    "search_icons": "opsin.at_once",
    "search_images": "opsin.at_once",
}


def __getattr__(name: str) -> "Any":
    """Load a public name from where it lives, when it is first asked for."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'opsin' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
