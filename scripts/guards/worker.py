"""Guards on the process that decodes pictures, and on what it answers."""

from scripts.guards.guard import Guard

_ISOLATED = "src/opsin/pixels/isolated/"

_WORKER = ("tests/pixels/isolated/test_worker.py",)
_ANSWERS = ("tests/pixels/isolated/test_isolated_answers.py",)
_FRAMING = ("tests/pixels/isolated/test_isolated_framing.py",)
_THUMBNAILS = ("tests/pixels/isolated/test_isolated_thumbnails.py",)

WORKER = (
    Guard(
        "worker: memory",
        f"{_ISOLATED}bounds.py",
        "return HELD if _lower(resource.RLIMIT_AS, memory) else WATCHED",
        "return HELD",
        _WORKER,
    ),
    Guard(
        "worker: memory where the system does not hold it",
        f"{_ISOLATED}bounds.py",
        "_end_when(lambda: _most_taken() > memory, OUT_OF_MEMORY)",
        "pass",
        ("tests/pixels/isolated/test_bounds.py",),
    ),
    Guard(
        "worker: files that it could write",
        f"{_ISOLATED}bounds.py",
        "    _lower(resource.RLIMIT_FSIZE, 0)\n",
        "",
        _WORKER,
    ),
    Guard("worker: deadline", f"{_ISOLATED}worker.py", "process.kill(Reason.TIME)", "pass", _WORKER),
    Guard("worker: processor time", f"{_ISOLATED}child.py", "        allow_cpu(seconds)\n", "", _WORKER),
    Guard(
        "worker: nothing of the server's environment",
        f"{_ISOLATED}process.py",
        "{name: environ[name] for name in KEPT_VARIABLES if name in environ}",
        "dict(environ)",
        _WORKER,
    ),
    Guard(
        "worker: a caller that is cancelled frees it",
        f"{_ISOLATED}originals.py",
        "        worker.give_up(job.ticket)\n",
        "",
        ("tests/pixels/isolated/test_isolated_originals.py",),
    ),
    Guard(
        "worker: answers about another file",
        f"{_ISOLATED}answers.py",
        'if kind is None or told.get("format") != kind or told.get("size_bytes") != len(data):',
        "if kind is None:",
        _ANSWERS,
    ),
    Guard(
        "worker: answers with numbers beyond the limits",
        f"{_ISOLATED}answers.py",
        "if not _is_number(value) or not 1 <= value <= most:",
        "if not _is_number(value):",
        _ANSWERS,
    ),
    Guard(
        "worker: answers with a JPEG of another size",
        f"{_ISOLATED}answers.py",
        "if jpeg_size(jpeg) != (width, height):",
        "if False:",
        _ANSWERS,
    ),
    Guard(
        "worker: answers with half a JPEG",
        f"{_ISOLATED}answers.py",
        r' or not data.endswith(b"\xff\xd9")',
        "",
        _ANSWERS,
    ),
    Guard(
        "worker: answers with other pixels than are told of",
        f"{_ISOLATED}answers.py",
        " or len(pixels) != width * height * channels",
        "",
        _ANSWERS,
    ),
    Guard(
        "worker: answers with words without an end",
        f"{_ISOLATED}answers.py",
        "if not isinstance(value, str) or len(value) > most:",
        "if not isinstance(value, str):",
        _ANSWERS,
    ),
    Guard(
        "worker: answers with notes without an end",
        f"{_ISOLATED}answers.py",
        "if not isinstance(value, list) or len(value) > MOST_NOTES:",
        "if not isinstance(value, list):",
        _ANSWERS,
    ),
    Guard(
        "worker: answers with words that are not clean",
        f"{_ISOLATED}answers.py",
        "clean(_text(note, NOTE_CHARACTERS), NOTE_CHARACTERS) for",
        "_text(note, NOTE_CHARACTERS) for",
        _ANSWERS,
    ),
    Guard(
        "worker: its sentences are none of ours",
        f"{_ISOLATED}refusals.py",
        "if shape in _SHAPES:",
        "if _SHAPES.setdefault(shape, _OTHER):",
        _ANSWERS,
    ),
    Guard(
        "worker: length of a header",
        f"{_ISOLATED}framing.py",
        " or header_bytes > MOST_HEADER_BYTES",
        "",
        _FRAMING,
    ),
    Guard("worker: length of a body", f"{_ISOLATED}framing.py", " or body_bytes > most_bytes", "", _FRAMING),
    Guard(
        "worker: AVIF is decoded apart in thumbnails too",
        f"{_ISOLATED}thumbnails.py",
        "if sniff(data) is not Format.AVIF:",
        "if True:",
        _THUMBNAILS,
    ),
)
