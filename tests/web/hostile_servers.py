"""Servers that break every rule, as a table: what each does, and the one error that it must end in."""

import zlib
from dataclasses import dataclass
from functools import partial
from itertools import repeat

from tests.web.hostile_talk import (
    CHUNKED,
    MEBIBYTE,
    OK,
    PICTURE,
    Talk,
    bomb,
    bored,
    brotlied,
    deaf,
    deflated,
    endless,
    goes_on,
    leads,
    leads_on,
    mute,
    plain,
    sends,
)


@dataclass(frozen=True, slots=True)
class Fault:
    """A server, and how asking it must end.

    Attributes:
        name: What it does, as a table shows it.
        kind: How it must end, a key of `KINDS` in `hostile_endings`.
        talk: What it does with a connection.
        short: The time limit of `Limits` that has to end it, if one has to.
        certificate: What its certificate is, where it speaks TLS; a key of `certificates` in `hostile_runs`.
        tls: It is asked with https.
        posted: How many bytes are posted to it; 0 for a GET.
    """

    name: str
    kind: str
    talk: Talk
    short: str = ""
    certificate: str = ""
    tls: bool = False
    posted: int = 0


_DROPS = partial(repeat, b".")

FAULTS = (
    # Slowness.
    Fault("accepts and says nothing", "no answer in time", sends(end="hang"), short="first_byte"),
    Fault(
        "drips its headers, a byte a second",
        "no answer in time",
        goes_on(b"", partial(iter, [b"%c" % c for c in OK + b"X: " + b"x" * 4_000]), drips=True),
        short="first_byte",
    ),
    Fault(
        "drips header lines",
        "no answer in time",
        goes_on(OK, partial(repeat, b"X: y\r\n"), drips=True),
        short="first_byte",
    ),
    Fault(
        "sends an interim answer a second",
        "no answer in time",
        goes_on(b"", partial(repeat, b"HTTP/1.1 102 Processing\r\n\r\n"), drips=True),
        short="first_byte",
    ),
    Fault(
        "drips its body, a byte a second",
        "never done",
        goes_on(OK + b"Content-Length: 9000\r\n\r\n", _DROPS, drips=True),
        short="whole",
    ),
    Fault(
        "drips chunks of a byte",
        "never done",
        goes_on(CHUNKED, partial(repeat, b"1\r\n.\r\n"), drips=True),
        short="whole",
    ),
    Fault(
        "stops in the middle of its body",
        "stops in the body",
        sends(OK + b"Content-Length: 9000\r\n\r\nstart", end="hang"),
        short="between_bytes",
    ),
    Fault(
        "redirects with a body that does not come",
        "circle",
        sends(b"HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 9\r\n\r\n", end="hang"),
    ),
    Fault(
        "takes a connection and reads nothing of a POST",
        "no answer in time",
        deaf,
        short="first_byte",
        posted=16_000_000,
    ),
    # Lengths.
    Fault("promises more bytes than it sends", "ends early", sends(OK + b"Content-Length: 900\r\n\r\nabc")),
    Fault(
        "promises fewer bytes than it sends",
        "short picture",
        sends(OK + b"Content-Length: %d\r\n\r\n" % (len(PICTURE) // 2) + PICTURE),
    ),
    Fault("has a negative Content-Length", "bad length", sends(OK + b"Content-Length: -5\r\n\r\nabcde")),
    Fault("has a Content-Length in words", "bad length", sends(OK + b"Content-Length: five\r\n\r\nabcde")),
    Fault(
        "has a Content-Length of 5,000 digits",
        "bad length",
        sends(OK + b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\n"),
    ),
    Fault(
        "has two Content-Lengths",
        "two lengths",
        sends(OK + b"Content-Length: 2\r\nContent-Length: 5\r\n\r\nabcde"),
    ),
    Fault(
        "promises ten gigabytes and sends them",
        "too many bytes",
        goes_on(OK + b"Content-Length: 10000000000\r\n\r\n", endless(MEBIBYTE)),
    ),
    Fault("sends ten gigabytes without a length", "too many bytes", goes_on(OK + b"\r\n", endless(MEBIBYTE))),
    Fault(
        "sends an error page of ten gigabytes",
        "error page",
        goes_on(b"HTTP/1.1 404 Not Found\r\n\r\n", endless(MEBIBYTE)),
    ),
    # Heads.
    Fault("sends one header line without an end", "long head", goes_on(OK + b"X: ", endless(b"x" * 65_536))),
    Fault("sends header lines without an end", "long head", goes_on(OK, endless(b"X: y\r\n" * 1_000))),
    Fault("sends cookies without an end", "long head", goes_on(OK, endless(b"Set-Cookie: a=b\r\n" * 1_000))),
    Fault(
        "sends interim answers without an end",
        "endless interim",
        goes_on(b"", endless(b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" * 100)),
    ),
    Fault("puts a NUL into a header", "bad header", sends(OK + b"X: a\0b\r\n\r\n")),
    Fault("sends a header line without a colon", "bad header", sends(OK + b"Xab\r\n\r\n")),
    Fault(
        "switches protocols",
        "other protocol",
        goes_on(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", endless(MEBIBYTE)),
    ),
    Fault("answers with the status 000", "bad status", sends(b"HTTP/1.1 000 No\r\n\r\n")),
    Fault("answers with the status 1000", "bad first line", sends(b"HTTP/1.1 1000 No\r\n\r\n")),
    Fault("answers in HTTP/2", "bad first line", sends(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")),
    Fault("answers in HTTP/0.9", "other talk", sends(b"<html>hello</html>")),
    Fault("is an SSH server", "other talk", sends(b"SSH-2.0-OpenSSH_9.9\r\n")),
    Fault("sends noise", "no HTTP", sends(b"\x00\xff\x16\x03" * 50)),
    Fault("sends empty lines without an end", "no HTTP", goes_on(b"", endless(b"\r\n" * 1_000))),
    Fault("speaks TLS where http was asked", "no HTTP", sends(b"\x15\x03\x01\x00\x02\x02\x28")),
    # Chunks.
    Fault(
        "begins a chunk of sixteen exabytes",
        "too many bytes",
        goes_on(CHUNKED + b"ffffffffffffffff\r\n", endless(MEBIBYTE)),
    ),
    Fault("gives a chunk's size in 21 digits", "bad chunk", sends(CHUNKED + b"1" * 21 + b"\r\nx")),
    Fault("gives a chunk a negative size", "bad chunk", sends(CHUNKED + b"-5\r\nabcde\r\n0\r\n\r\n")),
    Fault("sends more in a chunk than its size", "long chunk", sends(CHUNKED + b"2\r\nabcd\r\n0\r\n\r\n")),
    Fault("ends between two chunks", "ends early", sends(CHUNKED + b"2\r\nab\r\n")),
    Fault(
        "writes a chunk extension without an end",
        "long head",
        goes_on(CHUNKED + b"1;", endless(b"x" * 65_536)),
    ),
    Fault(
        "writes long extensions to chunks of a byte",
        "too many bytes",
        goes_on(CHUNKED, endless((b"1;" + b"x" * 16_000 + b"\r\nA\r\n") * 8)),
    ),
    Fault(
        "sends trailers without an end",
        "long head",
        goes_on(CHUNKED + b"0\r\n", endless(b"X: y\r\n" * 1_000)),
    ),
    Fault(
        "transfers in a coding that is not known",
        "bad transfer",
        sends(OK + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
    ),
    # Content codings.
    Fault("sends a bomb in gzip", "too many bytes", bomb("gzip", partial(deflated, 31))),
    Fault("sends a bomb in deflate", "too many bytes", bomb("deflate", partial(deflated, 15))),
    Fault("sends a bomb in bare deflate", "too many bytes", bomb("deflate", partial(deflated, -15))),
    Fault("sends a bomb in brotli", "too many bytes", bomb("br", brotlied)),
    Fault("sends a bomb in zstd", "unasked coding", bomb("zstd", endless(b"\x28\xb5\x2f\xfd" * 10_000))),
    Fault("sends a bomb in gzip in gzip", "unasked coding", bomb("gzip, gzip", partial(deflated, 31))),
    Fault("names a coding forty times", "unasked coding", bomb(", ".join(["br"] * 40), brotlied)),
    Fault(
        "sends empty gzip members without an end",
        "many parts",
        bomb("gzip", endless(zlib.compress(b"", wbits=31) * 1_000)),
    ),
    Fault(
        "cuts its gzip short",
        "broken coding",
        sends(OK + b"Content-Encoding: gzip\r\n\r\n" + zlib.compress(PICTURE, wbits=31)[:-20]),
    ),
    Fault(
        "says gzip and sends none", "false coding", sends(OK + b"Content-Encoding: gzip\r\n\r\n" + PICTURE)
    ),
    # Redirects.
    Fault("redirects to itself", "circle", leads("/start")),
    Fault("redirects on and on", "long way", leads_on),
    Fault("redirects to a file", "foreign scheme", leads("file:///etc/passwd")),
    Fault("redirects to data", "foreign scheme", leads("data:image/png;base64,AAAA")),
    Fault("redirects to a script", "foreign scheme", leads("javascript:alert(1)")),
    Fault("redirects to FTP", "foreign scheme", leads("ftp://photos.example/x.jpg")),
    Fault("redirects to a cloud's metadata", "to the inside", leads("http://169.254.169.254/latest/")),
    Fault(
        "redirects from https to http",
        "downgrade",
        leads("http://photos.example/x.jpg"),
        certificate="good",
        tls=True,
    ),
    # Connections.
    Fault("resets the connection before its answer", "breaks", sends(end="reset")),
    Fault(
        "resets the connection in its headers", "breaks", sends(OK + b"Content-Length: 9\r\n", end="reset")
    ),
    Fault(
        "resets the connection in its body",
        "breaks in the body",
        sends(OK + b"Content-Length: 900\r\n\r\nstart", end="reset"),
    ),
    Fault("closes the connection without an answer", "hangs up", sends()),
    # TLS.
    Fault("has a certificate for another name", "other name", sends(), certificate="other name", tls=True),
    Fault("has a certificate that expired", "expired", sends(), certificate="expired", tls=True),
    Fault("has a certificate of its own", "signed by itself", sends(), certificate="own", tls=True),
    Fault("has a certificate of nobody's", "unknown issuer", sends(), certificate="unknown", tls=True),
    Fault("stalls in the TLS handshake", "no TLS in time", mute, short="connect", tls=True),
    Fault("speaks HTTP where TLS was asked", "no TLS", plain, tls=True),
    Fault("closes the connection in the TLS handshake", "no handshake", bored, tls=True),
)
