"""One request over curl, with the TLS hello and the headers of a browser, to IP addresses that were judged.

The fixed rules of `opsin.web.impersonating` stand above it: whom to ask, and at which addresses.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from opsin.authority import authority
from opsin.errors import AddressRefused, BadReply, TimedOut, TooLarge, Unreachable, WebError
from opsin.web.clock import Clock, Limits
from opsin.web.reply import Reply, is_success, read_headers
from opsin.web.urls import Target

if TYPE_CHECKING:
    from curl_cffi import Curl

BROWSERS = ("chrome", "firefox", "safari")
"""The browsers whose hello can be spoken; of each the newest that the installed curl_cffi knows."""

INSTALL = 'pip install "opsin[impersonate]"'
"""What brings curl_cffi."""

MOST_HEADER_BYTES = 65_536

# Numbers of libcurl's errors (libcurl-errors(3)).
_REFUSED = 7
_PARTIAL = 18
_TIMED_OUT = 28
_TLS = 35
_CERTIFICATE = 60
_TOO_LARGE = 63
_BREAKS_HTTP = frozenset({1, 8, 16, 61, 92, 100})
_FIRST_FINAL_STATUS = 200


@dataclass(frozen=True, slots=True)
class Transfer:
    """What is to be asked.

    Attributes:
        target: The address.
        addresses: The IP addresses that the host was judged by; one of them is connected to.
        browser: One of `BROWSERS`.
        headers: Header fields instead of the browser's own; an empty one leaves its own out.
        limits: The most decoded bytes; the seconds for the connection are curl's, the others the caller's clock's.
        ca_file: A file of the certificates that are trusted; the system's when empty.
    """

    target: Target
    addresses: list[str]
    browser: str
    headers: Mapping[str, str]
    limits: Limits
    ca_file: str


class _EnoughOfAnError(Exception):
    """The page of an error is as long as may be read of it."""


@dataclass(slots=True)
class _Received:
    """What came so far. curl calls these from within the loop, piece by piece, and ends where one raises."""

    request: Transfer
    clock: Clock
    status: int = 0
    fields: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytearray = field(default_factory=bytearray)
    header_bytes: int = 0

    def take_header(self, line: bytes) -> int:
        self.clock.reading()
        self.header_bytes += len(line)
        if self.header_bytes > MOST_HEADER_BYTES:
            raise BadReply(f"{self.request.target.host} sent headers that are too long.")
        if line.startswith(b"HTTP/"):
            words = line.split()
            self.status = int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
            self.fields.clear()
        elif b":" in line:
            name, _, value = line.partition(b":")
            self.fields.append((name.strip(), value.strip()))
        return len(line)

    def take_body(self, piece: bytes) -> int:
        self.clock.reading()
        self.body += piece
        most = self.request.limits.max_bytes
        if len(self.body) > most:
            del self.body[most:]
            if is_success(self.status):
                raise _too_large(self.request)
            raise _EnoughOfAnError
        return len(piece)

    def reply(self) -> Reply:
        headers, cookies = read_headers(self.fields)
        host = self.request.target.host
        if self.status < _FIRST_FINAL_STATUS:
            raise BadReply(f"{host} sent an answer that breaks HTTP.")
        return Reply(self.request.target.url, self.status, headers, bytes(self.body), cookies=cookies)


def is_installed() -> bool:
    """Whether the extra is there."""
    return find_spec("curl_cffi") is not None


def load() -> None:
    """Load curl in a thread: it takes a third of a second."""
    import curl_cffi  # noqa: F401


async def transfer(request: Transfer, clock: Clock) -> Reply:
    """Send the request and read its answer. Whatever ends this, the socket is closed when it returns or raises.

    Raises:
        WebError: no connection, too large, no proper answer, or a browser or header that cannot be had.
    """
    import warnings

    from curl_cffi import AsyncCurl, Curl, CurlError

    received = _Received(request, clock)
    curl = Curl()
    with warnings.catch_warnings():
        # On Windows it says that it adds a thread to the loop.
        warnings.simplefilter("ignore")
        transfers: Any = AsyncCurl()
    try:
        _set_up(curl, request, received)
        await transfers.add_handle(curl)
        _check_peer(curl, request)
    except _EnoughOfAnError:
        return received.reply()
    except CurlError as exc:
        if exc.code == _TOO_LARGE and received.status and not is_success(received.status):
            return received.reply()
        raise _failure(int(exc.code), request) from exc
    finally:
        await transfers.close()
        curl.close()
    return received.reply()


def _set_up(curl: "Curl", request: Transfer, received: _Received) -> None:
    from curl_cffi import CurlHttpVersion, CurlOpt
    from curl_cffi.requests.impersonate import REAL_TARGET_MAP

    target, limits = request.target, request.limits
    newest = REAL_TARGET_MAP.get(request.browser, request.browser)
    if request.browser not in BROWSERS or curl.impersonate(newest):
        raise WebError("The installed curl_cffi knows no such browser.", hint=f"{INSTALL} --upgrade")
    curl.setopt(CurlOpt.URL, target.url)
    curl.setopt(CurlOpt.PROTOCOLS_STR, target.scheme)
    if target.scheme == "http":
        # Browsers do not offer to change to HTTP/2 there.
        curl.setopt(CurlOpt.HTTP_VERSION, CurlHttpVersion.V1_1)
    if not _is_ip(target.host):
        pinned = ",".join(authority(address) for address in request.addresses)
        curl.setopt(CurlOpt.RESOLVE, [f"{target.host}:{target.port}:{pinned}"])
    curl.setopt(CurlOpt.PROXY, "")
    curl.setopt(CurlOpt.NOPROXY, "*")
    curl.setopt(CurlOpt.FOLLOWLOCATION, 0)
    # All three browsers take these; naming them to curl makes it decode what comes.
    curl.setopt(CurlOpt.ACCEPT_ENCODING, "gzip, deflate, br, zstd")
    curl.setopt(CurlOpt.CAINFO, request.ca_file or _trusted())
    curl.setopt(CurlOpt.SSL_VERIFYPEER, 1)
    curl.setopt(CurlOpt.SSL_VERIFYHOST, 2)
    curl.setopt(CurlOpt.CONNECTTIMEOUT_MS, max(1, int(limits.connect * 1_000)))
    curl.setopt(CurlOpt.MAXFILESIZE_LARGE, limits.max_bytes)
    curl.setopt(CurlOpt.HEADERFUNCTION, received.take_header)
    curl.setopt(CurlOpt.WRITEFUNCTION, received.take_body)
    if request.headers:
        curl.setopt(CurlOpt.HTTPHEADER, [_header(name, value) for name, value in request.headers.items()])


def _header(name: str, value: str) -> bytes:
    if not (name + value).isascii() or not (name + value).isprintable():
        raise WebError("The request has a header that cannot be sent.")
    return f"{name}: {value}".encode("ascii") if value else f"{name}:".encode("ascii")


def _trusted() -> str:
    """The file of certificates that Python's own TLS trusts, or the one that comes with curl_cffi."""
    import ssl
    from pathlib import Path

    import certifi

    known = ssl.get_default_verify_paths().cafile
    return known if known and Path(known).is_file() else certifi.where()


