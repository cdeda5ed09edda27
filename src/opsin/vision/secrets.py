"""Keys, tokens and card numbers in a text that was read from a picture are masked before anybody else reads it.

What a report says goes to the model that asked, and as a rule to another machine. So what opens doors is left out of it, and
the reader is told what kind it was. Masked are private keys, tokens with a known sign, values that stand behind a name such
as `password`, `Bearer` headers, passwords in addresses, and the numbers of payment cards but for their last four digits.
Numbers of bank accounts (IBAN), telephone numbers, e-mail addresses, hashes and UUIDs open nothing by themselves and stay.
"""

import re
from collections.abc import Sequence

from opsin.vision import private_keys
from opsin.vision.card_numbers import card_numbers, speaks_of_cards
from opsin.vision.secret_kinds import WHOLE, Span, looks_random, tokens
from opsin.vision.secret_values import assigned, aws_secrets

_NEAR_LINES = 2
_SPEAKS_OF_AWS = re.compile(r"\bA[KS][Il1]A[A-Z0-9]{12}|\baws|secret[_ ]?access", re.IGNORECASE)
_FIRST_RUN = re.compile(r"\s{0,40}([A-Za-z0-9_+/.~-]{8,4096}={0,2})(?=[\s\"'`,;)}\]\\]|$)")
_LONG_RUN = 30
_LEAST_SECRET = 8
_LEAST_DIFFERENT = 6
_MOST_TOKEN = 4_096
_LEAST_WIDTH = 40
_NEARLY = 0.9


def mask(text: str) -> tuple[str, int]:
    """Mask the secrets in a text.

    Returns:
        The text, each secret replaced by `[masked: KIND]`, and how many there were.
    """
    lines, count = mask_lines(text.split("\n"))
    return "\n".join(lines), count


def mask_lines(lines: Sequence[str]) -> tuple[tuple[str, ...], int]:
    """Mask the secrets in lines that stand below each other, those that go on over several lines too.

    Returns:
        As many lines as were given, and how many secrets there were: one that covers several lines is one.
    """
    masked = list(lines)
    count = 0
    inside: set[int] = set()
    for block in private_keys.blocks(lines):
        count += 1
        inside.update(block)
        for number in block:
            masked[number] = "[masked: private key]"
    cards = _around([speaks_of_cards(line) for line in lines])
    keys_of_aws = _around([_SPEAKS_OF_AWS.search(line) is not None for line in lines])
    goes_on = ""
    for number, line in enumerate(lines):
        if number in inside:
            goes_on = ""
            continue
        spans = _spans(line, cards=cards[number], aws=keys_of_aws[number])
        rest = _continuation(line) if goes_on else 0
        if rest:
            spans = [(0, rest, goes_on), *(span for span in spans if span[0] >= rest)]
        following = lines[number + 1] if number + 1 < len(lines) and number + 1 not in inside else ""
        cut = _cut_off(line, following)
        if cut and any(start <= cut[0] < end for start, end, _ in spans):
            cut = None
        if cut:
            spans.append(cut)
        count += len(spans) - bool(rest)
        masked[number] = _replaced(line, spans)
        goes_on = cut[2] if cut else _open_end(line, spans, lines[max(0, number - 1) : number + 2])
    return tuple(masked), count


def _around(told: Sequence[bool]) -> list[bool]:
    """Say of each line whether one close to it is told true."""
    return [any(told[max(0, number - _NEAR_LINES) : number + _NEAR_LINES + 1]) for number in range(len(told))]


def _spans(line: str, *, cards: bool, aws: bool) -> list[Span]:
    """Find the secrets of one line, in order and without overlaps; of two that overlap the one that begins first stays."""
    if len(line) < _LEAST_SECRET:
        return []
    found: list[Span] = [(start, end, "private key") for start, end in private_keys.in_line(line)]
    found += tokens(line)
    found += assigned(line)
    numbers = card_numbers(line, near=cards)
    found += [(start, end, f"card number ending {last}") for start, end, last in numbers]
    if aws:
        found += aws_secrets(line)
    kept: list[Span] = []
    for start, end, kind in sorted(found, key=lambda span: (span[0], -span[1])):
        if kept and start < kept[-1][1]:
            before = kept[-1]
            kept[-1] = (before[0], max(before[1], end), before[2])
        else:
            kept.append((start, end, kind))
    return kept


def _continuation(line: str) -> int:
    """Where the rest of a token ends with which a line begins; 0 where it begins with something else."""
    run = _FIRST_RUN.match(line)
    if run is None or not (looks_random(run[1], least=_LEAST_DIFFERENT) or len(run[1]) >= _LONG_RUN):
        return 0
    return run.end()


def _cut_off(line: str, following: str) -> Span | None:
    """Find a token at the end of a line that is one only together with the line below."""
    rest = _continuation(following)
    if not rest or not line or line[-1].isspace():
        return None
    last = line[-_MOST_TOKEN:].rsplit(maxsplit=1)[-1]
    before = len(line) - len(last)
    for start, end, kind in tokens(last + following[:rest].strip()):
        if start < len(last) < end:
            return before + start, len(line), kind
    return None


def _open_end(line: str, spans: Sequence[Span], near: Sequence[str]) -> str:
    """Give the kind of a token that reaches the end of a full line, and so may go on in the next one."""
    if not spans or spans[-1][1] != len(line):
        return ""
    start, end, kind = spans[-1]
    whole = end - start >= WHOLE.get(kind, _MOST_TOKEN)
    full = len(line) >= max(_LEAST_WIDTH, _NEARLY * max(map(len, near)))
    return kind if full and not whole and not kind.startswith("card") else ""


def _replaced(line: str, spans: Sequence[Span]) -> str:
    pieces = []
    position = 0
    for start, end, kind in spans:
        pieces += [line[position:start], f"[masked: {kind}]"]
        position = end
    return "".join([*pieces, line[position:]])
