"""Each row is an address and a word of the reason; "" is an address that is asked."""

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
    ("::7f00:1", "outside"),
    ("::8.8.8.8", "outside"),
    ("::ffff:0:7f00:1", "outside"),
    ("::ffff:0:808:808", "outside"),
    ("100::1", "outside"),
    ("100:0:0:1::1", "outside"),
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
    ("5f00::1", "outside"),
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
    ("64:ff9b:1::8.8.8.8", "outside"),
    ("64:ff9b:0:0:1::808:808", "outside"),
    ("2002:808:808::1", ""),
    ("2002:7f00:1::", "loopback"),
    ("2002:a9fe:a9fe::", "metadata"),
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


@pytest.mark.parametrize(("address", "reason"), JUDGED)
def test_judges_by_the_table(address: str, reason: str) -> None:
    said = refusal(address)
    assert bool(said) == bool(reason)
    assert reason in said


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
