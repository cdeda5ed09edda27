"""Guards on where requests go."""

from scripts.guards.guard import Guard

_WEB = "src/opsin/web/"

_ADDRESSES = ("tests/web/test_addresses.py", "tests/web/test_hostile_addresses.py")
_URLS = ("tests/web/test_urls.py", "tests/web/test_hostile_addresses.py")
_REBINDING = ("tests/web/test_rebinding.py", "tests/web/test_pinned.py")

ADDRESSES = (
    Guard(
        "pin: the judged address is the one that is dialled",
        f"{_WEB}pinned.py",
        "dial_first(dial, addresses)",
        "dial_first(dial, [host])",
        _REBINDING,
    ),
    Guard(
        "judging where a name leads",
        f"{_WEB}pinned.py",
        "if not exempt(host, port):",
        "if False:",
        _REBINDING,
    ),
    Guard(
        "every address of a name is judged, not the first alone",
        f"{_WEB}pinned.py",
        "for answer in answers:",
        "for answer in answers[:1]:",
        _REBINDING,
    ),
    Guard(
        "table of IPv4",
        f"{_WEB}addresses.py",
        '        if address in network:\n            return reason\n    return ""\n\n\ndef _refusal_v6',
        '        pass\n    return ""\n\n\ndef _refusal_v6',
        _ADDRESSES,
    ),
    Guard(
        "table of IPv6: what is allowed",
        f"{_WEB}addresses.py",
        'return "" if address in IPv6Network(_IPV6_ALLOWED) else "outside the public IPv6 block"',
        'return ""',
        _ADDRESSES,
    ),
    Guard(
        "table of IPv6: special networks",
        f"{_WEB}addresses.py",
        "_networks_v6(_IPV6_REFUSED + _IPV6_ELSEWHERE):",
        "():",
        _ADDRESSES,
    ),
    Guard(
        "IPv4 inside IPv6",
        f"{_WEB}addresses.py",
        "for inner in carried + _isatap_host(address):",
        "for inner in ():",
        _ADDRESSES,
    ),
    Guard("ISATAP", f"{_WEB}addresses.py", "carried + _isatap_host(address)", "carried", _ADDRESSES),
    Guard(
        "several IPv4 addresses in one of NAT64",
        f"{_WEB}addresses.py",
        "return hosts or reached or found",
        "return hosts[-1:] or reached or found",
        _ADDRESSES,
    ),
    Guard(
        "zones of addresses",
        f"{_WEB}addresses.py",
        "if parsed.scope_id is not None:",
        "if False:",
        _ADDRESSES,
    ),
    Guard("schemes", f"{_WEB}urls.py", "if split.scheme not in _DEFAULT_PORTS:", "if False:", _URLS),
    Guard("ports", f"{_WEB}urls.py", "if port not in PORTS:", "if False:", _URLS),
    Guard("user information", f"{_WEB}urls.py", 'if "@" in split.netloc:', "if False:", _URLS),
    Guard(
        "control characters in addresses", f"{_WEB}urls.py", "if _CONTROL.search(url):", "if False:", _URLS
    ),
    Guard("long addresses", f"{_WEB}urls.py", "if len(url) > MAX_LENGTH:", "if False:", _URLS),
    Guard("zones in addresses", f"{_WEB}urls.py", 'if "%" in host:', "if False:", _URLS),
    Guard(
        "numeric hosts",
        f"{_WEB}urls.py",
        'if _NUMBER.fullmatch(name.removesuffix(".").rpartition(".")[2]):',
        "if False:",
        _URLS,
    ),
    Guard(
        "names of local networks",
        f"{_WEB}urls.py",
        'elif "." not in host or f".{host}".endswith(_PRIVATE_SUFFIXES):',
        "elif False:",
        _URLS,
    ),
    Guard(
        "addresses in the place of names, before they are dialled",
        f"{_WEB}urls.py",
        "        if reason:\n",
        "        if False:\n",
        _URLS,
    ),
    Guard(
        "IDNA: names are judged as they are asked",
        f"{_WEB}urls.py",
        "name = host.lower() if host.isascii() else _idna(host)",
        "name = host.lower()",
        _URLS,
    ),
    Guard(
        "inner door: no way to another server",
        f"{_WEB}local.py",
        "if target.place != start.place:",
        "if False:",
        ("tests/web/test_local.py",),
    ),
)
