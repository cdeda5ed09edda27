"""Guards on files and folders."""

from scripts.guards.guard import Guard

_PATHS = "src/opsin/paths/"

FILES = (
    Guard(
        "paths upwards",
        f"{_PATHS}folder_names.py",
        'if ".." in parts:',
        "if False:",
        ("tests/paths/test_folder_names.py",),
    ),
    Guard(
        "absolute paths",
        f"{_PATHS}folder_names.py",
        'if text.startswith(("/", "\\\\")) or re.match(r"[A-Za-z]:", text):',
        "if False:",
        ("tests/paths/test_folder_names.py",),
    ),
    Guard(
        "names of devices, of files",
        f"{_PATHS}names.py",
        "    if is_device(name):\n",
        "    if False:\n",
        ("tests/paths/test_names.py",),
    ),
    Guard(
        "names of devices, of folders",
        f"{_PATHS}folder_names.py",
        "if is_device(part):",
        "if False:",
        ("tests/paths/test_folder_names.py",),
    ),
    Guard(
        "path check: a folder is inside the output folder",
        f"{_PATHS}output.py",
        "        if not real.is_relative_to(root):\n            raise _not_inside(folder)\n",
        "",
        ("tests/paths/test_output.py", "tests/paths/test_output_races.py"),
    ),
    Guard(
        "links on the way to a folder",
        f"{_PATHS}held_folder.py",
        "flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC",
        "flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC",
        ("tests/paths/test_held_folder.py", "tests/paths/test_output_races.py"),
    ),
    Guard(
        "links in the place of a file that is read",
        f"{_PATHS}held_folder.py",
        "if not stat.S_ISREG(found.st_mode) or found.st_size != size:",
        "if False:",
        ("tests/paths/test_held_folder.py", "tests/paths/test_output_races.py", "tests/paths/test_output.py"),
    ),
    Guard(
        "a page of the user's own is not overwritten",
        f"{_PATHS}folder_page.py",
        "if text.startswith(page.mark):",
        "if True:",
        ("tests/images/test_credits_page.py", "tests/paths/test_folder_page.py"),
    ),
    Guard(
        "nothing is overwritten",
        f"{_PATHS}held_folder.py",
        'self._link(self._at(temporary), self._at(name), **self._dir("src_dir_fd"), **self._dir("dst_dir_fd"))',
        'os.replace(self._at(temporary), self._at(name), **self._dir("src_dir_fd"), **self._dir("dst_dir_fd"))',
        ("tests/paths/test_held_folder.py", "tests/paths/test_output.py", "tests/paths/test_output_races.py"),
    ),
)
