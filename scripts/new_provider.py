"""Begin a new provider: `python scripts/new_provider.py example` writes its file, its test, a server for the test, and its lines.

What it writes is a whole provider of an invented API whose test passes. Make it that of the real API, step by step, with the
test beside it.
"""

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path
from string import Template

ROOT = Path(__file__).parents[1]
TEMPLATES = Path(__file__).parent / "provider_template"
PROVIDERS = "src/opsin/images/providers"

_NAME = re.compile(r"[a-z][a-z0-9_]{1,29}")


def new_files(name: str, host: str) -> dict[str, str]:
    """The files that are written anew, by their paths."""
    words = {"name": name, "class_name": class_name(name), "host": host}
    return {
        path: Template((TEMPLATES / template).read_text(encoding="utf-8")).substitute(words)
        for path, template in (
            (f"{PROVIDERS}/{name}.py", "provider.py.txt"),
            (f"tests/images/providers/test_{name}.py", "test.py.txt"),
            (f"tests/images/providers/answers/{name}_results.json", "answer.json.txt"),
            (f"tests/loopback/{name}.py", "loopback.py.txt"),
        )
    }


def changed_files(name: str, host: str) -> dict[str, str]:
    """The files that get a line or two: the list of providers, and the setting of its address.

    Raises:
        SystemExit: one of them has no longer the form that is looked for.
    """
    changes: dict[str, Callable[[str], str]] = {
        f"{PROVIDERS}/registry.py": lambda text: _in_list(
            _with_import(text, "opsin.images.providers", name), name
        ),
        "src/opsin/setting_table.py": lambda text: _before(
            text,
            '    Setting(\n        "OPSIN_ICON_SOURCE"',
            f'    Setting(\n        "OPSIN_{name.upper()}_URL",\n        web_address,\n        "https://{host}",\n'
            f'        "Base address of the API of {class_name(name)}.",\n        provider=True,\n    ),\n',
        ),
        "src/opsin/settings.py": lambda text: _before(
            text, "    icon_source: str\n", f"    {name}_url: str\n"
        ),
        "tests/loopback/web.py": lambda text: _in_web(_with_import(text, "tests.loopback", name), name),
    }
    return {path: change((ROOT / path).read_text(encoding="utf-8")) for path, change in changes.items()}


def class_name(name: str) -> str:
    """The name of the class: `example_museum` is `ExampleMuseum`."""
    return "".join(word.capitalize() for word in name.split("_"))


def _with_import(text: str, package: str, name: str) -> str:
    line = f"from {package}.{name} import {class_name(name)}\n"
    lines = re.findall(rf"^from {re.escape(package)}\.\S+ import .*\n", text, re.MULTILINE)
    if not lines:
        raise SystemExit(f"The imports are not in the form that is known; add {line.strip()!r} by hand.")
    after = [one for one in lines if one < line]
    return text.replace(after[-1], after[-1] + line, 1) if after else _before(text, lines[0], line)


def _in_web(text: str, name: str) -> str:
    text = _before(
        text, "        self.iconify = Iconify()\n", f"        self.{name} = {class_name(name)}()\n"
    )
    variable = f'            "OPSIN_{name.upper()}_URL": f"{{self.origin}}{{{class_name(name)}.prefix}}",\n'
    text = _before(text, '            "OPSIN_ICONIFY_URL": ', variable)
    return _before(text, "self.iconify,", f"self.{name}, ")


def _in_list(text: str, name: str) -> str:
    found = re.search(r"^PROVIDERS: .* = \((?P<listed>[^)]*?),?\s*\)", text, re.MULTILINE)
    if found is None:
        raise SystemExit(
            "The registry has no list PROVIDERS in the form that is known; add the provider by hand."
        )
    end = found.end("listed")
    return f"{text[:end]}, {class_name(name)}{text[end:]}"


def _before(text: str, mark: str, added: str) -> str:
    if text.count(mark) != 1:
        raise SystemExit(f"The line {mark.strip()!r} is not there once; add {added.strip()!r} by hand.")
    return text.replace(mark, added + mark)


def main(words: list[str]) -> None:
    """Write everything, or nothing."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", help="as `provider` will take it: small letters, digits and _")
    parser.add_argument("--host", help="the host of its API; api.NAME.example where it is not given")
    arguments = parser.parse_args(words)
    name: str = arguments.name
    if not _NAME.fullmatch(name):
        raise SystemExit(f"{name!r} is no name for a provider: small letters, digits and _, from a letter.")
    host = arguments.host or f"api.{name.replace('_', '-')}.example"
    new, changed = new_files(name, host), changed_files(name, host)
    if there := [path for path in new if (ROOT / path).exists()]:
        raise SystemExit(f"{there[0]} is there already.")
    for path, text in {**new, **changed}.items():
        (ROOT / path).write_text(text, encoding="utf-8", newline="\n")
    print(*(f"wrote    {path}" for path in new), *(f"changed  {path}" for path in changed), sep="\n")
    print(
        "",
        "Next:",
        f"  1. python -m pytest tests/images/providers/test_{name}.py   passes as it is",
        f"  2. make {PROVIDERS}/{name}.py that of the real API: address, parameters, fields, safe, terms",
        f"  3. make the test, its answer and tests/loopback/{name}.py follow it",
        "     tests/images/providers/test_registry.py says who is asked with all, and who states licences",
        "  4. make format docs packaging check",
        sep="\n",
    )


if __name__ == "__main__":
    main(sys.argv[1:])
