"""Reading arguments: one that cannot be used is told in a sentence of opsin's own, as everything else is."""

import argparse
import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NoReturn

from opsin.errors import InvalidInput

_REQUIRED = "the following arguments are required: "
_NO_VALUE = re.compile(r"argument (?P<names>\S+): expected (?:one|at least one) argument")
_VALUE = re.compile(r"argument (?P<names>\S+): ignored explicit argument ")


class Parser(argparse.ArgumentParser):
    """A parser that raises what it cannot use instead of ending the process."""

    def error(self, message: str) -> NoReturn:
        """Tell what argparse cannot use.

        Raises:
            InvalidInput: always.
        """
        told = f"`{self.prog}` can't be run: {message.rstrip('.')}."
        if message.startswith(_REQUIRED):
            told = f"`{self.prog}` lacks {message.removeprefix(_REQUIRED)}."
        elif found := _NO_VALUE.match(message):
            told = f"{found['names']} lacks its value."
        elif found := _VALUE.match(message):
            told = f"{found['names']} takes no value."
        raise InvalidInput(told, hint=self._see_help())

    def unknown(self, word: str) -> InvalidInput:
        """Make the error for a word that is none of the arguments, naming what may have been meant."""
        told = f"{word!r} is no argument of `{self.prog}`."
        bare = not word.startswith("-")
        if bare and any(action.dest == "query" for action in self._get_positional_actions()):
            return InvalidInput(told, hint='Put quotes round a query of several words: "red panda".')
        options = [name[2:] for name in self._option_string_actions if name.startswith("--")]
        given = word.partition("=")[0].lstrip("-")
        parts = [name for name in options if len(given) > 1 and given in (name, *name.split("-"))]
        near = parts or get_close_matches(given, options, n=1, cutoff=0.8)
        return InvalidInput(told, hint=f"Did you mean --{near[0]}?" if near else self._see_help())

    def _see_help(self) -> str:
        return f"`{self.prog} --help` lists the arguments."


def whole_number(name: str, low: int, high: int, unit: str = "") -> Callable[[str], int]:
    """A reader of whole numbers from `low` to `high`, both included, for the argument `name`.

    It raises InvalidInput, which says what was given and what is allowed.
    """

    def read(given: str) -> int:
        allowed = f"a whole number{unit and f' of {unit}'} from {low:,} to {high:,}"
        try:
            value = int(given)
        except ValueError:
            raise InvalidInput(
                f"{name} is {given[:40]!r}; it must be {allowed}.", hint="Give it in digits alone."
            ) from None
        if not low <= value <= high:
            raise InvalidInput(
                f"{name} is {given[:40]}; it must be {allowed}.", hint="Give a number in that range."
            )
        return value

    return read


@dataclass(frozen=True, slots=True)
class OneOf:
    """A reader of one of a few words for the argument `name`. It raises InvalidInput, which lists them."""

    name: str
    allowed: tuple[str, ...]

    def __call__(self, given: str) -> str:
        """The word, if it is one of them."""
        if given not in self.allowed:
            raise InvalidInput(
                f"{self.name} is {given[:40]!r}; it must be {' or '.join(self.allowed)}.",
                hint="Give one of these.",
            )
        return given


def one_of(name: str, *allowed: str) -> OneOf:
    """A reader of one of a few words for the argument `name`."""
    return OneOf(name, allowed)
