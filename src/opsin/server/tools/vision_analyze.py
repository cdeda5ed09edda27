"""The tool `vision_analyze`: an image of this machine becomes a text report."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from opsin.server.answers import Answer
from opsin.server.schema import choice, text, whole
from opsin.server.tools.base import Call, Hints, Tool
from opsin.text import clean

if TYPE_CHECKING:
    from opsin.vision.report import Report

Work = Callable[..., Awaitable["Report"]]
"""`opsin.vision.look.look`: services and request; `wait_s`, `on_step` and `by_parts` by name."""

MODES = ("ui", "ocr", "general")
DETAILS = ("fast", "standard")
MOST_QUESTION_CHARACTERS = 2_000
MOST_PAGES = 10_000
MOST_PARTS = 1_000
"""As `opsin.vision.request` has them, which the list of tools does not load."""

WAIT_S = 20.0
"""Seconds until the answer is a pending one: ahead of the cap on every call."""

HOSTS_WITHIN_S = 12.0
"""Seconds that the hosts of a picture may take which is named by its id."""

_PATH_CHARACTERS = 4_096

DESCRIPTION = """\
Looks at an image file of this machine and returns a text report: answer, observations, visible text line by line, \
uncertainties. Use it for screenshots, photos and scans when images cannot be seen, or to read text to the letter. \
No image byte leaves the machine: a local model answers, or built-in text recognition where there is none. Two \
paths are compared. pending: the same call again collects the model's answer; parts above 1: part=2 brings more \
text."""

PARAMETERS = (
    text(
        "path",
        "Path of the image, an id such as s3:4, or latest:FOLDER for its newest picture.",
        longest=_PATH_CHARACTERS,
    ),
    text(
        "secondary_path",
        "A second image to compare with, such as after.png.",
        default="",
        longest=_PATH_CHARACTERS,
    ),
    text(
        "question",
        "What to find out, such as which field shows an error.",
        default="",
        longest=MOST_QUESTION_CHARACTERS,
    ),
    choice(
        "mode",
        "ui for screenshots, ocr for text to the letter, general for others such as photos.",
        allowed=MODES,
        default="ui",
    ),
    choice(
        "detail",
        "fast for a short answer, such as one fact.",
        allowed=DETAILS,
        default="standard",
    ),
    text("region", "A part of it, such as 0.5,0,0.5,0.5 (x,y,w,h in fractions).", default="", longest=100),
    whole("page", "Page of a PDF or TIFF or frame, such as 2.", low=1, high=MOST_PAGES, default=1),
    whole("part", "Part of a long text, such as 2.", low=1, high=MOST_PARTS, default=1),
)

_STRING, _FLAG, _COUNT = {"type": "string"}, {"type": "boolean"}, {"type": "integer"}
_LIST = {"type": "array", "items": _STRING}
OUTPUT_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "ok": _FLAG,
        "engine": _STRING,
        "model": _STRING,
        "source_path": _STRING,
        "mode": _STRING,
        "answer": _STRING,
        "observations": _LIST,
        "visible_text": _LIST,
        "uncertainties": _LIST,
        "truncated": _FLAG,
        "error_code": _STRING,
        "pending": _FLAG,
        "parts": _COUNT,
    },
    "required": ["ok", "answer"],
}


def vision_analyze(work: Work | None = None) -> Tool:
    """The tool.

    Args:
        work: Looks at the image; `opsin.vision.look` when None.
    """

    async def run(call: Call, values: Mapping[str, Any]) -> Answer:
        from opsin.server.look_answer import answer
        from opsin.vision.request import Look

        async def on_step(told: str) -> None:
            await call.progress(0, 1, told)

        request = Look.checked(
            values["path"],
            secondary_path=values["secondary_path"],
            question=values["question"],
            mode=values["mode"],
            detail=values["detail"],
            region=values["region"],
            page=values["page"],
            part=values["part"],
        )
        look = work or _look()
        report = await look(await call.services(), request, wait_s=WAIT_S, on_step=on_step, by_parts=True)
        return answer(report, request, values["region"])

    return Tool(
        name="vision_analyze",
        title="Analyze a local image",
        description=DESCRIPTION,
        parameters=PARAMETERS,
        hints=Hints(read_only=True, idempotent=True, open_world=False),
        run=run,
        output_schema=OUTPUT_SCHEMA,
        failed=failed,
    )


def failed(call: Call, given: Mapping[str, Any], plain: Answer, why: Exception) -> Answer:
    """The answer to a call that failed: the sentence, and a report that says so, as the contract has it.

    Args:
        call: What the tool works with.
        given: The arguments as they were sent.
        plain: The answer with the sentence.
        why: What was raised.
    """
    from dataclasses import replace

    from opsin.vision.refused import Code, VisionRefused
    from opsin.vision.report import Report

    path, mode = given.get("path"), given.get("mode")
    code = why.error_code if isinstance(why, VisionRefused) else Code.VISION_ERROR
    if not isinstance(path, str) or not path.strip():
        code = Code.INVALID_PATH
    report = Report(
        ok=False,
        engine="",
        model=call.settings.vision_model,
        source_path=path[:_PATH_CHARACTERS] if isinstance(path, str) else "",
        mode=mode if mode in MODES else MODES[0],
        answer=clean(" ".join(plain.lines), 2_000),
        error_code=code,
    )
    lines = (*plain.lines, f"error_code: {code}")
    return replace(plain, lines=lines, data=report.to_json(), data_with_error=True)


def _look() -> Work:
    from opsin.pictures_of_ids import open_id
    from opsin.vision.look import look

    return partial(look, open_id=partial(open_id, seconds=HOSTS_WITHIN_S))
