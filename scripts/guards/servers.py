"""Guards on what servers answer."""

from scripts.guards.guard import Guard

_WEB = "src/opsin/web/"

_REBINDING = ("tests/web/test_rebinding.py",)
_REDIRECTS = ("tests/web/test_redirects.py", "tests/web/test_hop.py", "tests/web/test_hostile_servers.py")
_LIMITS = ("tests/web/test_limits.py",)
_SERVERS = ("tests/web/test_hostile_servers.py",)
_DECODING = ("tests/web/test_decoding.py",)
_PERMITS = ("tests/web/test_permits.py",)

SERVERS = (
    Guard(
        "hop check: a redirect's target is judged",
        f"{_WEB}door.py",
        "        return self.check(url)\n",
        "        return check_url(url, named=True)\n",
        _REBINDING,
    ),
    Guard("most redirects", f"{_WEB}client.py", "if len(passed) > MAX_REDIRECTS:", "if False:", _REDIRECTS),
    Guard("redirects in a circle", f"{_WEB}client.py", "if target.url in passed:", "if False:", _REDIRECTS),
    Guard(
        "no way from https to http",
        f"{_WEB}hop.py",
        'if here.scheme == "https" and target.scheme == "http":',
        "if False:",
        _REDIRECTS,
    ),
    Guard("credentials stay with their host", f"{_WEB}hop.py", "if _may_cross(name)}", "}", _REDIRECTS),
    Guard(
        "what is posted stays with its host",
        f"{_WEB}hop.py",
        '        if method != "GET":\n            raise',
        "        if False:\n            raise",
        _REDIRECTS,
    ),
    Guard(
        "byte cap, decoded", f"{_WEB}exchange.py", "if len(body) > limits.max_bytes:", "if False:", _LIMITS
    ),
    Guard("byte cap, as sent", f"{_WEB}exchange.py", "if coding and sent > most_sent:", "if False:", _LIMITS),
    Guard(
        "byte cap, with what chunks add",
        f"{_WEB}exchange.py",
        "stream.received > most_received",
        "False",
        _SERVERS,
    ),
    Guard(
        "byte cap, by the length that is promised",
        f"{_WEB}exchange.py",
        "if success and not limits.cut and _length(headers) > most_sent:",
        "if False:",
        _LIMITS,
    ),
    Guard(
        "byte cap of an error's page",
        f"{_WEB}exchange.py",
        "min(limits.max_bytes, _MOST_OF_AN_ERROR)",
        "limits.max_bytes",
        ("tests/web/test_exchange.py",),
    ),
    Guard(
        "heads without an end",
        f"{_WEB}pinned.py",
        "if not self.in_body and self.received > MOST_BEFORE_BODY:",
        "if False:",
        _SERVERS,
    ),
    Guard(
        "what is sent beyond an answer is not the next one",
        f"{_WEB}exchange.py",
        "if connecting.fresh or stream.heard:",
        "if True:",
        ("tests/web/test_exchange.py",),
    ),
    Guard(
        "time cap: the whole", f"{_WEB}clock.py", "asyncio.timeout(limits.whole), phase:", "phase:", _LIMITS
    ),
    Guard(
        "time cap: connecting, first byte, between bytes",
        f"{_WEB}clock.py",
        "self._phase.reschedule(None if seconds is None else now + seconds)",
        "self._phase.reschedule(None)",
        _LIMITS,
    ),
    Guard(
        "codings that were not offered",
        f"{_WEB}decoding.py",
        'raise BadReply("The answer is encoded in a way that was not asked for.", outside=quoted(coding))',
        "return _Identity()",
        _DECODING,
    ),
    Guard(
        "bombs in gzip and deflate",
        f"{_WEB}decoding.py",
        "piece = stream.decompress(data, _PIECE)",
        "piece = stream.decompress(data)",
        _DECODING,
    ),
    Guard(
        "bombs in brotli",
        f"{_WEB}decoding.py",
        "self._stream.process(data, output_buffer_limit=_PIECE)",
        "self._stream.process(data)",
        _DECODING,
    ),
    Guard(
        "members of gzip", f"{_WEB}decoding.py", "if self._members > _MOST_MEMBERS:", "if False:", _DECODING
    ),
    Guard(
        "certificates",
        f"{_WEB}tls.py",
        "_shared.append(default_ssl_context())",
        '_shared.append(__import__("ssl")._create_unverified_context())',
        ("tests/web/test_rebinding.py",),
    ),
    Guard(
        "codecs that are no charset",
        f"{_WEB}reply.py",
        'codec if _CHARSETS.fullmatch(codec) else "utf-8"',
        "codec",
        ("tests/web/test_reply.py",),
    ),
    Guard(
        "a silent host gives way to those who wait",
        f"{_WEB}permits.py",
        "            permit.leave()\n",
        "            pass\n",
        _PERMITS,
    ),
    Guard(
        "a drip is no sign of life",
        f"{_WEB}permits.py",
        "if self._bytes >= SIGN_BYTES:",
        "if True:",
        _PERMITS,
    ),
    Guard(
        "a dead host lends its permit",
        f"{_WEB}permits.py",
        "self._lending = asyncio.get_running_loop().call_later(LENT_AFTER, self.give_back)",
        "pass",
        ("tests/web/test_slots.py", "tests/web/test_permits.py"),
    ),
    Guard(
        "a host that is slow holds up nobody else",
        f"{_WEB}slots.py",
        "async with lane.free:",
        "if True:",
        ("tests/web/test_slots.py",),
    ),
)
