"""Which system paths are read on: how they are written there, and when two spellings name one thing."""

import ntpath
import os
import posixpath
import sys
import unicodedata
from collections.abc import Mapping
from enum import StrEnum
from types import ModuleType


class System(StrEnum):
    """The systems whose paths are written in a way of their own."""

    LINUX = "Linux"
    WSL = "Linux on Windows (WSL)"
    MACOS = "macOS"
    WINDOWS = "Windows"

    @property
    def paths(self) -> ModuleType:
        """The functions for path text, as `os.path` has them there."""
        return ntpath if self is System.WINDOWS else posixpath

    @property
    def separator(self) -> str:
        """What parts the settings' lists of paths."""
        return ";" if self is System.WINDOWS else ":"

    def key(self, path: str) -> str:
        """What two spellings of a path share where the system's usual file system takes them for one."""
        if self is System.WINDOWS:
            return ntpath.normcase(path).casefold()
        if self is System.MACOS:
            return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())
        return path


def this_system(platform: str = sys.platform, environ: Mapping[str, str] = os.environ) -> System:
    """The system that runs us.

    Args:
        platform: As `sys.platform`.
        environ: The environment; WSL says there which distribution it is (learn.microsoft.com/windows/wsl).
    """
    if platform == "win32":
        return System.WINDOWS
    if platform == "darwin":
        return System.MACOS
    if "WSL_DISTRO_NAME" in environ or "WSL_INTEROP" in environ:
        return System.WSL
    return System.WSL if platform == "linux" and "microsoft" in _kernel() else System.LINUX


def _kernel() -> str:
    """The kernel's release in lower case. Programs that desktop apps start may be given no environment."""
    return os.uname().release.lower() if sys.platform != "win32" else ""
