"""One picture given to a worker, and what becomes of it: its result, or a PictureError in our own words."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from opsin.errors import PictureError
from opsin.pixels.isolated.job import Job, Lost
from opsin.pixels.isolated.process import CannotStart
from opsin.pixels.isolated.refusals import lost_over, refusal
from opsin.pixels.isolated.worker import Worker
from opsin.pixels.sniff import Format, sniff

_T = TypeVar("_T")


def decode_apart(
    worker: Worker, job: Job[_T], here: Callable[[], _T], what: Callable[[bytes], Format | None] = sniff
) -> _T:
    """Have a picture decoded by a worker.

    Args:
        worker: Who does it.
        job: What is to be done; its data is the picture's file.
        here: Does the same in this process: where no worker can be started, and where the first bytes tell that no
            decoder will be asked.
        what: Tells the format from the first bytes.

    Raises:
        PictureError: the picture is refused, or took more time or memory than it may, or broke its decoder.
    """
    kind = what(job.data)
    if kind is None:
        return here()

    def read(told: Mapping[str, Any], body: bytes) -> _T | PictureError:
        return refusal(told["refused"], kind) if "refused" in told else job.read(told, body)

    asked: Job[_T | PictureError] = Job(job.asked, job.data, job.most_bytes, read, job.ticket)
    try:
        answer = worker.do(asked)
    except CannotStart:
        return here()
    except Lost as lost:
        raise lost_over(kind, lost.reason, worker.seconds) from lost
    if isinstance(answer, PictureError):
        raise answer
    return answer
