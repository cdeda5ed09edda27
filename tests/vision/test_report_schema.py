import json

from opsin.vision.schema import EXAMPLE, EXAMPLE_LINE, REPORT_SCHEMA

KEYS = ["answer", "observations", "visible_text", "uncertainties"]


def test_the_schema_is_the_contracts() -> None:
    assert REPORT_SCHEMA["type"] == "object"
    assert list(REPORT_SCHEMA["properties"]) == REPORT_SCHEMA["required"] == KEYS
    assert REPORT_SCHEMA["additionalProperties"] is False
    assert REPORT_SCHEMA["properties"]["answer"] == {"type": "string"}
    for name in KEYS[1:]:
        assert REPORT_SCHEMA["properties"][name] == {"type": "array", "items": {"type": "string"}}


def test_no_bound_in_it_cuts_text_or_swells_a_grammar() -> None:
    written = json.dumps(REPORT_SCHEMA)
    assert "maxItems" not in written
    assert "maxLength" not in written


def test_the_example_keeps_to_the_schema_on_one_line() -> None:
    assert json.loads(EXAMPLE_LINE) == EXAMPLE
    assert list(EXAMPLE) == KEYS
    assert "\n" not in EXAMPLE_LINE
    assert isinstance(EXAMPLE["answer"], str)
    assert all(isinstance(item, str) for name in KEYS[1:] for item in EXAMPLE[name])
