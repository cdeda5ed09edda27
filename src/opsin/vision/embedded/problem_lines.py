"""Lines that read like an error or a warning: by their words, and by red letters."""

import re
from collections.abc import Collection, Sequence

_CERTAIN = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?:^|\s)(?:[A-Za-z_.]*(?:Error|Exception|Fault))(?:\[\w+\])?\s*[:(]",
        r"(?i:^\W*(?:\[?(?:error|fatal|fail(?:ed|ure)?|critical|panic|severe)\]?)\b\s*[:\]!|–-])",
        r"(?i:(?:^|\s)(?:error|fatal)(?:\[\w+\])?\s*:)",
        r"^\s*E\s{2,}\S",
        r"Traceback \(most recent call last\)",
        r"npm (?:ERR!|error)",
        r"(?i:\bpanicked at\b|\bsegmentation fault\b|\bcore dumped\b|\bunhandled\b|\buncaught\b)",
        r"(?i:\bcommand not found\b|\bno such file or directory\b|\bpermission denied\b|\bconnection refused\b)",
        r"(?i:\baccess (?:is )?denied\b|\btimed out\b|\bstack overflow\b|\bout of memory\b)",
        r"\b(?:HTTP\s*)?[45]\d\d\s+(?:[A-Z][a-z]+ ?)*(?:Error|Not Found|Forbidden|Unauthorized|Bad|Gateway|Unavailable)",
        r"^\s*FAILED\s",
        r"\b[1-9]\d*\s+(?:failed|errors?|failures?)\b",
        r"\b(?:exit(?:ed)?|return(?:ed)?)\b.{0,20}\b(?:code|status)\s*:?\s*[1-9]\d*",
    )
)
_LIKELY = re.compile(
    r"\b(?:errors?|exceptions?|failed|fails|failure|fatal|invalid|denied|refused|cannot|can[\u2019']t|could not|couldn[\u2019']t"
    r"|unable to|not found|missing|required|undefined|unexpected|incorrect|not allowed|forbidden|unauthori[sz]ed|unsupported|expired|rejected|corrupt(?:ed)?"
    r"|warn(?:ing)?|deprecated|(?:please|and) try again|went wrong|please (?:enter|check|provide)|must be|is not (?:a |an )?valid"
    r"|fehler|fehlgeschlagen|ungültig\w*|erreur|échec|invalide|errore|hata|hatas\u0131|geçersiz|başar\u0131s\u0131z|erro|fallo)\b"
    r"|错误|失败|無効|エラー|失敗|오류|실패|ошибка|не удалось",
    re.IGNORECASE,
)
_NONE = re.compile(
    r"\b(?:no|0|zero|without)\s+(?:\w+\s+)?(?:errors?|warnings?|failures?|exceptions?|problems?)\b"
    r"|\b(?:error|failure|warning)\s+(?:rates?|handl\w+|logs?|pages?|codes?|messages?|budgets?)\b"
    r"|\b0\s+failed\b|\b(?:errors?|warnings?|failures?|failed)\s*[:=]\s*0\b",
    re.IGNORECASE,
)

_SOURCE = re.compile(
    r"\b(?:except|raise|rescue|catch|throws?|new|class|def|fn|func|function|import|from|console|log(?:ger|ging)?|print"
    r"|assert|if|return|expect|const|let|var)\b"
)


def problem_lines(
    lines: Sequence[str], red: Collection[int] = (), alarming: Collection[int] = (), *, prose: bool = False
) -> list[int]:
    """Give the places of lines that read like problems: the surest first, equals in their order.

    Args:
        lines: The lines of text.
        red: Places of lines with red letters.
        alarming: Places of lines that stand in a red notice: they count whatever they say.
        prose: The lines are source text or a page to read, in which words such as "error" may be names or about
            anything: only the surest count.
    """
    scored = []
    for place, line in enumerate(lines):
        rest = _NONE.sub(" ", line)
        score = 4 if any(pattern.search(rest) for pattern in _CERTAIN) else 0
        if prose:
            score = 0 if _SOURCE.search(rest) else score
        else:
            score = score or (3 if place in alarming else 2 if _LIKELY.search(rest) else 0)
            # Red alone is no problem: a price, a logo, a link to delete something.
            score += int(score > 0 and place in red)
        if score:
            scored.append((-score, place))
    return [place for _, place in sorted(scored)]
