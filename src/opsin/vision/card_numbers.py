"""Payment card numbers in a line of text, told from all the other long numbers that there are."""

import re

# Digits, and letters that text recognition takes for digits, in one run or in groups. A number of one run may touch
# no other digit; groups are those that cards are printed with.
_LIKE_DIGIT = "0-9OoQIlSB"
_GROUPED = re.compile(
    rf"(?<![{_LIKE_DIGIT}A-Za-z.,-])(?:"
    rf"[{_LIKE_DIGIT}]{{4}}(?:(?P<blank>[ \t]{{1,3}}|[ \t]?[-–·.][ \t]?)[{_LIKE_DIGIT}]{{4}}){{3}}"
    rf"(?:(?P=blank)[{_LIKE_DIGIT}]{{3}})?"
    rf"|3[{_LIKE_DIGIT}]{{3}}(?P<amex>[ \t]{{1,3}}|[ \t]?[-–·.][ \t]?)[{_LIKE_DIGIT}]{{6}}(?P=amex)[{_LIKE_DIGIT}]{{4,5}}"
    rf")(?![{_LIKE_DIGIT}A-Za-z])"
)
_RUN = re.compile(r"(?<![0-9A-Za-z_.,/=-])[0-9]{13,19}(?![0-9A-Za-z_/=-]|[.,][0-9])")
_DIGITS = str.maketrans("OoQIlSB", "0001158")
_MOST_LETTERS = 2

# First digits, from and to, and the lengths that go with them: ISO/IEC 7812 ranges as the schemes publish them.
_RANGES: tuple[tuple[str, str, frozenset[int]], ...] = (
    ("4", "4", frozenset({13, 16, 19})),
    ("51", "55", frozenset({16})),
    ("2221", "2720", frozenset({16})),
    ("34", "34", frozenset({15})),
    ("37", "37", frozenset({15})),
    ("6011", "6011", frozenset({16, 19})),
    ("644", "659", frozenset({16, 19})),
    ("300", "305", frozenset({14})),
    ("36", "36", frozenset({14})),
    ("38", "39", frozenset({14})),
    ("3528", "3589", frozenset({16})),
    ("62", "62", frozenset({16, 17, 18, 19})),
    ("2200", "2204", frozenset({16})),
    ("9792", "9792", frozenset({16})),
    ("50", "50", frozenset({16})),
    ("56", "58", frozenset({16})),
)

_SPEAKS_OF_CARDS = re.compile(
    r"\b(?:credit|debit)|\bcard(?:s|\b|[ _-]?(?:no|num))|\bpan\b|\bvisa\b|mastercard|maestro|\bamex\b|american express"
    r"|karte|\bcarte\b|tarjeta|cart[aã]o|\bkart\w*|\bcvv\b|\bcvc\b|\b(?:0[1-9]|1[0-2]) ?/ ?(?:20)?[2-4][0-9]\b"
    r"|卡号|信用卡|银行卡|カード",
    re.IGNORECASE,
)


def speaks_of_cards(text: str) -> bool:
    """Whether a text has a word that stands beside a card's number, or an expiry date."""
    return _SPEAKS_OF_CARDS.search(text) is not None


def card_numbers(line: str, *, near: bool) -> list[tuple[int, int, str]]:
    """Find the numbers of payment cards in a line.

    A number counts when its first digits are those of a card scheme, its length is the scheme's, its last digit is right
    (Luhn, ISO/IEC 7812-1), and it stands in the groups of a card or close to words that speak of one. So a long order
    number that passes the check by chance stays.

    Args:
        line: The line.
        near: Words about cards are in the line or close to it.

    Returns:
        Start, end and the last four digits of each.
    """
    found = []
    for match in _GROUPED.finditer(line):
        digits = "".join(filter(str.isalnum, match[0])).translate(_DIGITS)
        letters = sum(character.isalpha() for character in match[0])
        if letters <= _MOST_LETTERS and _is_card(digits):
            found.append((match.start(), match.end(), digits[-4:]))
    if near:
        found += [
            (match.start(), match.end(), match[0][-4:]) for match in _RUN.finditer(line) if _is_card(match[0])
        ]
    return found


def _is_card(digits: str) -> bool:
    return (
        len(set(digits)) > 1
        and _luhn(digits)
        and any(
            len(digits) in lengths and first <= digits[: len(first)] <= last
            for first, last, lengths in _RANGES
        )
    )


def _luhn(digits: str) -> bool:
    doubled = (sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2])
    return (sum(map(int, digits[-1::-2])) + sum(doubled)) % 10 == 0
