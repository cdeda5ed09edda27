import json

from opsin.icons.icon import Icon
from opsin.icons.licences.closing import CLOSING
from opsin.icons.licences.licence_json import license_json
from opsin.icons.licences.terms import terms_of
from tests.icons.licences.made import LUCIDE, icon


def test_the_fields_of_the_contract_stand_first() -> None:
    google = icon(
        "rocket-launch",
        "material-symbols",
        "Apache-2.0",
        licence_title="Apache 2.0",
        licence_url="https://github.com/google/material-design-icons/blob/master/LICENSE",
    )
    value = license_json(terms_of(google))
    assert list(value)[:5] == ["spdx", "title", "url", "attribution_required", "copyleft"]
    assert {name: value[name] for name in list(value)[:5]} == {
        "spdx": "Apache-2.0",
        "title": "Apache 2.0",
        "url": "https://github.com/google/material-design-icons/blob/master/LICENSE",
        "attribution_required": False,
        "copyleft": False,
    }


def test_it_is_plain_json() -> None:
    value = license_json(terms_of(Icon(LUCIDE, "rocket")))
    assert json.loads(json.dumps(value)) == value
    assert value["share_alike"] == "none"
    assert value["notice_required"] is True


def test_the_closing_words() -> None:
    assert "verify" in CLOSING
    assert "not legal advice" in CLOSING
