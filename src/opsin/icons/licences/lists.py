"""Which licences each policy allows: short closed lists of SPDX ids, and what is never offered."""

import re
from enum import StrEnum

from opsin.icons.licences.expression import Licence


class Policy(StrEnum):
    """What the licences of found icons may ask of whoever uses them. Each allows more than the one before."""

    PERMISSIVE = "permissive"
    PERMISSIVE_PLUS_ATTRIBUTION = "permissive_plus_attribution"
    ALL = "all"


_GNU = ("GPL-1.0", "GPL-2.0", "GPL-3.0")
_SHARE_ALIKE = ("1.0", "2.0", "2.0-UK", "2.1-JP", "2.5", "3.0", "3.0-AT", "3.0-DE", "3.0-IGO", "4.0")

ADDED: dict[Policy, frozenset[str]] = {
    Policy.PERMISSIVE: frozenset(
        {"MIT", "Apache-2.0", "ISC", "BSD-3-Clause", "CC0-1.0", "Unlicense", "OFL-1.1", "MPL-2.0"}
    ),
    Policy.PERMISSIVE_PLUS_ATTRIBUTION: frozenset({"CC-BY-4.0", "CC-BY-3.0"}),
    Policy.ALL: frozenset(
        {f"{name}-{versions}" for name in _GNU for versions in ("only", "or-later")}
        | {f"CC-BY-SA-{version}" for version in _SHARE_ALIKE}
    ),
}
"""What each policy adds to the one before."""

_GNU_EXCEPTIONS = frozenset(
    {
        "Autoconf-exception-2.0",
        "Autoconf-exception-3.0",
        "Bison-exception-2.2",
        "Classpath-exception-2.0",
        "Font-exception-2.0",
        "GCC-exception-2.0",
        "GCC-exception-3.1",
    }
)
"""Exceptions to the GPL that only allow more."""

_NEVER = re.compile(
    r"(?<![a-z])(?:(?P<nc>nc|non[ -]?commercial)|(?P<nd>nd|no[ -]?deriv(?:s|ative(?:s| works)?)?))(?![a-z])",
    re.IGNORECASE,
)


def policy_of(licence: Licence) -> Policy | None:
    """Give the first policy that allows a licence; none where no policy does.

    An exception is allowed only where it is known to be one that allows more.
    """
    if not _is_known_exception(licence):
        return None
    return next((policy for policy, ids in ADDED.items() if licence.id in ids), None)


def _is_known_exception(licence: Licence) -> bool:
    if not licence.exception:
        return True
    if licence.id == "Apache-2.0":
        return licence.exception == "LLVM-exception"
    return (
        licence.id in ADDED[Policy.ALL]
        and licence.id.startswith("GPL-")
        and licence.exception in _GNU_EXCEPTIONS
    )


def never(words: str) -> str:
    """Say which kind of licence an id, title or address names that is never offered; empty where it names none.

    Returns:
        "NonCommercial", "NoDerivatives" or an empty text.
    """
    found = _NEVER.search(words)
    if found is None:
        return ""
    return "NonCommercial" if found["nc"] else "NoDerivatives"
