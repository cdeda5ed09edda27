"""Paths as the tests of their forms write them."""

from opsin.paths.reading.forms import Form, read_form
from opsin.paths.reading.system import System

HOMES = {System.WINDOWS: "C:\\Users\\ada", System.MACOS: "/Users/ada"}
POSIX = (System.LINUX, System.MACOS, System.WSL)


def form(text: str, system: System = System.LINUX, distribution: str = "Debian") -> Form:
    return read_form(text, system, home=HOMES.get(system, "/home/ada"), distribution=distribution)


def path(text: str, system: System = System.LINUX) -> str:
    found = form(text, system)
    assert not found.newest
    return found.path
