"""Each row is an address and a word of the reason; "" is an address that is asked."""

from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.web.addresses import refusal

JUDGED = [
    ("8.8.8.8", ""),
    ("1.1.1.1", ""),
    ("93.184.216.34", ""),
    ("9.255.255.255", ""),
    ("11.0.0.0", ""),
    ("100.63.255.255", ""),
    ("100.128.0.0", ""),
    ("128.0.0.1", ""),
    ("126.255.255.255", ""),
    ("169.253.255.255", ""),
    ("169.255.0.0", ""),
    ("172.15.255.255", ""),
    ("172.32.0.0", ""),
    ("192.0.1.1", ""),
    ("192.167.255.255", ""),
    ("192.169.0.0", ""),
    ("198.17.255.255", ""),
    ("198.20.0.0", ""),
    ("223.255.255.255", ""),
    ("168.63.129.15", ""),
    ("0.0.0.0", "this network"),
    ("0.1.2.3", "this network"),
    ("10.0.0.1", "private"),
    ("10.255.255.255", "private"),
    ("100.64.0.1", "carrier"),
    ("100.100.100.200", "carrier"),
    ("100.127.255.255", "carrier"),
    ("127.0.0.1", "loopback"),
    ("127.255.255.254", "loopback"),
    ("169.254.1.1", "link-local"),
    ("169.254.169.254", "metadata"),
    ("168.63.129.16", "cloud"),
    ("172.16.0.1", "private"),
    ("172.31.255.255", "private"),
    ("192.0.0.8", "protocols"),
    ("192.0.0.170", "protocols"),
    ("192.0.2.1", "documentation"),
    ("192.31.196.1", "AS112"),
    ("192.52.193.1", "tunnel"),
    ("192.88.99.1", "6to4"),
    ("192.168.0.1", "private"),
    ("192.175.48.1", "AS112"),
    ("198.18.0.1", "benchmarks"),
    ("198.19.255.255", "benchmarks"),
    ("198.51.100.7", "documentation"),
    ("203.0.113.7", "documentation"),
    ("224.0.0.1", "multicast"),
    ("239.255.255.250", "multicast"),
    ("240.0.0.1", "reserved"),
    ("255.255.255.255", "reserved"),
    ("2606:4700:4700::1111", ""),
    ("2001:4860:4860::8888", ""),
    ("2001:200::1", ""),
    ("2a00:1450:4001:81b::200e", ""),
    ("2620:4f:7fff::1", ""),
    ("3ffd::1", ""),
    ("::", "unspecified"),
    ("::1", "loopback"),
    ("::7f00:1", "form of old"),
    ("::8.8.8.8", "form of old"),
    ("::ffff:0:7f00:1", "translator"),
    ("::ffff:0:808:808", "translator"),
    ("100::1", "nowhere"),
    ("100:0:0:1::1", "nowhere"),
    ("2001::1", "IPv6 around"),
    ("2001:1::1", "protocols"),
    ("2001:2::1", "protocols"),
    ("2001:10::1", "protocols"),
    ("2001:20::1", "protocols"),
    ("2001:1ff:ffff::1", "protocols"),
    ("2001:db8::1", "documentation"),
    ("2620:4f:8000::1", "AS112"),
    ("3ffe::1", "given back"),
    ("3fff::1", "documentation"),
    ("3fff:fff:ffff::1", "documentation"),
    ("4000::1", "outside"),
    ("1fff:ffff::1", "outside"),
    ("5f00::1", "segment"),
    ("fc00::1", "private"),
    ("fd00:ec2::254", "private"),
    ("fe80::1", "link-local"),
    ("fec0::1", "site-local"),
    ("ff02::1", "multicast"),
    ("ff0e::1", "multicast"),
    ("::ffff:8.8.8.8", ""),
    ("::ffff:127.0.0.1", "loopback"),
    ("::ffff:169.254.169.254", "metadata"),
    ("::ffff:10.1.2.3", "private"),
    ("64:ff9b::8.8.8.8", ""),
    ("64:ff9b::7f00:1", "loopback"),
    ("64:ff9b::192.168.1.1", "private"),
    ("64:ff9b::169.254.169.254", "metadata"),
    ("64:ff9b::0.0.0.0", "this network"),
    ("64:ff9b:0:0:1::808:808", "outside"),
    # A prefix of one's own for NAT64, with an address at its end, and at the places of the shorter prefixes.
    ("64:ff9b:1::8.8.8.8", ""),
    ("64:ff9b:1:2::8.8.8.8", ""),
    ("64:ff9b:1:abcd::8.8.8.8", ""),
    ("64:ff9b:1:808:8:800::", ""),
    ("64:ff9b:1:8:8:808::", ""),
    ("64:ff9b:1:5d:b8:d822::", ""),
    ("64:ff9b:1:0:8:808:800:0", ""),
    ("64:ff9b:1::7f00:1", "loopback"),
    ("64:ff9b:1::10.0.0.1", "private"),
    ("64:ff9b:1::169.254.169.254", "metadata"),
    ("64:ff9b:1:7f00:0:100::", "loopback"),
    ("64:ff9b:1:a9fe:a9:fe00::", "metadata"),
    ("64:ff9b:1:7f:0:1::", "loopback"),
    ("64:ff9b:1:0:7f:0:100:0", "loopback"),
    ("64:ff9b:1:0:a:0:100:0", "private"),
    # Two addresses in one: public at the end, private where a shorter prefix has it.
    ("64:ff9b:1:7f00:0:100:808:808", "loopback"),
    ("64:ff9b:1:a00:0:100:808:808", "private"),
    ("64:ff9b:1:808:8:800:7f00:1", "loopback"),
    ("64:ff9b:1:fffe::8.8.8.8", ""),
    ("64:ff9b:1:fffe::10.0.0.1", "private"),
    ("64:ff9b:1::8.8.8.0", ""),
    ("64:ff9b:1::10.0.0.0", "private"),
    ("64:ff9b:1::", "this network"),
    ("64:ff9b:2::8.8.8.8", "outside"),
    ("2002:808:808::1", ""),
    ("2002:7f00:1::", "loopback"),
    ("2002:a9fe:a9fe::", "metadata"),
    ("2001:470:1::5efe:10.0.0.1", "private"),
    ("2001:470:1::200:5efe:127.0.0.1", "loopback"),
    ("2001:470:1::200:5efe:8.8.8.8", ""),
    ("2002:808:808::5efe:10.0.0.1", "private"),
    ("2001:db8::200:5efe:8.8.8.8", "documentation"),
    ("fe80::5efe:8.8.8.8", "link-local"),
    # Teredo: relay in the clear, client turned bit by bit (8.8.8.8 is f7f7:f7f7, 127.0.0.1 is 80ff:fffe).
    ("2001:0:808:808:0:0:f7f7:f7f7", ""),
    ("2001:0:808:808:0:0:80ff:fffe", "loopback"),
    ("2001:0:7f00:1:0:0:f7f7:f7f7", "loopback"),
    ("fe80::1%eth0", "zone"),
    ("2606:4700::1%1", "zone"),
    ("127.1", "not an IP"),
    ("0177.0.0.1", "not an IP"),
    ("2130706433", "not an IP"),
    ("[::1]", "not an IP"),
    ("8.8.8.8/32", "not an IP"),
    ("", "not an IP"),
    ("photos.example", "not an IP"),
]


