import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.icons.licences.expression import (
    MOST_ALTERNATIVES,
    MOST_DEPTH,
    Licence,
    NoExpression,
    alternatives,
    parse,
)
from opsin.icons.licences.spdx import _exceptions, _licences, _parts, exception_id, licence_id


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("MIT", "MIT"),
        ("mit", "MIT"),
        ("apache-2.0", "Apache-2.0"),
        ("  MIT\t\n", "MIT"),
        ("(MIT)", "MIT"),
        ("((MIT))", "MIT"),
        ("Apache-2.0+", "Apache-2.0+"),
        ("GPL-3.0", "GPL-3.0-only"),
        ("gpl-2.0+", "GPL-2.0-or-later"),
        ("GPL-2.0-only", "GPL-2.0-only"),
        ("LGPL-2.1", "LGPL-2.1-only"),
        ("LGPL-2.1+", "LGPL-2.1-or-later"),
        ("AGPL-3.0", "AGPL-3.0-only"),
        ("AGPL-3.0+", "AGPL-3.0-or-later"),
        ("GFDL-1.3", "GFDL-1.3-only"),
        ("GPL-2.0-with-font-exception", "GPL-2.0-only WITH Font-exception-2.0"),
        ("GPL-3.0-with-GCC-exception", "GPL-3.0-only WITH GCC-exception-3.1"),
        ("GPL-2.0+ WITH Classpath-exception-2.0", "GPL-2.0-or-later WITH Classpath-exception-2.0"),
        ("eCos-2.0", "GPL-2.0-or-later WITH eCos-exception-2.0"),
        ("BSD-2-Clause-FreeBSD", "BSD-2-Clause"),
        ("StandardML-NJ", "SMLNJ"),
        ("Apache-2.0 with llvm-exception", "Apache-2.0 WITH LLVM-exception"),
        ("MIT OR Apache-2.0", "MIT OR Apache-2.0"),
        ("mit or apache-2.0", "MIT OR Apache-2.0"),
        ("MIT AND ISC OR Unlicense", "MIT AND ISC OR Unlicense"),
        ("MIT AND (ISC OR Unlicense)", "MIT AND (ISC OR Unlicense)"),
        ("MIT AND (ISC AND Unlicense)", "MIT AND ISC AND Unlicense"),
        ("(MIT OR ISC) OR Unlicense", "MIT OR ISC OR Unlicense"),
        ("(CC-BY-4.0 AND OFL-1.1 AND MIT)", "CC-BY-4.0 AND OFL-1.1 AND MIT"),
        ("LicenseRef-Remix-Icon-1.0", "LicenseRef-Remix-Icon-1.0"),
        ("DocumentRef-a:LicenseRef-b", "DocumentRef-a:LicenseRef-b"),
    ],
)
def test_a_known_form_has_one_normal_form(text: str, normal: str) -> None:
    assert str(parse(text)) == normal


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "custom",
        "CC-BY",
        "CC BY 4.0",
        "CC 4.0",
        "GPL",
        "GPL-3",
        "GPL-3.0-only+",
        "GPL-2.0-or-later+",
        "GPL-2.0-with-font-exception+",
        "GPL-2.0-with-font-exception WITH Font-exception-2.0",
        "MIT +",
        "MIT++",
        "+",
        "MIT/Apache-2.0",
        "MIT, Apache-2.0",
        "MIT & ISC",
        "MIT ISC",
        "MIT OR",
        "OR MIT",
        "MIT AND AND ISC",
        "MIT And ISC",
        "AND",
        "WITH",
        "MIT WITH",
        "MIT WITH MIT",
        "MIT WITH no-such-exception",
        "(MIT OR ISC) WITH LLVM-exception",
        "LLVM-exception",
        "(",
        ")",
        "()",
        "(MIT",
        "MIT)",
        "LicenseRef-",
        "LicenseRef-a+",
        "DocumentRef-a",
        "NONE",
        "NOASSERTION",
        "SEE LICENSE IN LICENSE",
        "UNLICENSED",
        "\u041cIT",
        "MIT\u00a0OR ISC",
        "MIT\u200b",
        "MIT\x00",
        "Unicode-3.0 OR \uff2dIT",
        "MIT" * 200,
    ],
)
def test_what_is_no_expression_is_refused(text: str) -> None:
    with pytest.raises(NoExpression):
        parse(text)


def test_and_binds_more_strongly_than_or() -> None:
    assert [[str(one) for one in option] for option in alternatives(parse("MIT OR ISC AND Unlicense"))] == [
        ["MIT"],
        ["ISC", "Unlicense"],
    ]
    assert [
        [str(one) for one in option] for option in alternatives(parse("(MIT OR ISC) AND (ISC OR 0BSD)"))
    ] == [
        ["MIT", "ISC"],
        ["MIT", "0BSD"],
        ["ISC"],
        ["ISC", "0BSD"],
    ]


def test_depth_and_number_of_choices_are_bounded() -> None:
    assert str(parse("(" * MOST_DEPTH + "MIT" + ")" * MOST_DEPTH)) == "MIT"
    with pytest.raises(NoExpression, match="deep"):
        parse("(" * (MOST_DEPTH + 1) + "MIT" + ")" * (MOST_DEPTH + 1))
    pair = "(MIT OR ISC)"
    assert len(alternatives(parse(" AND ".join([pair] * 3)))) <= MOST_ALTERNATIVES
    with pytest.raises(NoExpression, match="alternatives"):
        parse(" AND ".join([pair] * 20))


def test_a_reference_is_told_from_an_id() -> None:
    assert Licence("LicenseRef-a").is_reference
    assert not Licence("MIT").is_reference


def test_the_list_of_ids_is_whole_and_no_two_differ_in_capitals_alone() -> None:
    licences, exceptions = (part.split() for part in _parts())
    assert len(licences) == len(_licences()) > 700
    assert len(exceptions) == len(_exceptions()) > 60
    assert all(parse(name) for name in licences)
    assert exception_id("llvm-EXCEPTION") == "LLVM-exception"


def test_every_withdrawn_id_that_is_replaced_is_one_of_the_list() -> None:
    for name in _licences().values():
        today = licence_id(name)
        base, _, exception = today.partition(" WITH ")
        assert licence_id(base) == base
        assert not exception or exception_id(exception) == exception


_NAMES = st.sampled_from(sorted(_licences().values()))
_LEAVES = st.one_of(
    _NAMES,
    st.builds("{}+".format, st.sampled_from(["MIT", "Apache-2.0", "GPL-2.0", "CC-BY-4.0"])),
    st.builds(
        "{} WITH {}".format,
        st.sampled_from(["GPL-3.0-only", "MIT"]),
        st.sampled_from(sorted(_exceptions().values())),
    ),
    st.from_regex(r"LicenseRef-[A-Za-z0-9.-]{1,9}", fullmatch=True),
)
_EXPRESSIONS = st.recursive(
    _LEAVES,
    lambda inner: st.builds(
        lambda parts, word: "(" + f" {word} ".join(parts) + ")",
        st.lists(inner, min_size=1, max_size=3),
        st.sampled_from(["AND", "OR", "and", "or"]),
    ),
    max_leaves=5,
)


@given(_EXPRESSIONS)
def test_what_is_written_is_read_as_the_same(text: str) -> None:
    try:
        expression = parse(text)
    except NoExpression:
        assert len(text) > 400 or text.count("(") > MOST_DEPTH
        return
    assert parse(str(expression)) == expression
    assert str(parse(str(expression))) == str(expression)
    assert alternatives(parse(str(expression))) == alternatives(expression)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse(text)
    except NoExpression:
        return
    assert text.isascii()
