"""The ids of the SPDX list, as they are written today (spdx.org/licenses, CC0-1.0)."""

from functools import cache
from importlib import resources

_TODAY = {
    "BSD-2-Clause-FreeBSD": "BSD-2-Clause",
    "BSD-2-Clause-NetBSD": "BSD-2-Clause",
    "GPL-2.0-with-GCC-exception": "GPL-2.0-only WITH GCC-exception-2.0",
    "GPL-2.0-with-autoconf-exception": "GPL-2.0-only WITH Autoconf-exception-2.0",
    "GPL-2.0-with-bison-exception": "GPL-2.0-only WITH Bison-exception-2.2",
    "GPL-2.0-with-classpath-exception": "GPL-2.0-only WITH Classpath-exception-2.0",
    "GPL-2.0-with-font-exception": "GPL-2.0-only WITH Font-exception-2.0",
    "GPL-3.0-with-GCC-exception": "GPL-3.0-only WITH GCC-exception-3.1",
    "GPL-3.0-with-autoconf-exception": "GPL-3.0-only WITH Autoconf-exception-3.0",
    "StandardML-NJ": "SMLNJ",
    "bzip2-1.0.5": "bzip2-1.0.6",
    "eCos-2.0": "GPL-2.0-or-later WITH eCos-exception-2.0",
    "wxWindows": "GPL-2.0-or-later WITH WxWindows-exception-3.1",
}
"""What the list says to write for an id that it has withdrawn; those of GNU licences follow a rule of their own."""

_GNU = ("AGPL-", "GFDL-", "GPL-", "LGPL-")
_SAID = ("-only", "-or-later")


def licence_id(text: str, *, or_later: bool = False) -> str:
    """Give the id as the list writes it, whatever its capitals; empty where the list has no such licence.

    An id that was withdrawn gives what stands for it today: that may be an id with an exception. A GNU licence says
    today whether later versions count: `GPL-3.0` is `GPL-3.0-only`, and with the plus sign `GPL-3.0-or-later`.

    Args:
        text: The id, without a plus sign.
        or_later: A plus sign stands behind it. A GNU id that says its versions itself has none, so that gives nothing.
    """
    name = _licences().get(text.casefold(), "")
    if name.startswith(_GNU) and "-with-" not in name:
        if name.endswith(_SAID):
            return "" if or_later else name
        return f"{name}{_SAID[or_later]}"
    today = _TODAY.get(name, name)
    return "" if or_later and " WITH " in today else today


def exception_id(text: str) -> str:
    """Give the id of an exception as the list writes it; empty where the list has none such."""
    return _exceptions().get(text.casefold(), "")


@cache
def _licences() -> dict[str, str]:
    return {name.casefold(): name for name in _parts()[0].split()}


@cache
def _exceptions() -> dict[str, str]:
    return {name.casefold(): name for name in _parts()[1].split()}


@cache
def _parts() -> tuple[str, str]:
    text = resources.files(__package__).joinpath("spdx_ids.txt").read_text(encoding="utf-8")
    licences, exceptions = text.split("\n\n")
    return licences, exceptions
