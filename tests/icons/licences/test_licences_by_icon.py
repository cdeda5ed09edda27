import json
from importlib import resources

from opsin.icons.licences.facts import Source, Stated, packaged, sources
from opsin.icons.licences.lists import never
from opsin.icons.licences.terms import normal

ONE = {
    "package": "made",
    "version": "1.2",
    "url": "https://a.example/",
    "sets": ["made", "made-color"],
    "licences": {"": "red green", "MIT": "blue", "Fair Use": "grey"},
    "urls": {"blue": "https://a.example/blue"},
    "guidelines": {"red": "https://a.example/red"},
}


def test_names_are_read_with_what_is_stated() -> None:
    made = sources({"sources": [ONE]})["made-color"]
    assert made == Source("made", "1.2", "https://a.example/", {})
    assert made.stated("green") == Stated()
    assert made.stated("red") == Stated(guidelines="https://a.example/red")
    assert made.stated("blue") == Stated("MIT", "https://a.example/blue")
    assert made.stated("grey") == Stated("Fair Use")
    assert made.stated("pink") is None


def test_a_logo_for_dark_or_light_ground_is_its_logo() -> None:
    made = sources({"sources": [ONE]})["made"]
    assert made.stated("blue-dark") == made.stated("blue-light") == made.stated("blue")
    assert made.stated("blue-light-dark") is None
    assert made.stated("blue-wordmark") is None
    assert made.stated("-dark") is None


def test_the_packaged_file_holds_each_name_once_and_no_strange_addresses() -> None:
    data = json.loads(resources.files("opsin.icons.licences").joinpath("by_icon.json").read_bytes())
    for source in data["sources"]:
        names = [name for held in source["licences"].values() for name in held.split()]
        assert len(names) == len(set(names)) > 3_000
        assert all("_" not in name for name in names)
        assert set(source["urls"]) | set(source["guidelines"]) <= set(names)
    assert set(packaged()) == {"simple-icons", "thesvg", "thesvg-color"}


def test_what_simple_icons_states() -> None:
    stated = packaged()["simple-icons"].icons.values()
    own = [one for one in stated if one.licence]
    assert (len(stated), len(own)) == (3_463, 223)
    assert sum(1 for one in own if never(one.licence)) == 13
    assert sum(1 for one in own if not normal(one.licence)) == 23
