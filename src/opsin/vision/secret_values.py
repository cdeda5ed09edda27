"""Secrets that are known by what stands before them: `password = …`, `Bearer …`, `//user:…@host`."""

import math
import re
from collections import Counter
from collections.abc import Iterator

from opsin.vision.secret_kinds import OF_AWS, WORDY, Span, looks_random

_NAMES = (
    r"api[_ -]?(?:key|token|secret)|apikey|(?:access|auth|refresh|id|session|bearer|private|secret|signing|encryption"
    r"|account|master|shared|storage|subscription)[_ -]?(?:key|token)|(?:client|app|consumer|shared)[_ -]?secret"
    r"|secret[_ -]?access[_ -]?key|secret|token|authtoken|pass(?:word|wd|phrase|code)|pwd|credentials?"
    r"|passwort|kennwort|mot de passe|contraseña|senha|şifre|parola|пароль|密码|口令|パスワード|비밀번호"
)
_ASSIGNED = re.compile(
    rf"(?:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z]))(?i:{_NAMES})(?:_BASE|[0-9]{{1,2}})?(?![A-Za-z])"
    r"[\"'\u2019\u201d\]]{0,2}\s{0,3}(?::=|=>|[:=\uff1a])\s{0,3}"
    r"(?P<quote>[\"'\u2018\u201c`]?)(?P<value>[^\s\"'\u2019\u201d`,;<>()\[\]{}]{8,512})"
)
_FLAG = re.compile(
    r"(?<!\S)--?(?i:password|passwd|token|secret|api-?key|auth-?token|access-?token|client-?secret)[ =]"
    r"(?P<quote>[\"']?)(?P<value>[^\s\"'`,;<>()\[\]{}]{8,512})"
)
_BEARER = re.compile(r"\b(?i:bearer)[ :]{1,3}(?P<value>[A-Za-z0-9._~+/=-]{16,4096})")
_BASIC = re.compile(
    r"(?i:\bauthorization\b)[\"']?\s?[:=]\s?[\"']?(?i:basic|token|apikey)\s(?P<value>[A-Za-z0-9._~+/=-]{8,4096})"
)
_IN_ADDRESS = re.compile(r"[a-z][a-z0-9+]{1,15}://[^\s/:@\"']{0,64}:(?P<value>[^\s/@\"']{3,200})@(?=[\w\[])")
_AWS_SECRET = re.compile(r"(?<![A-Za-z0-9/+=_.-])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=_-])")
_HEX = re.compile(r"[0-9a-fA-F]+")

# Values that stand where a secret would: names of variables, examples, dots of a password field.
_PLACEHOLDER = re.compile(
    r"^\W*$|^\w+://|^\$\{?\w|%\w+%|^<|\*{3}|•{2}|x{4,}|X{4,}|\.{3}|…|_here$|^your|^my[_-]|change[_-]?me|example|placeholder"
    r"|^(?:process|os|env|self|this|config|settings|secrets|vars|options|args|request|req|data)[.\[]",
    re.IGNORECASE,
)
_WORDS_IN_ADDRESSES = frozenset({"pass", "password", "passwd", "pwd", "secret", "token", "xxx", "xxxx"})
_LEAST_BITS = 2.8
_LEAST_CLASSES = 2
_LONG = 16


def assigned(line: str) -> Iterator[Span]:
    """Find values that a name or a scheme before them says are secret, where they look like one."""
    for pattern in (_ASSIGNED, _FLAG):
        for match in pattern.finditer(line):
            if _is_secret(match["value"]):
                yield match.start("value"), match.end("value"), "secret value"
    for match in _BEARER.finditer(line):
        if looks_random(match["value"]):
            yield match.start("value"), match.end("value"), "bearer token"
    for match in _BASIC.finditer(line):
        if not _PLACEHOLDER.search(match["value"]):
            yield match.start("value"), match.end("value"), "authorization header"
    for match in _IN_ADDRESS.finditer(line):
        value = match["value"]
        if value.lower() not in _WORDS_IN_ADDRESSES and not _PLACEHOLDER.search(value):
            yield match.start("value"), match.end("value"), "password in an address"


def aws_secrets(line: str) -> Iterator[Span]:
    """Find what looks like the secret that belongs to an AWS access key id; for lines close to one."""
    for match in _AWS_SECRET.finditer(line):
        if not _HEX.fullmatch(match[0]) and looks_random(match[0]):
            yield match.start(), match.end(), OF_AWS


def _is_secret(value: str) -> bool:
    """Whether a value is none that a person would read as a word, a number, a name or an example."""
    if _PLACEHOLDER.search(value) or WORDY.fullmatch(value):
        return False
    classes = sum(
        (
            any(character.islower() for character in value),
            any(character.isupper() for character in value),
            any(character.isdigit() for character in value),
            any(not character.isalnum() and character not in "_-.:/" for character in value),
        )
    )
    unlike_words = any(character.isdigit() for character in value) or len(value) >= _LONG
    return classes >= _LEAST_CLASSES and unlike_words and _bits(value) >= _LEAST_BITS


def _bits(value: str) -> float:
    """Shannon's entropy of the letters of a value, in bits a letter."""
    counts = Counter(value).values()
    return -sum(count / len(value) * math.log2(count / len(value)) for count in counts)
