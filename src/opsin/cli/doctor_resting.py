"""The check of `opsin doctor` on which providers rest, and for how long."""

from collections.abc import Callable
from time import time

from opsin.cli.findings import Finding, Level
from opsin.settings import Settings


def check_resting(settings: Settings, clock: Callable[[], float] = time) -> list[Finding]:
    """Say of each provider that rests why it does, and until when. Makes no store where there is none.

    Args:
        settings: The values in force.
        clock: Seconds since 1970.
    """
    from opsin.images.providers.registry import provider_names
    from opsin.images.resting import Rests
    from opsin.services import open_store

    findings = []
    with open_store(settings) as store:
        rests = Rests(store, settings.cool_down_s, clock)
        for name in provider_names():
            resting = rests.rest(name, rests.read(name))
            if resting is not None:
                told = resting.rest.removeprefix(f"{name}: ")
                hint = "It said so itself." if resting.stated else "OPSIN_COOL_DOWN_S=0 asks it all the same."
                findings.append(Finding(Level.WARN, name, told, hint))
    return findings
