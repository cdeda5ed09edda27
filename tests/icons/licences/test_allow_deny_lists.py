import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.icons.licences.wishes import allow_list, deny_list, strangers


def test_ids_are_normal_and_sets_stand_as_they_are() -> None:
    assert deny_list("GPL-3.0, hugeicons,\n CC-BY-4.0 ,,") == {"GPL-3.0-only", "hugeicons", "CC-BY-4.0"}
    assert deny_list("") == frozenset()


def test_a_word_that_may_be_an_id_or_a_set_is_both() -> None:
    assert deny_list("jam") == {"jam", "Jam"}
    assert deny_list("Jam") == {"Jam"}


@pytest.mark.parametrize(
    "given_text", ["MIT OR ISC", "CC BY 4.0", "Lucide Icons", "LicenseRef-", "-", "lucide:rocket"]
)
def test_what_can_be_neither_is_refused(given_text: str) -> None:
    with pytest.raises(ValueError, match="names of icon sets"):
        deny_list(given_text)


@pytest.mark.parametrize("given_text", ["CC-BY-NC-4.0", "MIT, cc-by-nd-4.0", "LicenseRef-Own-NC"])
def test_what_is_never_offered_cannot_be_allowed(given_text: str) -> None:
    with pytest.raises(ValueError, match="is never offered"):
        allow_list(given_text)
    assert deny_list(given_text)


def test_slips_of_the_pen_are_found() -> None:
    assert strangers(deny_list("miit, lucide, MIT, lucid"), ["lucide", "tabler"]) == ("lucid", "miit")


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = deny_list(text)
    except ValueError:
        return
    assert deny_list(",".join(found)) == found
