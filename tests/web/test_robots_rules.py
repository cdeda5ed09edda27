"""What a robots.txt says to opsin: a table of files, each with what it allows and what it forbids."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.web.robots_rules import (
    ALLOW_ALL,
    MOST_BYTES,
    MOST_RULE_BYTES,
    MOST_RULES,
    MOST_WILDCARDS,
    Rules,
    parse_rules,
)

ORIGIN = "https://photos.example"

CASES: dict[str, tuple[bytes, str, str]] = {
    # name: the file, paths that it allows, paths that it forbids
    "empty": (b"", "/ /a", ""),
    "everything": (b"User-agent: *\nDisallow: /\n", "", "/ /a /a?b"),
    "nothing": (b"User-agent: *\nDisallow:\n", "/ /a", ""),
    "only allow": (b"User-agent: *\nAllow: /a\n", "/ /a /b", ""),
    "rules for nobody": (b"Disallow: /\n", "/a", ""),
    "comments": (b"# all\nUser-agent: * # of you\n# here\nDisallow: /a # not this\n#end", "/b", "/a"),
    "a comment within a rule": (b"User-agent: *\nDisallow: /a#b\n", "/b", "/a /ab"),
    "a blank line ends no group": (b"User-agent: *\n\nDisallow: /a\n\n\nDisallow: /b\n", "/c", "/a /b"),
    "wildcard": (b"User-agent: *\nDisallow: /*.gif\n", "/a.png", "/a.gif /b/a.gif?x"),
    "wildcard in the middle": (b"User-agent: *\nDisallow: /a*/b\n", "/a /a/c /b", "/a/b /axx/y/b/c"),
    "wildcards in a row": (b"User-agent: *\nDisallow: /a***b\n", "/a", "/ab /axxb"),
    "a wildcard at the start": (b"User-agent: *\nDisallow: *private\n", "/a", "/private /a/private/b"),
    "any query": (b"User-agent: *\nDisallow: /*?\n", "/a /", "/?q=1 /a?b /i.js?o=json"),
    "end": (b"User-agent: *\nDisallow: /*.gif$\n", "/a.gif?x /a.gifs", "/a.gif"),
    "end of a plain path": (b"User-agent: *\nDisallow: /a$\n", "/a/ /ab /a?b", "/a"),
    "a dollar within": (b"User-agent: *\nDisallow: /a$b\n", "/a /b", "/a$b /a$bc"),
    "only the front page": (b"User-agent: *\nDisallow: /\nAllow: /$\n", "/", "/a /?q"),
    "longest match": (b"User-agent: *\nAllow: /a/b\nDisallow: /a\n", "/a/b /a/bc /c", "/a /a/c"),
    "longest match in the other order": (b"User-agent: *\nDisallow: /a\nAllow: /a/b\n", "/a/b", "/a/c"),
    "equal length": (b"User-agent: *\nDisallow: /a\nAllow: /a\n", "/a /ab", ""),
    "equal length in the other order": (b"User-agent: *\nAllow: /a\nDisallow: /a\n", "/a /ab", ""),
    "case of a path": (b"User-agent: *\nDisallow: /A\n", "/a", "/A"),
    "case of a field": (b"USER-AGENT: *\ndisALLOW: /a\n", "/b", "/a"),
    "groups that are merged": (
        b"User-agent: opsin\nDisallow: /a\n\nUser-agent: x\nDisallow: /\n\nUser-agent: opsin\nDisallow: /b\n",
        "/c",
        "/a /b",
    ),
    "groups for everybody that are merged": (
        b"User-agent: *\nDisallow: /a\n\nUser-agent: x\nDisallow: /\n\nUser-agent: *\nDisallow: /b\n",
        "/c",
        "/a /b",
    ),
    "several names of one group": (b"User-agent: x\nUser-agent: opsin\nDisallow: /a\n", "/b", "/a"),
    "the own group stands alone": (b"User-agent: *\nDisallow: /\n\nUser-agent: opsin\nDisallow: /a\n", "/b", "/a"),
    "an own group without rules": (b"User-agent: *\nDisallow: /\n\nUser-agent: opsin\nAllow:\n", "/a /", ""),
    "a name and everybody in one group": (b"User-agent: opsin\nUser-agent: *\nDisallow: /a\n", "/b", "/a"),
    "case of a name": (b"User-agent: OpSin\nDisallow: /a\n", "/b", "/a"),
    "a name with a version": (b"User-agent: opsin/2.0\nDisallow: /a\n", "/b", "/a"),
    "a name with words behind it": (b"User-agent: opsin (all of them)\nDisallow: /a\n", "/b", "/a"),
    "a name with a star": (b"User-agent: opsin*\nDisallow: /a\n", "/b", "/a"),
    "the start of the name": (b"User-agent: ops\nDisallow: /\n", "/a", ""),
    "a longer name": (b"User-agent: opsinbot\nDisallow: /\n\nUser-agent: opsin-x\nDisallow: /\n", "/a", ""),
    "a name with a number": (b"User-agent: opsin2\nDisallow: /\n", "/a", ""),
    "a star with more": (b"User-agent: *bot\nDisallow: /\n", "/a", ""),
    "a group without a name": (b"User-agent: *\nDisallow: /a\n\nUser-agent:\nDisallow: /\n", "/b", "/a"),
    "a sitemap between": (b"User-agent: *\nSitemap: https://x/y.xml\nDisallow: /a\n", "/b", "/a"),
    "a sitemap between names": (b"User-agent: *\nSitemap: /x\nUser-agent: y\nDisallow: /a\n", "/b", "/a"),
    "a delay ends the names": (b"User-agent: *\nCrawl-delay: 9\n\nUser-agent: x\nDisallow: /\n", "/a", ""),
    "an unknown line": (b"User-agent: *\nNoindex: /b\nnonsense\n: \nDisallow: /a\n", "/b", "/a"),
    "typos": (b"Useragent: *\nDissalow: /a\nDisalow: /b\nDiasllow: /c\nDisallaw: /d\n", "/e", "/a /b /c /d"),
    "no colon": (b"User-agent *\nDisallow /a\n", "/b", "/a"),
    "space around": (b"\t User-agent \t:\t * \n  Disallow  :  /a  \n", "/b", "/a"),
    "no space": (b"User-agent:*\nDisallow:/a\n", "/b", "/a"),
    "a byte-order mark": (b"\xef\xbb\xbfUser-agent: *\nDisallow: /a\n", "/b", "/a"),
    "two byte-order marks": ("\ufeff\ufeffUser-agent: *\nDisallow: /a\n".encode(), "/b", "/a"),
    "UTF-16": ("\ufeffUser-agent: *\nDisallow: /a\n".encode("utf-16-le"), "/b", "/a"),
    "CR only": (b"User-agent: *\rDisallow: /a\rDisallow: /b\r", "/c", "/a /b"),
    "CR LF": (b"User-agent: *\r\nDisallow: /a\r\n\r\nDisallow: /b\r\n", "/c", "/a /b"),
    "other line separators are none": ("User-agent: *\nDisallow: /a\u2028Disallow: /b\n".encode(), "/a /b", ""),
    "an escaped slash": (b"User-agent: *\nDisallow: /a%2Fb\n", "/a/b", "/a%2Fb /a%2fb"),
    "an escaped letter": (b"User-agent: *\nDisallow: /%61b\n", "/b", "/ab /%61b"),
    "an escape on the other side": (b"User-agent: *\nDisallow: /~joe\n", "/joe", "/~joe /%7Ejoe /%7ejoe"),
    "an escaped star": (b"User-agent: *\nDisallow: /a%2Ab\n", "/axb", "/a%2Ab"),
    "letters beyond ASCII": ("User-agent: *\nDisallow: /größe\n".encode(), "/grosse", "/gr%C3%B6%C3%9Fe"),
    "letters in Latin-1": (b"User-agent: *\nDisallow: /caf\xe9\n", "/caf%E8 /caf", "/caf%E9 /caf%e9"),
    "a broken byte elsewhere": (b"# \xff\xfe\n\xffoo: \xfe\nUser-agent: *\nDisallow: /a\n", "/b", "/a"),
    "NUL": (b"User-agent: *\x00\nDisallow: /a\x00\nDisallow: /b\x00c\n\x00\n", "/b", "/a /b%00c"),
    "a rule that is no path": (b"User-agent: *\nDisallow: a\nDisallow: https://photos.example/b\n", "/a /b", ""),
    "its own address": (b"User-agent: *\nDisallow: /\n", "/robots.txt", "/a"),
    "a double slash": (b"User-agent: *\nDisallow: //a\n", "/a", "//a"),
    "a page of HTML": (b"\n <!DOCTYPE html><p>User-agent: *\nDisallow: /\n", "/a", ""),
    "HTML behind a byte-order mark": (b"\xef\xbb\xbf<html>\nUser-agent: *\nDisallow: /\n", "/a", ""),
}  # fmt: skip


@pytest.mark.parametrize(("body", "allowed", "forbidden"), CASES.values(), ids=CASES)
def test_the_table(body: bytes, allowed: str, forbidden: str) -> None:
    rules = parse_rules(body, "opsin")
    assert [path for path in allowed.split() if not rules.allows(ORIGIN + path)] == []
    assert [path for path in forbidden.split() if rules.allows(ORIGIN + path)] == []


def test_the_table_is_long_enough() -> None:
    assert len(CASES) >= 33


def test_what_stands_beyond_the_cap_is_not_said_and_no_rule_is_cut() -> None:
    start = b"User-agent: *\nDisallow: /a\n"
    filling = b"#" * (MOST_BYTES - len(start) - len(b"\nDisallow: /"))
    body = start + filling + b"\nDisallow: /private\n"
    rules = parse_rules(body[:MOST_BYTES], "opsin")
    assert not rules.allows(f"{ORIGIN}/a")
    assert rules.allows(f"{ORIGIN}/b")
    assert rules.allows(f"{ORIGIN}/private")


HOSTILE = {
    "line ends": b"\n" * MOST_BYTES,
    "one line": b"User-agent: *\nDisallow: /" + b"a" * MOST_BYTES,
    "one letter": b"a" * MOST_BYTES,
    "rules": b"User-agent: *\n" + b"".join(b"Disallow: /%d$\n" % number for number in range(28_000)),
    "wildcards": b"User-agent: *\n" + b"".join(b"Disallow: /%sb%d\n" % (b"a*" * 15, number) for number in range(9_000)),
    "wildcards around letters": b"User-agent: *\n"
    + b"".join(b"Disallow: %sb%d\n" % ((b"*" + b"a" * 13) * 16, number) for number in range(2_100)),
    "stars": b"User-agent: *\nDisallow: /" + b"*a" * 250_000,
    "escapes": b"User-agent: *\nDisallow: /" + b"%E9%" * 120_000,
    "names": b"".join(b"User-agent: a%d\n" % number for number in range(28_000)) + b"Disallow: /\n",
    "own names": b"User-agent: opsin\nDisallow: /\n" * 16_000,
}  # fmt: skip


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_takes_no_long_time(body: bytes) -> None:
    begun = time.process_time()
    rules = parse_rules(body[:MOST_BYTES], "opsin")
    for end in ("a" * 16_000, "%E9" * 5_000):
        rules.allows(f"{ORIGIN}/{end}")
    assert time.process_time() - begun < 5
    assert rules.size <= MOST_BYTES * 2


def test_so_many_rules_are_kept_and_no_more() -> None:
    body = b"User-agent: *\n" + b"".join(b"Disallow: /%d$\n" % number for number in range(MOST_RULES + 5))
    rules = parse_rules(body, "opsin")
    assert not rules.allows(f"{ORIGIN}/{MOST_RULES - 1}")
    assert rules.allows(f"{ORIGIN}/{MOST_RULES}")


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("/" + "*a" * (MOST_WILDCARDS + 1), "/" + "a" * (MOST_WILDCARDS + 1)),
        ("/" + "a" * MOST_RULE_BYTES, "/" + "a" * MOST_RULE_BYTES),
    ],
    ids=["wildcards", "bytes"],
)
def test_a_rule_that_costs_too_much_is_passed_over(pattern: str, path: str) -> None:
    assert parse_rules(f"User-agent: *\nDisallow: {pattern}".encode(), "opsin").allows(ORIGIN + path)
    less = pattern.removesuffix("*a").removesuffix("aa")
    assert not parse_rules(f"User-agent: *\nDisallow: {less}".encode(), "opsin").allows(ORIGIN + path)


LINES = st.one_of(
    st.sampled_from(["User-agent: *", "User-agent: opsin", "User-agent: opsinx", "", "# x", "Sitemap: /", "Crawl-delay: 1"]),
    st.builds(
        "{}: {}".format,
        st.sampled_from(["Allow", "Disallow", "disalow", "User-agent", "X"]),
        st.one_of(st.text(max_size=20), st.text(alphabet="/ab*$%2F?", max_size=20)),
    ),
)  # fmt: skip
PATHS = st.text(alphabet="ab/%2Fé?*$#.", max_size=30)


@given(st.one_of(st.binary(max_size=400), st.lists(LINES, max_size=12).map(lambda lines: "\n".join(lines).encode("utf-8", "surrogatepass"))))  # fmt: skip
def test_nothing_raises_and_the_own_address_is_always_allowed(body: bytes) -> None:
    rules = parse_rules(body, "opsin")
    assert rules.allows(f"{ORIGIN}/robots.txt")
    rules.allows(f"{ORIGIN}/a%FF%zz?b=%")


@given(st.lists(st.text(alphabet="abc/%2F*$é", max_size=12), min_size=1, max_size=8), PATHS)
def test_no_file_makes_an_unrelated_path_forbidden(paths: list[str], tail: str) -> None:
    lines = ["User-agent: *", *(f"Disallow: /zone/{path}" for path in paths)]
    rules = parse_rules("\n".join(lines).encode(), "opsin")
    assert rules.allows(f"{ORIGIN}/photos/{tail}")


@given(st.lists(st.text(max_size=20), max_size=8), PATHS)
def test_a_file_that_only_allows_allows_everything(paths: list[str], path: str) -> None:
    body = "\n".join(
        ["User-agent: *", *(f"Allow: {one}" for one in paths if "\n" not in one and "\r" not in one)]
    )
    assert parse_rules(body.encode("utf-8", "replace"), "opsin").allows(f"{ORIGIN}/{path}")


@given(st.binary(max_size=300))
def test_what_speaks_to_others_says_nothing(body: bytes) -> None:
    lines = [line for line in body.replace(b"\r", b"\n").split(b"\n") if b"gent" not in line.lower()]
    rules = parse_rules(b"User-agent: other\n" + b"\n".join(lines), "opsin")
    assert rules.allows(f"{ORIGIN}/a")


def test_no_rules_cost_nothing() -> None:
    assert parse_rules(b"User-agent: *\nDisallow:", "opsin") is ALLOW_ALL
    assert Rules().allows(f"{ORIGIN}/a")
