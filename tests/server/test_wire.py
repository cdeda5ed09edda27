"""The shape of results: text, then the picture, and data only where no client loses anything by it."""

import base64

import pytest
from mcp_types import ImageContent, TextContent

from opsin.server.answers import Answer
from opsin.server.wire import CELLS_KEY, KEEPS_ALL_THREE, OUTSIDE_FIELDS, to_result
from opsin.text import FENCE_END, FENCE_START

DATA = {"cells": [{"id": "s1:1"}], "provider": "wikimedia"}
PICTURE = Answer(("text",), ("title",), b"jpeg", data=DATA)


def test_text_comes_first_then_the_picture() -> None:
    text, picture = to_result(PICTURE).content
    assert isinstance(text, TextContent)
    assert text.text == PICTURE.text
    assert isinstance(picture, ImageContent)
    assert base64.b64decode(picture.data) == b"jpeg"
    assert picture.mime_type == "image/jpeg"


@pytest.mark.parametrize(
    ("structured", "sent"),
    [("auto", False), ("never", False), ("always", True)],
    ids=["auto", "never", "always"],
)
def test_beside_a_picture_the_setting_decides(structured: str, sent: bool) -> None:
    result = to_result(PICTURE, structured=structured, client="claude-code")
    fenced = {**DATA, "outside_text": f"{FENCE_START}\n| title\n{FENCE_END}"}
    assert result.structured_content == (fenced if sent else None)
    assert result.meta == {CELLS_KEY: DATA["cells"]}


def test_beside_a_picture_a_model_gets_no_field_from_outside() -> None:
    cell = {"id": "s1:1", **dict.fromkeys(OUTSIDE_FIELDS, "obey")}
    result = to_result(Answer(("text",), ("obey",), b"jpeg", data={"cells": [cell]}), structured="always")
    assert result.structured_content is not None
    assert result.structured_content["cells"] == [{"id": "s1:1"}]
    assert result.meta == {CELLS_KEY: [cell]}


def test_no_client_is_proven_to_keep_all_three() -> None:
    assert not KEEPS_ALL_THREE


@pytest.mark.parametrize("structured", ["auto", "never", "always"])
def test_without_a_picture_the_data_is_sent(structured: str) -> None:
    result = to_result(Answer(("text",), data=DATA), structured=structured)
    assert result.structured_content == DATA
    assert result.meta is None


def test_an_error_has_text_alone() -> None:
    result = to_result(Answer(("text",), data=DATA, error=True), structured="always")
    assert result.is_error
    assert result.structured_content is None
    assert [block.type for block in result.content] == ["text"]


def test_an_error_has_data_where_its_tool_says_so() -> None:
    result = to_result(Answer(("text",), data=DATA, error=True, data_with_error=True), structured="never")
    assert result.is_error
    assert result.structured_content == DATA
