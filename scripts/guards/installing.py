"""Guards on the files of other programs, which `opsin install` changes."""

from scripts.guards.guard import Guard

_INSTALLING = "src/opsin/cli/installing/"
_CHANGE = ("tests/cli/installing/test_change.py",)
_COMMAND = ("tests/cli/test_install_command.py",)

INSTALLING = (
    Guard(
        "install: a file that somebody changed meanwhile",
        f"{_INSTALLING}change.py",
        "        if _bytes_of(self.path) != self.before:\n",
        "        if False:\n",
        _CHANGE,
    ),
    Guard(
        "install: the permissions of a file",
        f"{_INSTALLING}change.py",
        "        write(self.path, self.after, mode=mode)\n",
        "        write(self.path, self.after)\n",
        _CHANGE,
    ),
    Guard(
        "install: a new file is its owner's alone",
        f"{_INSTALLING}change.py",
        '            write(self.path, self.after or b"", mode=_OWNERS_ALONE)\n',
        '            write(self.path, self.after or b"")\n',
        _CHANGE,
    ),
    Guard(
        "install: secrets in what is shown",
        f"{_INSTALLING}change.py",
        '                line = line.replace(written, "(hidden)")\n',
        "                pass\n",
        _CHANGE,
    ),
    Guard(
        "install: secrets of other servers in what is shown",
        f"{_INSTALLING}change.py",
        "    secrets += _of_others(style, text)\n",
        "",
        _CHANGE,
    ),
    Guard(
        "install: keys that were not asked for",
        "src/opsin/cli/carried_variables.py",
        "        if is_secret(row, value) and not with_keys:\n",
        "        if False:\n",
        _COMMAND,
    ),
    Guard(
        "install: asks before it changes a file",
        "src/opsin/cli/install_command.py",
        "        if not confirmed(stdin, console.err):\n",
        "        if False:\n",
        _COMMAND,
    ),
    Guard(
        "install: changes nothing where nobody can be asked",
        "src/opsin/cli/install_command.py",
        "        if not stdin.isatty():\n",
        "        if False:\n",
        _COMMAND,
    ),
    Guard(
        "install: a key that stands twice in JSON",
        f"{_INSTALLING}jsonc_editing.py",
        "    if len(found) > 1:\n",
        "    if False:\n",
        ("tests/cli/installing/test_jsonc_editing.py",),
    ),
    Guard(
        "install: braces of others in TOML",
        f"{_INSTALLING}toml_editing.py",
        "    if (pair := _braces_above(text, path)) is not None:\n        raise NotEditable(\n"
        '            f"{path[-1]} stands',
        '    pair = next(iter(pairs_of(text, ())))\n    if False:\n        raise NotEditable(\n            f"{path[-1]} stands',
        ("tests/cli/installing/test_toml_editing.py",),
    ),
    Guard(
        "install: the copy from before opsin came",
        f"{_INSTALLING}kept.py",
        "    if puts_in and not first.exists():\n",
        "    if puts_in:\n",
        _CHANGE,
    ),
    Guard(
        "install: a file goes only where nothing but opsin stood in it",
        f"{_INSTALLING}change.py",
        '    if first_of(real) is None and _with(style, "", entry) == text and not change.path.is_symlink():\n',
        "    if first_of(real) is None and not change.path.is_symlink():\n",
        _CHANGE,
    ),
)
