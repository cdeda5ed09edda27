"""The check of `opsin doctor --online` on the Iconify API, which is asked for drawings that are not inside."""

import asyncio
from urllib.parse import urlsplit

from opsin.cli.findings import Finding, Level
from opsin.errors import WebError
from opsin.settings import Settings

_WHAT = "iconify"
_PATH = "/lucide.json?icons=rocket"
_ADVICE = "Icons whose drawings are inside are shown all the same. Check the network, OPSIN_PROXY and OPSIN_ICONIFY_URL."
_OK = 200


def check_iconify(settings: Settings) -> Finding:
    """Ask each host in turn for one drawing, until one answers. Nothing is kept."""
    from opsin.icons.source import EMBEDDED

    if settings.icon_source == EMBEDDED:
        return Finding(Level.OK, _WHAT, "is never asked (OPSIN_ICON_SOURCE is embedded)")
    return asyncio.run(_ask(settings))


async def _ask(settings: Settings) -> Finding:
    from opsin.icons.iconify.addresses import hosts_of
    from opsin.images.providers.asking import answer_limits
    from opsin.opening import open_services

    hosts = hosts_of(settings)
    failures = []
    async with open_services(settings) as services:
        for base in hosts.bases:
            name = urlsplit(base).hostname or ""
            started = asyncio.get_running_loop().time()
            try:
                reply = await services.web.get(base + _PATH, limits=answer_limits(), named=hosts.named)
            except WebError as why:
                failures.append(f"{name}: {why.message}")
                continue
            if reply.status == _OK:
                seconds = asyncio.get_running_loop().time() - started
                return Finding(Level.OK, _WHAT, f"{name} answers in {seconds:.1f} s")
            failures.append(f"{name} answered HTTP {reply.status}.")
    return Finding(Level.WARN, _WHAT, " ".join(failures), _ADVICE)
