"""Paths as Windows writes them, on Windows, under WSL and elsewhere.

Sources: learn.microsoft.com/dotnet/standard/io/file-path-formats and learn.microsoft.com/windows/wsl/filesystems.
"""

import re

from opsin.paths.names import is_device
from opsin.paths.reading.refused import invalid

_DRIVE = re.compile(r"([A-Za-z]):(?=[\\/]|\Z)")
_DRIVE_OF_OTHERS = re.compile(r"/(?:mnt/|cygdrive/)?([A-Za-z])(?=/|\Z)")
_EXTENDED = re.compile(r"[\\/]{2}\?[\\/]")
_EXTENDED_SHARE = re.compile(r"unc[\\/]", re.IGNORECASE)
_SHARE = re.compile(r"[\\/]{2}[^\\/]")
_DEVICE_SPACE = re.compile(r"[\\/]{2}\.[\\/]")
_DISTRIBUTION = re.compile(r"[\\/]{2}(?:wsl\$|wsl\.localhost)[\\/]([^\\/]+)(?=[\\/]|\Z)", re.IGNORECASE)
_ELSEWHERE = "Give the path as it is on this machine."


def windows_form(given: str, text: str) -> str:
    """Write a path as Windows does; drives as WSL, MSYS and Cygwin write them are understood.

    Raises:
        ReadRefused: it leads to a device, or to a place that only the current folder of a drive would tell.
    """
    if _EXTENDED.match(text):
        text = _without_extension(given, text)
    if _DEVICE_SPACE.match(text):
        raise invalid(given, "leads to a device, not to a file", "Give the path of a picture.")
    if found := _DRIVE_OF_OTHERS.match(text):
        text = f"{found[1].upper()}:{text[found.end() :] or '/'}"
    text = text.replace("/", "\\")
    drive = _DRIVE.match(text)
    if ":" in (text[drive.end() :] if drive else text):
        raise invalid(given, "has a colon where Windows allows none", "Give a whole path, such as C:\\x.png.")
    return text + "\\" if drive and drive.end() == len(text) else text


def names_device(path: str) -> str:
    """The first part of a Windows path that names a device there, whatever its ending; empty where none does."""
    return next((part for part in path.split("\\") if part and is_device(part)), "")


def wsl_form(given: str, text: str, distribution: str, drives: str = "/mnt") -> str:
    """Write a path of Windows as it is under WSL; empty for one that is none of Windows.

    Args:
        given: The path as it was given.
        text: The path.
        distribution: The name of this distribution, empty where it is not known.
        drives: Where the drives are mounted.

    Raises:
        ReadRefused: it is in another distribution, or on another machine.
    """
    if _EXTENDED.match(text):
        text = _without_extension(given, text)
    if found := _DISTRIBUTION.match(text):
        if distribution and found[1].lower() != distribution.lower():
            raise invalid(given, "is in another distribution of WSL", _ELSEWHERE)
        return text[found.end() :].replace("\\", "/") or "/"
    if text.startswith("\\\\"):
        raise invalid(given, "is on another machine", "Copy the file to this one.")
    if found := _DRIVE.match(text):
        return f"{drives}/{found[1].lower()}{text[found.end() :]}".replace("\\", "/")
    return ""


def foreign_form(text: str) -> bool:
    """Whether a path can only be one of Windows."""
    return _DRIVE.match(text) is not None or text.startswith("\\\\")


def _without_extension(given: str, text: str) -> str:
    rest = text[4:]
    if _EXTENDED_SHARE.match(rest):
        return "\\\\" + rest[4:]
    if _DRIVE.match(rest):
        return rest
    raise invalid(given, "leads to a volume by its number", _ELSEWHERE)