def test_judges_by_the_table() -> None:
    for address, reason in JUDGED:
        said = refusal(address)
        assert bool(said) == bool(reason), address
        assert reason in said, address


def _embedded(address: IPv4Address, bits: int) -> str:
    """Write an address behind a prefix of so many bits of 64:ff9b:1::/48, passing over bits 64 to 71 (RFC 6052, 2.2)."""
    number = int(address)
    if bits == 96:
        placed = number
    else:
        before = 64 - bits
        placed = (number >> 32 - before) << 64 | (number & (1 << 32 - before) - 1) << 24 + before
    return str(IPv6Address(int(IPv6Address("64:ff9b:1::")) | placed))


@pytest.mark.parametrize("bits", [48, 56, 64, 96])
@given(address=st.ip_addresses(v=4).filter(lambda address: int(address) & 0xFF and int(address) >> 24))
def test_a_host_behind_a_prefix_of_ones_own_is_judged_like_itself(bits: int, address: IPv4Address) -> None:
    assert bool(refusal(_embedded(address, bits))) == bool(refusal(str(address)))


@given(inner=st.sampled_from(["127.0.0.1", "10.1.2.3", "169.254.169.254"]), shown=st.ip_addresses(v=4))
def test_a_public_address_at_the_end_hides_none_before_it(inner: str, shown: IPv4Address) -> None:
    both = int(IPv6Address(_embedded(IPv4Address(inner), 48))) | int(shown)
    assert refusal(str(IPv6Address(both)))


@given(st.ip_addresses(v=4))
def test_every_way_to_carry_ipv4_is_judged_like_it(address: object) -> None:
    plain = bool(refusal(str(address)))
    number = int(address)  # type: ignore[call-overload]
    assert bool(refusal(f"::ffff:{address}")) == plain
    assert bool(refusal(f"64:ff9b::{address}")) == plain
    assert bool(refusal(f"2002:{number >> 16:x}:{number & 0xFFFF:x}::1")) == plain


@given(st.text(max_size=40))
def test_text_that_is_no_address_is_refused(text: str) -> None:
    try:
        parts = [int(part) for part in text.split(".")]
    except ValueError:
        parts = []
    if len(parts) != 4 and ":" not in text:
        assert refusal(text)
