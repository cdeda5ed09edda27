"""A reply without what its model thought first: the one place that knows how models mark their thinking.

The tags may also stand in a picture, and so in a report: within its JSON, and in a line of prose, they are text.
"""

import re

_NAMES = "think|thinking|thought|reasoning|reflection"
_OPENER = rf"<(?:{_NAMES})\b[^<>]{{0,80}}>"
_CLOSER = rf"</(?:{_NAMES})\s{{0,9}}>"
_MARK = re.compile(
    rf"(?P<opener>{_OPENER})|(?P<closer>{_CLOSER})|(?:\A|\n|```(?:json)?|(?<=>))[ \t]*(?P<object>(?=\{{))",
    re.IGNORECASE,
)
_FIRST_TAGS = re.compile(rf"\s*(?:{_OPENER}\s*)+", re.IGNORECASE)
_LAST_TAG = re.compile(rf"{_CLOSER}\s*\Z", re.IGNORECASE)
_STRING_OR_BRACKET = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)|[{}]', re.DOTALL)
_KEY = re.compile(r'\{\s*"')
_FORM = re.compile(r"\s*[{`]")
_QUOTES = "`'\"\u2018\u201c\u00ab"
_MOST_OPEN_OBJECTS = 8

_EDGE = r"\s*(?:(?:<\|[\w ]{1,40}\|>|</s>|<(?:eos|end_of_turn|end_of_utterance)>|</?answer>)\s*)+"
_FIRST_SIGNS = re.compile(_EDGE, re.IGNORECASE)
_LAST_SIGNS = re.compile(_EDGE + r"\Z", re.IGNORECASE)
_LAST_CHARACTERS = 400
_BESIDE = 80


def without_thinking(text: str) -> str:
    """Take away what a model thought before it answered, and the signs that its template leaves at the edges.

    Tags within a JSON object are its text. Thinking that never ends is taken away if it begins on a new line. Some
    templates open the thinking in the prompt, so that the reply has only its end: one that nothing but a new line or
    a report follows.

    Args:
        text: The whole reply; one that came in pieces is joined first, since a tag may lie over two of them.
    """
    text = without_signs(text)
    marks = _marks(text)
    last_end = max((mark.start() for mark in marks if mark.lastgroup == "closer"), default=-1)
    kept: list[str] = []
    at = 0
    inside = thought = False
    for mark in marks:
        start, end = mark.span()
        if mark.lastgroup == "opener":
            if not inside and _begins_thinking(
                text[max(at, start - _BESIDE) : start], has_end=last_end > start
            ):
                kept.append(text[at:start])
                inside, at = True, len(text)
        elif mark.lastgroup == "object":
            if not inside and _KEY.match(text, end):
                break
        elif inside:
            inside, thought, at = False, True, end
        elif _ends_thinking(text, start, end, first=not thought and not _FORM.match(text, at)):
            kept.clear()
            thought, at = True, end
    return without_signs("".join([*kept, text[at:]]))


def thinking_alone(text: str) -> str:
    """What stands where a model should think, taken for its answer: without the tags around it."""
    text = _FIRST_TAGS.sub("", text, count=1)
    return _LAST_TAG.sub("", text, count=1).strip()


def without_signs(text: str) -> str:
    """Take the signs of templates off both edges, and white space with them."""
    text = text.strip()
    first = _FIRST_SIGNS.match(text)
    if first:
        text = text[first.end() :]
    near_end = max(0, len(text) - _LAST_CHARACTERS)
    last = _LAST_SIGNS.search(text, near_end)
    return text[: last.start()] if last else text


def _marks(text: str) -> list[re.Match[str]]:
    """The tags that stand in no whole object, and where objects begin that have no end."""
    found = []
    at = still_open = 0
    while mark := _MARK.search(text, at):
        at = mark.end()
        if mark.lastgroup != "object":
            found.append(mark)
            continue
        end = _end_of_object(text, at) if still_open < _MOST_OPEN_OBJECTS else None
        if end is None:
            still_open += 1
            found.append(mark)
        at = at + 1 if end is None else end
    return found


def _end_of_object(text: str, at: int) -> int | None:
    depth = 0
    for found in _STRING_OR_BRACKET.finditer(text, at):
        if found[0] == "{":
            depth += 1
        elif found[0] == "}":
            depth -= 1
            if not depth:
                return found.end()
    return None


def _begins_thinking(before: str, *, has_end: bool) -> bool:
    """Whether an opening tag is one, by what stands before it: it begins a line, or has an end and is not quoted."""
    before = before.rstrip(" \t")
    if not before or before.endswith("\n"):
        return True
    return has_end and before[-1] not in _QUOTES


def _ends_thinking(text: str, start: int, end: int, *, first: bool) -> bool:
    """Whether a closing tag ends thinking that no tag has opened."""
    rest = text[end : end + _BESIDE]
    if rest.lstrip().startswith(("{", "```")):
        return True
    line = text[max(0, start - _BESIDE) : start].rstrip(" \t")
    rest = rest.lstrip(" \t")
    return first and (not rest or rest[0] in "\n<" or line.endswith("\n"))
