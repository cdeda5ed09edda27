"""Guards on files of this machine that are read."""

from scripts.guards.guard import Guard

_READING = "src/opsin/paths/reading/"
_OPENING = ("tests/paths/reading/test_opening_inside.py", "tests/paths/reading/test_symlink_race.py")
_FORMS = ("tests/paths/reading/test_path_forms.py",)
_ROOTS = ("tests/paths/reading/test_reading_roots.py",)
_FILES = ("tests/paths/reading/test_local_file.py",)
_SOURCE = ("tests/vision/test_source.py",)

READING = (
    Guard(
        "a link in the place of a file that is read",
        f"{_READING}walking.py",
        '    os.O_RDONLY\n    | getattr(os, "O_NOFOLLOW", 0)\n',
        "    os.O_RDONLY\n",
        _OPENING,
    ),
    Guard(
        "a link in the place of a folder that is read in",
        f"{_READING}walking.py",
        '    | getattr(os, "O_DIRECTORY", 0)\n    | getattr(os, "O_NOFOLLOW", 0)\n',
        '    | getattr(os, "O_DIRECTORY", 0)\n',
        _OPENING,
    ),
    Guard(
        "a path outside of the folders that may be read",
        f"{_READING}walking.py",
        "            raise not_allowed(given, roots.note)\n",
        '            place = Root("/", "/"), tuple(path.strip("/").split("/"))\n',
        _OPENING,
    ),
    Guard(
        "a pipe in the place of a file that is read",
        f"{_READING}walking.py",
        "            _refuse_other(mode, given, folder=folder)\n",
        "",
        _OPENING,
    ),
    Guard(
        "an open file that lies outside, where there are no handles of folders",
        f"{_READING}judging.py",
        "        _refuse_outside(real, given, roots)\n        _refuse_other",
        "        _refuse_other",
        _OPENING,
    ),
    Guard(
        "whether a file outside is there",
        f"{_READING}judging.py",
        "    _refuse_outside(os.path.realpath(target), given, roots)\n    try:\n",
        "    try:\n",
        _OPENING,
    ),
    Guard(
        "names of a folder outside",
        f"{_READING}judging.py",
        "    _refuse_outside(os.path.realpath(folder), given, roots)\n",
        "",
        _OPENING,
    ),
    Guard(
        "a folder outside that is listed",
        f"{_READING}judging.py",
        "    real = os.path.realpath(target)\n    _refuse_outside(real, given, roots)\n",
        "    real = os.path.realpath(target)\n",
        _OPENING,
    ),
    Guard(
        "steps upwards in a path that is read",
        f"{_READING}roots.py",
        "text: str = self.system.paths.normpath(path)",
        "text: str = path",
        (*_ROOTS, *_OPENING),
    ),
    Guard(
        "a share whose look-up would tell the user's name",
        f"{_READING}roots.py",
        '        if text.startswith("\\\\\\\\"):\n',
        "        if False:\n",
        _ROOTS,
    ),
    Guard(
        "the top of the file system as a project",
        f"{_READING}roots.py",
        "return cwd == Path(cwd.anchor) or (bool(system) and cwd.is_relative_to(system))",
        "return bool(system) and cwd.is_relative_to(system)",
        _ROOTS,
    ),
    Guard(
        "the home folder as a folder of pictures",
        f"{_READING}roots.py",
        "        if not home.is_relative_to(one)\n",
        "",
        _ROOTS,
    ),
    Guard(
        "a link in the project as an output folder",
        f"{_READING}roots.py",
        "return written and not Path(root.real).is_relative_to(os.path.realpath(folder))",
        "return False",
        _ROOTS,
    ),
    Guard(
        "addresses of the web in place of a path",
        f"{_READING}forms.py",
        "    if _WEB.match(text):\n",
        "    if False:\n",
        _FORMS,
    ),
    Guard(
        "streams of files on Windows",
        f"{_READING}windows_forms.py",
        '    if ":" in (text[drive.end() :] if drive else text):\n',
        "    if False:\n",
        _FORMS,
    ),
    Guard(
        "devices of Windows in place of a file",
        f"{_READING}forms.py",
        "        if device := names_device(text):\n",
        '        if device := "":\n',
        _FORMS,
    ),
    Guard(
        "a file that is still being written",
        f"{_READING}local_file.py",
        '        raise Unsettled(given, "is still being written")\n    if not data',
        "        pass\n    if not data",
        _FILES,
    ),
    Guard(
        "names of files in our own words",
        "src/opsin/vision/source.py",
        "hint=refusal.hint, outside=refusal.outside",
        "hint=refusal.hint + refusal.outside",
        _SOURCE,
    ),
    Guard(
        "files that are no pictures",
        "src/opsin/vision/source.py",
        "    refuse_other_types(source)\n    return source",
        "    return source",
        _SOURCE,
    ),
)
