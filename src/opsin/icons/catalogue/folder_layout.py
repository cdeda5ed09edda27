"""Where a folder of icon data has its sets: `@iconify/json`, packages of `@iconify-json`, or what holds either."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from opsin.errors import OpsinError
from opsin.icons.catalogue.set_file import is_name

MOST_BYTES = 256_000_000
_WHOLE, _SINGLE = "@iconify/json", "@iconify-json"
_SET, _INFO, _COLLECTIONS, _PACKAGE = "icons.json", "info.json", "collections.json", "package.json"


@dataclass(frozen=True, slots=True)
class SetPlace:
    """Where one set's data lies.

    Attributes:
        prefix: Its prefix, as the place says it.
        path: Its file.
        info: The facts about it that stand beside the file; empty where they stand in it.
    """

    prefix: str
    path: Path
    info: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Layout:
    """What was found in a folder.

    Attributes:
        root: The folder that the sets were found in.
        version: The version of the data: that of the one package, or how many packages there are.
        places: The sets, in the folder's own order or by prefix.
        ordered: The order is the publisher's.
        skipped: What could not be used, as sentences.
    """

    root: Path
    version: str
    places: tuple[SetPlace, ...]
    ordered: bool
    skipped: tuple[str, ...] = ()


def layout(folder: Path) -> Layout:
    """Find the sets below a folder, which may be a project, its node_modules, or a package in there.

    Links are followed, as package managers make them.

    Raises:
        OpsinError: The folder cannot be read, or holds no sets.
    """
    try:
        if (folder / _COLLECTIONS).is_file() and (folder / "json").is_dir():
            return _whole(folder)
        for root in (folder, folder / "node_modules"):
            if (root / _WHOLE / "json").is_dir():
                return _whole(root / _WHOLE)
            singles = [root] if (root / _SET).is_file() else list(_packages(root))
            if singles:
                return _singles(root, singles)
        # Last, because a project may have a folder of this name for something else.
        if (folder / "json").is_dir():
            return _whole(folder)
    except OSError as why:
        raise OpsinError(
            f"The folder {str(folder)!r} of OPSIN_ICONIFY_JSON cannot be read ({why.strerror}).",
            hint="Name a folder of @iconify/json that you may read.",
        ) from why
    raise OpsinError(
        f"The folder {str(folder)!r} of OPSIN_ICONIFY_JSON holds no icon sets.",
        hint="Name the folder of @iconify/json, of an @iconify-json package, or the node_modules that holds them.",
    )


def read_object(path: Path) -> Mapping[str, Any]:
    """A JSON file that holds an object.

    Raises:
        ValueError: It is too large, no JSON, or holds something else.
        OSError: It cannot be read.
    """
    if not path.is_file():
        raise FileNotFoundError(2, "no such file", str(path))
    if path.stat().st_size > MOST_BYTES:
        raise ValueError(f"larger than {MOST_BYTES:,} bytes")
    try:
        value = json.loads(path.read_bytes())
    except RecursionError as why:
        raise ValueError("nested too deeply") from why
    except UnicodeDecodeError as why:
        raise ValueError("no UTF-8") from why
    except json.JSONDecodeError as why:
        raise ValueError("no JSON") from why
    if not isinstance(value, dict):
        raise ValueError("no JSON object")  # noqa: TRY004
    return value


def _whole(root: Path) -> Layout:
    files = {path.stem: path for path in sorted((root / "json").glob("*.json")) if is_name(path.stem)}
    collections, skipped = _optional(root / _COLLECTIONS)
    known = [
        SetPlace(prefix, files[prefix], info if isinstance(info, dict) else {})
        for prefix, info in collections.items()
        if prefix in files
    ]
    places = known or [SetPlace(prefix, path) for prefix, path in files.items()]
    return Layout(root.resolve(), _version(root), tuple(places), bool(known), skipped)


def _singles(root: Path, packages: list[Path]) -> Layout:
    places: list[SetPlace] = []
    skipped: list[str] = []
    for package in packages:
        info, problems = _optional(package / _INFO)
        skipped += problems
        prefix = next(filter(is_name, (info.get("prefix"), package.name.lower())), None)
        if prefix is None:
            # Its name would stand in ids and in answers.
            skipped.append("A package was left out: its name is no prefix of a set.")
            continue
        places.append(SetPlace(prefix, package / _SET, info))
    version = _version(packages[0]) if len(packages) == 1 else f"{len(packages)} packages"
    return Layout(root.resolve(), version, tuple(places), ordered=False, skipped=tuple(skipped))


def _packages(root: Path) -> Iterator[Path]:
    for folder in (root, root / _SINGLE):
        if folder.name == _SINGLE and folder.is_dir():
            yield from (path for path in sorted(folder.iterdir()) if (path / _SET).is_file())


def _optional(path: Path) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    try:
        return read_object(path), ()
    except FileNotFoundError:
        return {}, ()
    except (OSError, ValueError) as why:
        return {}, (f"{path.name} beside the sets was left out: {reason(why)}.",)


def _version(package: Path) -> str:
    version = _optional(package / _PACKAGE)[0].get("version")
    return version[:40] if isinstance(version, str) and version.isprintable() else "unknown"


def reason(why: Exception) -> str:
    """Why a file was left out, in our words."""
    return (why.strerror or "unreadable") if isinstance(why, OSError) else str(why)
