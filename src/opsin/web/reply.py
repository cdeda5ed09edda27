"""What came back: status, headers, body, and what they say."""

import codecs
import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from email.message import Message
from email.utils import parsedate_to_datetime

_MOST_SECONDS_DIGITS = 9

_CHARSETS = re.compile(
    r"utf-(8|16|32)\b.*|ascii|iso8859-\d+|cp\d+|koi8-[rtu]|mac-\w+|shift_jis\w*|euc_\w+|iso2022_\w+|gb\w+|big5\w*"
)
"""The codecs that stand for a page's charset. Python has others for itself, and punycode takes hours for a megabyte."""
_ENDS_WITH_ITS_FIELD = "x-robots-tag"
"""The header in which a name holds for all that follows it in its field, and no further."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a request, whatever its HTTP status.

    Attributes:
        url: The address that answered, after all redirects.
        status: The HTTP status.
        headers: Header fields by lower-case name; several of one name are joined by ", ", those of X-Robots-Tag by
            line ends. Set-Cookie is apart.
        body: The decoded body. Of an answer other than 2xx it may be only the start.
        redirects: The addresses that led here, in order, without `url`.
        cookies: Names and values of the cookies that the last hop set. They are not kept anywhere.
        peer: `ip:port` of the socket that answered; of the proxy where requests go through one.
    """

    url: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    redirects: tuple[str, ...] = ()
    cookies: tuple[tuple[str, str], ...] = ()
    peer: str = ""

    @property
    def ok(self) -> bool:
        """Whether the status is a success, 200 to 299."""
        return is_success(self.status)

    @property
    def text(self) -> str:
        """The body as text in the charset that it names, else UTF-8; what cannot be read becomes U+FFFD."""
        message = Message()
        message["content-type"] = self.headers.get("content-type", "")
        try:
            codec = codecs.lookup(message.get_content_charset("utf-8")).name
            charset = codec if _CHARSETS.fullmatch(codec) else "utf-8"
            return self.body.decode(charset, errors="replace")
        except (LookupError, ValueError):
            return self.body.decode("utf-8", errors="replace")

    @property
    def retry_after(self) -> float:
        """Seconds after which the server wants to be asked again (RFC 9110, 10.2.3); 0 where it does not say."""
        value = self.headers.get("retry-after", "").strip()
        if value.isascii() and value.isdigit():
            return float(value[:_MOST_SECONDS_DIGITS])
        when = _timestamp(value)
        if when is None:
            return 0.0
        # The server's own clock where it shows it: the two machines may disagree by minutes.
        now = _timestamp(self.headers.get("date", ""))
        return max(0.0, when - (time.time() if now is None else now))


def is_success(status: int) -> bool:
    """Whether an HTTP status is 200 to 299."""
    return 200 <= status < 300  # noqa: PLR2004


def read_headers(raw: Iterable[tuple[bytes, bytes]]) -> tuple[dict[str, str], tuple[tuple[str, str], ...]]:
    """Turn the header fields of an answer into a mapping, and its Set-Cookie fields into names and values."""
    headers: dict[str, str] = {}
    cookies: list[tuple[str, str]] = []
    for raw_name, raw_value in raw:
        name, value = raw_name.decode("latin-1").lower(), _field_text(raw_value)
        if name == "set-cookie":
            key, equals, content = value.partition(";")[0].partition("=")
            if equals and key.strip():
                cookies.append((key.strip(), content.strip()))
        else:
            joint = "\n" if name == _ENDS_WITH_ITS_FIELD else ", "
            headers[name] = f"{headers[name]}{joint}{value}" if name in headers else value
    return headers, tuple(cookies)


def _field_text(raw: bytes) -> str:
    # Location and Content-Disposition come as bare UTF-8 from many servers.
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _timestamp(value: str) -> float | None:
    try:
        return parsedate_to_datetime(value).timestamp()
    except (ValueError, TypeError, OverflowError, OSError):
        return None
