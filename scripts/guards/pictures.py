"""Guards on the bytes of pictures."""

from scripts.guards.guard import Guard

_PIXELS = "src/opsin/pixels/"

BYTES = (
    Guard(
        "type by the first bytes, before the rest is read",
        f"{_PIXELS}sniff.py",
        "    if sniff(head) is None:\n",
        "    if False:\n",
        ("tests/pixels/test_sniff.py", "tests/images/test_fetching.py"),
    ),
    Guard(
        "formats that are decoded",
        f"{_PIXELS}opening.py",
        "    Format.ICO: IcoImageFile,\n}",
        "    Format.ICO: IcoImageFile,\n    None: GifImageFile,\n}\nsniff = lambda data: Format.PNG if data[:4] == b'\\x89PNG' else Format.GIF",
        ("tests/pixels/test_opening.py",),
    ),
    Guard(
        "pixel cap",
        f"{_PIXELS}opening.py",
        "if width * height > most or max(size) > side:",
        "if False:",
        ("tests/pixels/test_opening.py",),
    ),
    Guard(
        "pixel cap, by the header",
        f"{_PIXELS}opening.py",
        "judge_size(early, kind, limits)",
        "pass",
        ("tests/pixels/test_opening.py",),
    ),
    Guard(
        "pixel cap, by the decoder",
        f"{_PIXELS}opening.py",
        "judge_size(image.size, kind, limits)",
        "pass",
        ("tests/pixels/test_opening.py",),
    ),
    Guard(
        "pixel cap of later frames",
        f"{_PIXELS}frames.py",
        "judge_size(image.size, kind, limits)",
        "pass",
        ("tests/pixels/test_second_looks.py",),
    ),
    Guard(
        "scans of a JPEG",
        f"{_PIXELS}opening.py",
        "if has_more_scans(data, allowed):",
        "if False:",
        ("tests/pixels/test_opening.py", "tests/pixels/test_scans.py"),
    ),
    Guard(
        "tiles of a TIFF",
        f"{_PIXELS}opening.py",
        "if survey.oversized or survey.tile_bytes > limits.other * TILE_BYTES_PER_PIXEL:",
        "if False:",
        ("tests/pixels/test_opening.py", "tests/pixels/test_tiff.py"),
    ),
    Guard(
        "number of a TIFF's tiles",
        f"{_PIXELS}opening.py",
        "if survey.overfull:",
        "if False:",
        ("tests/pixels/test_opening.py", "tests/pixels/test_tiff.py"),
    ),
    Guard(
        "colour profiles of any size",
        f"{_PIXELS}colour.py",
        "if profile and len(profile) <= MAX_PROFILE_BYTES:",
        "if profile:",
        ("tests/pixels/test_second_looks.py",),
    ),
    Guard(
        "files that are cut short",
        f"{_PIXELS}decode.py",
        "if is_cut_short(data, opened.kind):",
        "if False:",
        ("tests/pixels/test_second_looks.py",),
    ),
)
