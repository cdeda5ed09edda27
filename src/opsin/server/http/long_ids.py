"""Ids as they look to callers from elsewhere, in every example: a search is named by letters, not by a number."""

import re
from dataclasses import replace

from opsin.server.answers import Answer
from opsin.server.http.unsaid import each_text
from opsin.server.tools.base import Tool

_SEARCH = "sk7mw2qa5xvt3n"
_SHORT = re.compile(r"\bs[0-9]+(?=:[0-9])")
_EXPLAINED = re.compile(r" \(search [0-9]+, cell [0-9]+\)")
# In an answer an id may also be what the caller gave; that is repeated to the letter.
_EXAMPLE = re.compile(
    r"\b(?:such as|looks like) s[0-9]+:[0-9]+(?: \(search [0-9]+, cell [0-9]+\)| and s[0-9]+:[0-9]+)?"
)


def with_long_ids(tool: Tool) -> Tool:
    """Let the examples in a tool's texts look as ids do here."""
    parameters = tuple(replace(one, about=_long(one.about)) for one in tool.parameters)
    return replace(tool, description=_long(tool.description), parameters=parameters)


def long_examples(answer: Answer) -> Answer:
    """Let the examples in an answer look as ids do here. What came from outside stays as it is."""
    return each_text(answer, long_example)


def long_example(text: str) -> str:
    """The text with the long form in the place of each short id that it gives as an example."""
    return _EXAMPLE.sub(lambda found: _long(found[0]), text)


def _long(text: str) -> str:
    return _SHORT.sub(_SEARCH, _EXPLAINED.sub("", text))
