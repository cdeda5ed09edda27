"""Names of files and of components."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.icons.formats.names import component_name, file_stem

PREFIXES = ("lucide", "lucide-lab", "material-symbols", "material-symbols-light")

_parts = st.from_regex(r"[a-z0-9]{1,4}(-[a-z0-9]{1,4}){0,3}", fullmatch=True)


@pytest.mark.parametrize(
    ("icon_id", "stem"),
    [
        ("lucide:rocket", "lucide-rocket"),
        ("material-symbols-light:group", "material-symbols-light-group"),
        ("material-symbols:light-group", "material-symbols_light-group"),
        ("material-symbols:lightbulb", "material-symbols-lightbulb"),
        ("con:aux", "con-aux"),
    ],
)
def test_a_file_is_called_by_set_and_name(icon_id: str, stem: str) -> None:
    assert file_stem(icon_id, PREFIXES) == stem


def test_long_names_stay_apart() -> None:
    stems = {file_stem(f"streamline:{'long-' * 20}{end}") for end in ("one", "two")}
    assert len(stems) == 2
    assert all(len(stem) <= 80 for stem in stems)


@given(_parts, _parts, _parts, _parts)
def test_two_ids_never_have_one_file(prefix: str, name: str, other_prefix: str, other_name: str) -> None:
    prefixes = {prefix, other_prefix, f"{prefix}-{other_prefix}"}
    ids = {f"{set_}:{icon}" for set_ in prefixes for icon in (name, other_name, f"{other_prefix}-{name}")}
    assert len({file_stem(icon_id, prefixes) for icon_id in ids}) == len(ids)


@pytest.mark.parametrize(
    "icon_id", ["../../etc:passwd", "a:..", "a:b/c", "a:\0b", "lucide:<script>", ":", ""]
)
def test_no_id_makes_a_path(icon_id: str) -> None:
    assert re.fullmatch(r"[a-z0-9][a-z0-9_-]*", file_stem(icon_id))


@pytest.mark.parametrize(
    ("icon_id", "name"),
    [
        ("lucide:rocket", "LucideRocket"),
        ("fa7-solid:hospital-alt", "Fa7SolidHospitalAlt"),
        ("0-set:1x1", "Icon0Set1x1"),
        ("a:b; alert(1)", "ABAlert1"),
        ("", "Icon"),
    ],
)
def test_a_component_is_called_by_set_and_name(icon_id: str, name: str) -> None:
    assert component_name(icon_id) == name
