"""Having a file looked at by a process of its own, which is none that anybody waits for with an answer due."""

from collections.abc import Mapping
from typing import Any

from opsin.errors import PictureError
from opsin.local.survey import BadSurvey, Survey
from opsin.local.survey import survey as survey_here
from opsin.pixels.extras import LIBRARIES, missing
from opsin.pixels.isolated.apart import decode_apart
from opsin.pixels.isolated.framing import BadMessage
from opsin.pixels.isolated.job import Job
from opsin.pixels.isolated.originals import MEMORY, SECONDS
from opsin.pixels.isolated.worker import Worker
from opsin.pixels.sniff import Format, sniff_file
from opsin.threads import LOCAL

WORKER = Worker(memory=MEMORY, seconds=SECONDS, module="opsin.local.child", optional=LIBRARIES)


class LacksPackage(PictureError):
    """Its kind needs a package that is not installed."""


def prepare() -> None:
    """Start the process in the background, before the first picture is there to be looked at. Never waits."""
    WORKER.prepare()


async def survey_apart(data: bytes, *, worker: Worker = WORKER) -> Survey:
    """Look at a file.

    Raises:
        LacksPackage: it needs a package that is not there.
        PictureError: it is no picture, is damaged or too large.
    """
    kind = sniff_file(data)
    if kind is Format.PDF:
        raise PictureError(f"{kind.label} is not indexed by what is in it.")
    if kind is not None and missing(kind):
        raise LacksPackage(f"{kind.label} needs a package.")

    def read(told: Mapping[str, Any], _body: bytes) -> Survey:
        try:
            found = Survey.from_json(told.get("survey"))
        except BadSurvey as why:
            raise BadMessage(str(why)) from why
        if found.format is not kind:
            raise BadMessage("a survey of another file")
        return found

    job = Job({"work": "survey"}, data, 0, read)
    # Who is cancelled does not end the process: it is about to be done, and the next one would wait for a new process.
    return await LOCAL.run(decode_apart, worker, job, lambda: survey_here(data), sniff_file)
