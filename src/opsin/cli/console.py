"""Where a command writes: results to standard output, everything else to standard error."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Self, TextIO

from opsin.errors import OpsinError

BAR_CELLS = 20
_MESSAGE_CHARACTERS = 2_000


class OutputLost(OpsinError):
    """Standard output cannot be written."""

    code = "output-lost"


@contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as why:
        raise OutputLost(
            f"Standard output cannot be written: {why.strerror or why}.",
            hint="Make room there, or send it somewhere else.",
        ) from why


class Console:
    """The two streams of a command. What the terminal cannot write is replaced, never an error."""

    def __init__(self, out: TextIO | None = None, err: TextIO | None = None) -> None:
        self.out = out or sys.stdout
        self.err = err or sys.stderr
        for stream in (self.out, self.err):
            # Code pages of Windows lack most characters.
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="replace")

    @property
    def terminal(self) -> bool:
        """Whether a person reads the result; otherwise it may be an agent in a shell."""
        return self.out.isatty()

    def say(self, *lines: str) -> None:
        """Write lines of the result."""
        with _writing():
            for line in lines:
                print(line, file=self.out)

    def say_json(self, value: Any) -> None:
        """Write the result as JSON. What cannot be seen is escaped: it neither steers a terminal nor hides in it."""
        from opsin.text import json_text

        with _writing():
            print(json_text(value), file=self.out)

    def flush(self) -> None:
        """Write what still waits of the result."""
        with _writing():
            self.out.flush()

    def note(self, *lines: str) -> None:
        """Write lines that are no part of the result."""
        for line in lines:
            print(line, file=self.err)

    def error(self, why: OpsinError) -> None:
        """Tell an error and what to do about it. What others said of it is marked as theirs, off a terminal fenced."""
        from opsin.cli.shell_words import in_shell
        from opsin.images.outcome import words_from_outside
        from opsin.text import clean, fence, unmarked

        print(f"opsin: {unmarked(clean(why.message, _MESSAGE_CHARACTERS))}", file=self.err)
        if why.hint:
            print(f"       {unmarked(clean(in_shell(why.hint), _MESSAGE_CHARACTERS))}", file=self.err)
        said = words_from_outside(why)
        if self.err.isatty():
            said = tuple(f"       {clean(one, _MESSAGE_CHARACTERS)}" for one in said)
        else:
            said = tuple(fence(said))
        self.note(*said)


class ProgressBar:
    """How far a job is: a bar on a terminal, a few lines elsewhere. A context manager.

    Elsewhere each phase is one line; of one that counts it is the last count, told when the phase is over.
    """

    def __init__(self, stream: TextIO, *, wanted: bool = True) -> None:
        self._stream = stream
        self._wanted = wanted
        self._terminal = stream.isatty()
        self._drawn = 0
        self._told = ""
        self._count = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    async def update(self, done: int, total: int, sentence: str) -> None:
        """Take in how far the job is, as the functions of `opsin.images` tell it."""
        if not self._wanted:
            return
        if self._terminal:
            self._draw(bar(done, total, sentence))
            return
        if sentence.startswith(f"{done} of {total} "):
            # The first count would read as all that came.
            self._count = sentence
        elif sentence != self._told:
            self._tell_count()
            self._tell(sentence)

    def clear(self) -> None:
        """End the report: the bar goes, so that results start on an empty line; elsewhere the last count is told."""
        self._tell_count()
        if self._drawn:
            self._draw("")
            self._stream.write("\r")
            self._stream.flush()
            self._drawn = 0

    def _tell_count(self) -> None:
        if self._count:
            self._tell(self._count)
            self._count = ""

    def _tell(self, sentence: str) -> None:
        self._told = sentence
        print(sentence, file=self._stream, flush=True)

    def _draw(self, line: str) -> None:
        # Blanks and not an escape sequence: not every console of Windows knows those.
        self._stream.write("\r" + line.ljust(self._drawn))
        self._stream.flush()
        self._drawn = len(line)


def bar(done: int, total: int, sentence: str, columns: int = 79) -> str:
    """One line: a bar, the numbers, and what is being done, cut to the columns of a terminal."""
    share = min(1.0, max(0.0, done / total)) if total > 0 else 0.0
    full = round(share * BAR_CELLS)
    numbers = f"{done}/{total}" if total > 0 else str(done)
    return f"[{'#' * full}{'-' * (BAR_CELLS - full)}] {numbers}  {sentence}"[:columns]


def table(rows: Iterable[tuple[str, ...]], gap: int = 2) -> list[str]:
    """Rows as lines with their columns aligned; the last one of a row is not padded, and a row may be shorter."""
    content = list(rows)
    if not content:
        return []
    columns = range(max(map(len, content)) - 1)
    widths = [
        max((len(row[column]) for row in content if column < len(row) - 1), default=0) for column in columns
    ]
    return [
        "".join(cell.ljust(width + gap) for cell, width in zip(row[:-1], widths, strict=False)) + row[-1]
        for row in content
    ]
