"""Guards on the way out that speaks as a browser does."""

from scripts.guards.guard import Guard

_WEB = "src/opsin/web/"

_WAY = ("tests/web/test_impersonating.py",)
_TRANSFER = ("tests/web/test_curl_transfer.py",)

IMPERSONATING = (
    Guard(
        "impersonation: the search host alone",
        f"{_WEB}impersonating.py",
        'if not named and (self._base.host not in SEARCH_HOSTS or self._base.scheme != "https"):',
        "if False:",
        _WAY,
    ),
    Guard(
        "impersonation: no address of another host",
        f"{_WEB}impersonating.py",
        "if (target.scheme, target.place) != (self._base.scheme, self._base.place):",
        "if False:",
        _WAY,
    ),
    Guard(
        "impersonation: where its name leads is judged",
        f"{_WEB}impersonating.py",
        "return self._named or place(host, port) in self._allow",
        "return True",
        _WAY,
    ),
    Guard(
        "impersonation: pin",
        f"{_WEB}curl_transfer.py",
        'curl.setopt(CurlOpt.RESOLVE, [f"{target.host}:{target.port}:{pinned}"])',
        "del pinned",
        _WAY,
    ),
    Guard(
        "impersonation: the peer is one of the judged addresses",
        f"{_WEB}curl_transfer.py",
        "if not _is_ip(told) or ip_address(told) not in {ip_address(one) for one in request.addresses}:",
        "if False:",
        _TRANSFER,
    ),
    Guard(
        "impersonation: no redirect",
        f"{_WEB}curl_transfer.py",
        "curl.setopt(CurlOpt.FOLLOWLOCATION, 0)",
        "curl.setopt(CurlOpt.FOLLOWLOCATION, 1)",
        _WAY,
    ),
    Guard(
        "impersonation: no proxy of the environment",
        f"{_WEB}curl_transfer.py",
        '    curl.setopt(CurlOpt.PROXY, "")\n    curl.setopt(CurlOpt.NOPROXY, "*")\n',
        "",
        _WAY,
    ),
    Guard(
        "impersonation: not around a proxy that the user set",
        f"{_WEB}client.py",
        "if self._by_proxy and not named:",
        "if False:",
        _WAY,
    ),
    Guard(
        "impersonation: certificates of strangers",
        f"{_WEB}curl_transfer.py",
        "curl.setopt(CurlOpt.SSL_VERIFYPEER, 1)",
        "curl.setopt(CurlOpt.SSL_VERIFYPEER, 0)",
        _WAY,
    ),
    Guard(
        "impersonation: certificates for another name",
        f"{_WEB}curl_transfer.py",
        "curl.setopt(CurlOpt.SSL_VERIFYHOST, 2)",
        "curl.setopt(CurlOpt.SSL_VERIFYHOST, 0)",
        _WAY,
    ),
    Guard(
        "impersonation: byte cap",
        f"{_WEB}curl_transfer.py",
        "if len(self.body) > most:",
        "if False:",
        _TRANSFER,
    ),
    Guard(
        "impersonation: byte cap, by the length that is promised",
        f"{_WEB}curl_transfer.py",
        "    curl.setopt(CurlOpt.MAXFILESIZE_LARGE, limits.max_bytes)\n",
        "",
        _TRANSFER,
    ),
    Guard(
        "impersonation: heads without an end",
        f"{_WEB}curl_transfer.py",
        "if self.header_bytes > MOST_HEADER_BYTES:",
        "if False:",
        _TRANSFER,
    ),
)
