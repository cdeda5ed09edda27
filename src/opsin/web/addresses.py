"""Which IP addresses are public: a table of our own.

The standard library's `is_global` changes between patch releases (CVE-2024-4032) and lets multicast, site-local
and the embedding forms of IPv6 through, so that the same address would be judged differently on two machines.
The rows follow the IANA special-purpose registries (RFC 6890 and its successors). IPv4 has a list of what is
refused; IPv6 has one block that is allowed, less its special nets.
"""

from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

_IPV4_REFUSED = (
    ("169.254.169.254/32", "a cloud metadata service"),
    ("168.63.129.16/32", "a cloud platform's host service"),
    ("0.0.0.0/8", "this network"),
    ("10.0.0.0/8", "a private network"),
    ("100.64.0.0/10", "a carrier's shared network"),
    ("127.0.0.0/8", "loopback"),
    ("169.254.0.0/16", "link-local"),
    ("172.16.0.0/12", "a private network"),
    ("192.0.0.0/24", "reserved for protocols"),
    ("192.0.2.0/24", "for documentation"),
    ("192.31.196.0/24", "an AS112 network"),
    ("192.52.193.0/24", "a multicast tunnel network"),
    ("192.88.99.0/24", "a 6to4 relay"),
    ("192.168.0.0/16", "a private network"),
    ("192.175.48.0/24", "an AS112 network"),
    ("198.18.0.0/15", "for benchmarks"),
    ("198.51.100.0/24", "for documentation"),
    ("203.0.113.0/24", "for documentation"),
    ("224.0.0.0/4", "multicast"),
    ("240.0.0.0/4", "reserved"),
)

_IPV6_ALLOWED = "2000::/3"
_IPV6_REFUSED = (
    ("2001::/23", "reserved for protocols"),
    ("2001:db8::/32", "for documentation"),
    ("2620:4f:8000::/48", "an AS112 network"),
    ("3ffe::/16", "a network given back"),
    ("3fff::/20", "for documentation"),
)
_IPV6_ELSEWHERE = (
    ("::/128", "the unspecified address"),
    ("::1/128", "loopback"),
    ("::/96", "an IPv4 address in a form of old"),
    ("::ffff:0:0:0/96", "an IPv4 address as a translator writes it"),
    ("100::/64", "a network that leads nowhere"),
    ("100:0:0:1::/64", "a network that leads nowhere"),
    ("5f00::/16", "for segment routing"),
    ("fc00::/7", "a private network"),
    ("fe80::/10", "link-local"),
    ("fec0::/10", "site-local"),
    ("ff00::/8", "multicast"),
)

_SIX_TO_FOUR = "2002::/16"
_TEREDO = "2001::/32"
_NAT64 = "64:ff9b::/96"
_LOCAL_NAT64 = "64:ff9b:1::/48"
_NOWHERE = "0.0.0.0/8"
_ISATAP = frozenset({0x00005EFE, 0x02005EFE})
"""The first half of a host's part: for a private and for a global IPv4 address."""


def refusal(address: str) -> str:
    """Say why an IP address is not public.

    An IPv6 address that carries an IPv4 address (mapped, 6to4, Teredo, NAT64) is judged by what it carries, so
    that a network which reaches IPv4 through NAT64 goes on working. The prefix for NAT64 of one's own (RFC 8215)
    does not say where in the address the translator looks: everything that one might find there has to be public.
    The translator of a network may also use a prefix of the network's own (RFC 6052, 2.2), which looks like any
    other address and is judged like one.

    Args:
        address: An IPv4 address as a dotted quad, or an IPv6 address without brackets.

    Returns:
        The reason in a few words, or "" for an address on the public internet.
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return "not an IP address"
    if isinstance(parsed, IPv4Address):
        return _refusal_v4(parsed)
    if parsed.scope_id is not None:
        return "an address with a zone"
    return _refusal_v6(parsed)


def _refusal_v4(address: IPv4Address) -> str:
    for network, reason in _networks_v4():
        if address in network:
            return reason
    return ""


def _refusal_v6(address: IPv6Address) -> str:
    carried = _carried(address)
    for inner in carried + _isatap_host(address):
        reason = _refusal_v4(inner)
        if reason:
            return f"IPv6 around {inner}, {reason}"
    if carried:
        return ""
    for network, reason in _networks_v6(_IPV6_REFUSED + _IPV6_ELSEWHERE):
        if address in network:
            return reason
    return "" if address in IPv6Network(_IPV6_ALLOWED) else "outside the public IPv6 block"


def _carried(address: IPv6Address) -> tuple[IPv4Address, ...]:
    number = int(address)
    low = number & 0xFFFFFFFF
    if address.ipv4_mapped is not None or address in IPv6Network(_NAT64):
        return (IPv4Address(low),)
    if address in IPv6Network(_LOCAL_NAT64):
        return _translated(number)
    if address in IPv6Network(_SIX_TO_FOUR):
        return (IPv4Address(number >> 80 & 0xFFFFFFFF),)
    if address in IPv6Network(_TEREDO):
        # RFC 4380: the relay stands in the clear, the client with every bit turned.
        return (IPv4Address(number >> 64 & 0xFFFFFFFF), IPv4Address(low ^ 0xFFFFFFFF))
    return ()


def _translated(number: int) -> tuple[IPv4Address, ...]:
    """What a translator may read that has a prefix of 48, 56, 64 or 96 bits (RFC 6052, 2.2).

    Translators ignore what stands behind the IPv4 address, so whoever writes an address can make it carry several.
    Read at another place than it was written to, an honest one gives 0.0.0.0/8, where nothing can be reached, or what
    ends in zero, which is a network and hardly ever a host: both are passed over, unless nothing else is read.
    """
    # Bits 64 to 71 are no part of any of them.
    joined = (number >> 64 & 0xFFFF) << 56 | number & (1 << 56) - 1
    read = (joined >> 40, joined >> 32, joined >> 24, number)
    found = tuple(dict.fromkeys(IPv4Address(each & 0xFFFFFFFF) for each in read))
    reached = tuple(one for one in found if one not in IPv4Network(_NOWHERE))
    hosts = tuple(one for one in reached if int(one) & 0xFF)
    return hosts or reached or found


def _isatap_host(address: IPv6Address) -> tuple[IPv4Address, ...]:
    """The IPv4 address at the end of an ISATAP address (RFC 5214, 6.1), to which a router of its network tunnels."""
    number = int(address)
    # The same bits hold a port in a Teredo address.
    if number >> 32 & 0xFFFFFFFF not in _ISATAP or address in IPv6Network(_TEREDO):
        return ()
    return (IPv4Address(number & 0xFFFFFFFF),)


@cache
def _networks_v4() -> tuple[tuple[IPv4Network, str], ...]:
    return tuple((IPv4Network(network), reason) for network, reason in _IPV4_REFUSED)


@cache
def _networks_v6(rows: tuple[tuple[str, str], ...]) -> tuple[tuple[IPv6Network, str], ...]:
    return tuple((IPv6Network(network), reason) for network, reason in rows)
