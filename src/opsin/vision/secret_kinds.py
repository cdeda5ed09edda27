"""What keys and tokens look like: each kind by the sign that it begins with, as its issuer documents it.

Text recognition puts blanks into long words and takes I, l and 1 for each other. So signs are written with their look-alikes,
and a token that is shorter than its kind may go on after a blank.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

Span = tuple[int, int, str]
"""Start, end, and the kind in words."""

_MOST = 4_096
_LEAST_DIFFERENT = 8


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of token.

    Attributes:
        name: In words, for the reader of the report.
        sign: What it begins with.
        letters: What may follow, as the inside of a character class.
        least: The fewest of these that make it one.
        whole: How many it has when it is whole; 0 where that differs.
    """

    name: str
    sign: str
    letters: str
    least: int
    whole: int = 0


_WORD = "A-Za-z0-9"
_URL = "A-Za-z0-9_-"
_IL = "[Il1]"

KINDS = (
    Kind("GitHub token", r"gh[pousr][_ -]{1,2}", _WORD, 30, 36),
    Kind("GitHub fine-grained token", r"g[il1]thub[_ -]pat[_ -]{1,2}", "A-Za-z0-9_", 30, 82),
    Kind("GitLab token", rf"g{_IL}(?:pat|dt|rt|ft|soat|cbt|ptt|agent|oas|imt)-", r"A-Za-z0-9_.-", 18),
    Kind("AWS access key id", rf"(?:A[KS]{_IL}A|AB{_IL}A|ACCA)", "A-Zlo0-9", 16, 16),
    Kind("Slack token", r"x[o0]x[abceoprs]-", "A-Za-z0-9-", 16),
    Kind("Slack token", r"xapp-\d-", "A-Za-z0-9-", 24),
    Kind("Slack webhook", r"hooks\.slack\.com/(?:services|workflows)/", "A-Za-z0-9/", 20),
    Kind("Discord webhook", r"discord(?:app)?\.com/api/webhooks/\d{15,21}/", _URL, 50),
    Kind("Google API key", rf"A{_IL}za", _URL, 33, 35),
    Kind("Google client secret", r"GOCSPX-", _URL, 24, 28),
    Kind("Google access token", r"ya29\.", _URL, 20),
    Kind("Google refresh token", r"1//0", _URL, 35),
    Kind("Anthropic API key", r"sk-ant-", _URL, 20),
    Kind("OpenAI API key", r"sk-(?:proj|svcacct|admin|None)-", _URL, 20),
    Kind("API key (sk-)", r"sk-(?:or-v1-)?", _URL, 20),
    Kind("Stripe key", rf"[sr]k[_ ](?:{_IL}ive|test)[_ ]", _WORD, 16),
    Kind("webhook secret", r"whsec_", "A-Za-z0-9+/=", 24),
    Kind("npm token", r"npm[_ ]", _WORD, 32, 36),
    Kind("PyPI token", r"pyp[il1]-", _URL, 40),
    Kind("Hugging Face token", r"hf[_ ]", _WORD, 30, 34),
    Kind("Docker Hub token", r"dckr_(?:pat|oat)_", _URL, 20),
    Kind("SendGrid key", r"SG\.", r"A-Za-z0-9_.-", 40),
    Kind("Shopify token", r"shp(?:at|ca|pa|ss)_", "A-Fa-f0-9", 32, 32),
    Kind("DigitalOcean token", r"do[opr]_v1_", "a-f0-9", 60, 64),
    Kind("Vault token", r"hv[sbr]\.", _URL, 24),
    Kind("Groq API key", r"gsk_", _WORD, 40),
    Kind("Replicate token", r"r8_", _WORD, 36),
    Kind("Linear API key", r"l[il1]n_api_", _WORD, 32),
    Kind("Atlassian token", r"ATATT3x", r"A-Za-z0-9_=-", 60),
    Kind("Twilio key", r"SK(?=[a-f0-9])", "a-f0-9", 32, 32),
    Kind("Tailscale key", r"tskey-[a-z]{1,12}-", _URL, 20),
    Kind("Telegram bot token", r"(?:bot)?\d{8,10}:AA", _URL, 32, 33),
    Kind("age secret key", r"AGE-SECRET-KEY-1", "A-Z0-9", 50),
    Kind("Azure client secret", r"[\w.~-]{3}\dQ~", r"A-Za-z0-9_.~-", 30),
    Kind("Azure storage key", r"AccountKey ?= ?", "A-Za-z0-9+/=", 60),
    Kind("Azure access signature", r"[?&;]s[il1]g=", "A-Za-z0-9%+/=", 36),
)

OF_AWS = "AWS secret access key"
WHOLE = {**{kind.name: kind.whole for kind in KINDS if kind.whole}, OF_AWS: 40}
"""How many letters a whole one has at least, by kind, where that is always the same number."""

_SIGNS = [re.compile(kind.sign) for kind in KINDS]
_RUNS = [re.compile(rf"[{kind.letters}]{{1,{_MOST}}}") for kind in KINDS]
_INSIDE = re.compile(r"[A-Za-z0-9_+-]")
WORDY = re.compile(r"(?:[A-Za-z]+|v?[0-9]+)(?:[-_./:~+](?:[A-Za-z]+|v?[0-9]+))*[-_./:~+]?")
"""Words and numbers with signs between them, as in names of files, classes and hosts."""

# RFC 7519 and 7516: three parts or five, each base64url; the first is a JSON object, so that it begins so.
_JWT = re.compile(r"(?<![A-Za-z0-9_-])e[yv]J[\w-]{8,4096}(?: ?[.·,] ?[\w-]{6,8192}){1,4}")


def tokens(line: str) -> Iterator[Span]:
    """Find every token that has a sign of its own, in no order; some may overlap."""
    for match in _JWT.finditer(line):
        if match[0].count(".") > 1 or re.search(r"[.·,] ?e[yv]J", match[0]):
            yield match.start(), match.end(), "JSON web token"
    for kind, sign, run in zip(KINDS, _SIGNS, _RUNS, strict=True):
        for match in sign.finditer(line):
            start = match.start()
            # In the middle of a longer word it is there by chance, as in the base64 of a picture.
            if start and line[start].isalnum() and _INSIDE.match(line, start - 1):
                continue
            if end := _end(line, match.end(), kind, run):
                yield start, end, kind.name


def _end(line: str, start: int, kind: Kind, run: re.Pattern[str]) -> int:
    """Where a token ends whose sign ends at `start`; 0 where it is none."""
    found = run.match(line, start)
    if found is None:
        return 0
    body, end = found[0], found.end()
    while len(body) < (kind.whole or kind.least) and line[end : end + 1] == " ":
        more = run.match(line, end + 1)
        if more is None or not looks_random(more[0], least=3):
            break
        body, end = body + more[0], more.end()
    if len(body) < kind.least or not looks_random(body):
        return 0
    return end - (len(body) - len(body.rstrip(".-"))) if "." in kind.letters else end


def looks_random(word: str, *, least: int = _LEAST_DIFFERENT) -> bool:
    """Whether a word is no word of a language and no filler: it has digits and letters, and enough different ones."""
    return (
        len(set(word)) >= least
        and any(character.isdigit() for character in word)
        and any(character.isalpha() for character in word)
        and not WORDY.fullmatch(word)
    )
