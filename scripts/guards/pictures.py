"""Guards on the bytes of pictures."""

from scripts.guards.guard import Guard

_PIXELS = "src/opsin/pixels/"
_IMAGES = "src/opsin/images/"

_SEGMENTS = ("tests/pixels/test_segments.py",)
_PNG = ("tests/pixels/test_png.py", "tests/pixels/test_opening.py")
_CONTAINER = ("tests/pixels/test_container.py",)
_TIFF_PAGES = ("tests/pixels/test_tiff_pages.py",)
_ENLARGING = ("tests/images/test_enlarging.py",)

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
    Guard(
        "segments of a JPEG",
        f"{_PIXELS}opening.py",
        "if survey is not None and survey.crowded:",
        "if False:",
        _SEGMENTS,
    ),
    Guard(
        "number of a JPEG's segments",
        f"{_PIXELS}segments.py",
        "return JpegSurvey(frame, crowded=True)",
        "return JpegSurvey(frame, crowded=False)",
        _SEGMENTS,
    ),
    Guard(
        "bytes between a JPEG's segments",
        f"{_PIXELS}segments.py",
        "return JpegSurvey(frame, crowded=between > MAX_BETWEEN)",
        "return JpegSurvey(frame, crowded=False)",
        _SEGMENTS,
    ),
    Guard(
        "a JPEG of more pixels than its bytes can hold",
        f"{_PIXELS}opening.py",
        "if not survey.has_bytes_for(size, len(data)):",
        "if False:",
        ("tests/pixels/test_opening.py", "tests/pixels/test_segments.py"),
    ),
    Guard(
        "segments of a JPEG whose scans are counted",
        f"{_PIXELS}scans.py",
        '        at += int.from_bytes(data[at : at + 2], "big")\n    return True',
        '        at += int.from_bytes(data[at : at + 2], "big")\n    return False',
        ("tests/pixels/test_scans.py",),
    ),
    Guard(
        "two headers in a PNG",
        f"{_PIXELS}png.py",
        'if name == b"IHDR" and number and not pixels:',
        "if False:",
        _PNG,
    ),
    Guard(
        "a PNG that does not begin with its header",
        f"{_PIXELS}png.py",
        'if data[at + 4 : at + 8] != b"IHDR":',
        "if False:",
        _PNG,
    ),
    Guard(
        "number of a PNG's chunks",
        f"{_PIXELS}png.py",
        "number >= most_chunks or ",
        "",
        _PNG,
    ),
    Guard(
        "number of a PNG's chunks before its pixels",
        f"{_PIXELS}png.py",
        " or (number >= MAX_PNG_CHUNKS_BEFORE_PIXELS and not pixels)",
        "",
        _PNG,
    ),
    Guard(
        "number of a GIF's blocks",
        f"{_PIXELS}container.py",
        "if survey.blocks > _MAX_SMALL_BLOCKS + len(data) // _LEAST_BLOCK:",
        "if False:",
        _CONTAINER,
    ),
    Guard(
        "number of a GIF's blocks that are walked over",
        f"{_PIXELS}container.py",
        " and blocks < _MAX_BLOCKS:",
        ":",
        _CONTAINER,
    ),
    Guard(
        "frames of a GIF beyond its screen",
        f"{_PIXELS}container.py",
        "places = [(0, 0, width, height), *survey.places]",
        "places = [(0, 0, width, height)]",
        _CONTAINER,
    ),
    Guard(
        "pictures in an icon larger than it says",
        f"{_PIXELS}container.py",
        "return _ico_size(data)",
        "return None",
        (*_CONTAINER, "tests/pixels/test_opening.py"),
    ),
    Guard(
        "number of a TIFF's pages that are walked over",
        f"{_PIXELS}tiff_pages.py",
        " and len(seen) < _MAX_PAGES:",
        ":",
        _TIFF_PAGES,
    ),
    Guard(
        "pages of a TIFF in a circle",
        f"{_PIXELS}tiff_pages.py",
        "while at and at not in seen and ",
        "while at and ",
        _TIFF_PAGES,
    ),
    Guard(
        "number of a TIFF's strips that are looked at",
        f"{_PIXELS}tiff_pages.py",
        "if blocks > _MAX_BLOCKS:",
        "if False:",
        _TIFF_PAGES,
    ),
    *(
        Guard(
            f"{kind} that is cut short",
            f"{_PIXELS}container.py",
            f"    Format.{kind}: {look},\n",
            "",
            (
                "tests/pixels/test_container.py",
                "tests/pixels/test_second_looks.py",
                "tests/pixels/test_decode.py",
            ),
        )
        for kind, look in (
            ("GIF", "lambda data: survey_gif(data).cut_short"),
            ("WEBP", 'lambda data: int.from_bytes(data[4:8], "little") + 8 > len(data)'),
            ("PNG", "png_is_cut_short"),
            ("TIFF", "tiff_is_cut_short"),
            ("AVIF", "_boxes_lead_out"),
            ("ICO", "lambda data: any(offset + size > len(data) for offset, size in _ico_places(data))"),
        )
    ),
    Guard(
        "originals on a sheet: the same picture only",
        f"{_IMAGES}thumbnails.py",
        "return larger and same_shape and distance(self.print, small.print) <= MAX_DISTANCE",
        "return larger and same_shape",
        _ENLARGING,
    ),
    Guard(
        "originals on a sheet: the same shape only",
        f"{_IMAGES}thumbnails.py",
        "return larger and same_shape and distance(self.print, small.print) <= MAX_DISTANCE",
        "return larger and distance(self.print, small.print) <= MAX_DISTANCE",
        _ENLARGING,
    ),
    Guard(
        "originals on a sheet: the larger only",
        f"{_IMAGES}thumbnails.py",
        "return larger and same_shape and distance(self.print, small.print) <= MAX_DISTANCE",
        "return same_shape and distance(self.print, small.print) <= MAX_DISTANCE",
        _ENLARGING,
    ),
    Guard(
        "originals on a sheet: bytes",
        f"{_IMAGES}thumbnails.py",
        ", max_bytes=ENLARGED_BYTES)",
        ", max_bytes=1 << 30)",
        _ENLARGING,
    ),
)
