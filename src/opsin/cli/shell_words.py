"""What opsin advises in words of its tools, in words of the shell.

Hints are written where the work is done, and name the tools and parameters that a model calls.
"""

import re

_COMMANDS = {
    "image_search": "search",
    "image_inspect": "inspect",
    "image_compare": "compare",
    "image_download": "download",
    "search_icons": "icons",
    "icon_download": "icon-download",
    "vision_analyze": "look",
}
_OPTIONS = {
    "detail": "--detail",
    "icon_format": "--format",
    "license": "--license",
    "license_policy": "--policy",
    "min_width": "--min-width",
    "mode": "--mode",
    "orientation": "--orientation",
    "page": "--page",
    "provider": "--provider",
    "safe": "--safe",
    "sets": "--sets",
    "style": "--style",
}
_TOOL = "|".join(_COMMANDS)
_OF_IDS = re.compile(rf"\b({_TOOL})\b((?: [a-z]+){{0,3}}) \(ids?=([\w:-]+)\)")
_WITH = re.compile(rf"\b({_TOOL}) with (\w+)=([\w:-]+)")
_NAMED = re.compile(rf"\b({_TOOL})\b")
_PARAMETER = re.compile(rf"(?<![\w?&/-])({'|'.join(_OPTIONS)})=(?=\w)")


def in_shell(told: str) -> str:
    """The same advice for somebody who types: commands and options in place of tools and parameters."""
    told = _OF_IDS.sub(lambda found: f"`opsin {_COMMANDS[found[1]]} {found[3]}`{found[2]}", told)
    told = _WITH.sub(
        lambda found: f"`opsin {_COMMANDS[found[1]]} {_OPTIONS.get(found[2], f'--{found[2]}')} {found[3]}`",
        told,
    )
    told = _NAMED.sub(lambda found: f"`opsin {_COMMANDS[found[1]]}`", told)
    return _PARAMETER.sub(lambda found: f"{_OPTIONS[found[1]]} ", told)
