"""The API's answers: shape, order, paging, filters and errors."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.demo.mediawiki import THUMBNAIL_STEPS, WikiFile, answer, read_search, thumbnail_step

FILES = [
    WikiFile(
        name=f"Picture {chr(122 - number)}.jpg",
        url=f"http://x/{number}.jpg",
        page=f"http://x/page/{number}",
        thumbnail=f"http://x/{number}/{{}}.jpg".format,
        width=1000 if number % 2 else 300,
        height=500,
        size_bytes=10,
        sha1=f"{number:040x}",
        author="A <b>",
        licence="cc0" if number % 3 == 0 else "pd",
    )
    for number in range(12)
]


def ask(**more: str) -> dict[str, Any]:
    parameters = {"action": "query", "generator": "search", "gsrsearch": "x", **more}
    return answer(parameters, lambda words: FILES if words == "x" else [])


def pages(**more: str) -> list[dict[str, Any]]:
    return sorted(ask(**more)["query"]["pages"], key=lambda page: page["index"])


def test_the_index_is_the_rank_and_the_list_is_in_another_order() -> None:
    listed = ask(gsrlimit="12")["query"]["pages"]
    assert [page["index"] for page in listed] != sorted(page["index"] for page in listed)
    assert [page["imageinfo"][0]["url"] for page in pages(gsrlimit="12")] == [file.url for file in FILES]


def test_paging_gives_every_file_once() -> None:
    found: list[str] = []
    offset = "0"
    while offset:
        content = ask(gsrlimit="5", gsroffset=offset)
        found += [page["title"] for page in content["query"]["pages"]]
        offset = str(content.get("continue", {}).get("gsroffset", ""))
    assert sorted(found) == sorted(f"File:{file.name}" for file in FILES)


def test_thumbnails_come_in_steps_and_never_larger_than_the_file() -> None:
    small, large = pages(iiurlwidth="400")[:2]
    assert large["imageinfo"][0]["thumburl"] == "http://x/1/500.jpg"
    assert (large["imageinfo"][0]["thumbwidth"], large["imageinfo"][0]["thumbheight"]) == (500, 250)
    assert small["imageinfo"][0]["thumburl"] == "http://x/0.jpg"
    assert "thumburl" not in pages()[0]["imageinfo"][0]


def test_the_metadata_is_html_and_only_what_was_asked_for() -> None:
    info = pages(iiextmetadatafilter="Artist|License|LicenseUrl")[0]["imageinfo"][0]
    assert {key: field["value"] for key, field in info["extmetadata"].items()} == {
        "Artist": '<span class="fn">A &lt;b&gt;</span>',
        "License": "cc0",
        "LicenseUrl": "http://creativecommons.org/publicdomain/zero/1.0/deed.en",
    }


def test_operators_filter() -> None:
    assert {
        page["imageinfo"][0]["extmetadata"]["License"]["value"]
        for page in pages(gsrsearch="filetype:bitmap|drawing x haswbstatement:P275=Q6938433")
    } == {"cc0"}
    assert {page["imageinfo"][0]["width"] for page in pages(gsrsearch="x filew:>800")} == {1000}


def test_nothing_found_has_no_query() -> None:
    assert ask(gsrsearch="y") == {"batchcomplete": True}


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"action": "edit"}, "badvalue"),
        ({"gsrsearch": " "}, "missingparam"),
        ({"gsrlimit": "many"}, "badinteger"),
    ],
)
def test_errors_have_a_code(more: dict[str, str], code: str) -> None:
    assert ask(**more)["error"]["code"] == code


@given(st.text(max_size=60))
def test_any_search_text_is_taken_apart(text: str) -> None:
    assert len(read_search(text).words) <= len(text)


@given(st.integers(1, 5000))
def test_a_step_is_at_least_as_wide_as_asked_for(width: int) -> None:
    step = thumbnail_step(width)
    assert step in THUMBNAIL_STEPS
    assert step >= min(width, THUMBNAIL_STEPS[-1])