def _check_peer(curl: "Curl", request: Transfer) -> None:
    """See that curl was connected to one of the addresses that it was handed."""
    from curl_cffi import CurlInfo

    peer = curl.getinfo(CurlInfo.PRIMARY_IP)
    told = peer.decode("ascii", "replace") if isinstance(peer, bytes) else ""
    if not _is_ip(told) or ip_address(told) not in {ip_address(one) for one in request.addresses}:
        raise AddressRefused(f"{request.target.host} was reached at another address than was judged.")


def _is_ip(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _failure(code: int, request: Transfer) -> WebError:
    """Say what an error of curl means. Its own words are left out: some quote the other side."""
    host, where = request.target.host, request.target.authority
    if code == _TIMED_OUT:
        return TimedOut(f"{where} could not be connected to in time.")
    if code == _TOO_LARGE:
        return _too_large(request)
    if code == _PARTIAL:
        return BadReply(f"{host} closed the connection before its answer was whole.")
    if code in _BREAKS_HTTP:
        return BadReply(f"{host} sent an answer that breaks HTTP.")
    said = {
        _REFUSED: f"{where} took no connection.",
        _TLS: f"{where} could not be connected to: no TLS came about.",
        _CERTIFICATE: f"The certificate of {where} is not valid.",
    }
    return Unreachable(said.get(code, f"The connection to {host} broke (curl's error {code})."))


def _too_large(request: Transfer) -> TooLarge:
    most = request.limits.max_bytes
    return TooLarge(f"{request.target.host} sends more than the {most:,} bytes that are allowed.")
