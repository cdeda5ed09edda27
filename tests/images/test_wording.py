"""The error of a search that brought nothing tells an empty web from a shut door."""

import pytest

from opsin.errors import NO_CONNECTION, NO_NAME
from opsin.images.outcome import Attempt, Outcome
from opsin.images.query import Query
from opsin.images.wording import nothing_served


def cut_off(*providers: str, why: str = NO_NAME) -> tuple[Attempt, ...]:
    return tuple(
        Attempt(provider, Outcome.UNREACHABLE, cause="no such name", cut_off=why) for provider in providers
    )


def test_several_that_cannot_be_reached_are_no_network() -> None:
    told = nothing_served(Query("ferry"), cut_off("duckduckgo", "wikimedia"))
    assert told.offline
    assert told.message.startswith("There is no network: none of those who were asked for 'ferry'")
    assert told.message.endswith("(duckduckgo, wikimedia).")


def test_one_name_alone_may_be_wrong() -> None:
    told = nothing_served(Query("ferry"), cut_off("searxng"))
    assert told.offline
    assert "no network, or the name of the host is wrong" in told.message
    assert "searxng: unreachable (no such name)" in told.message


@pytest.mark.parametrize("why", [NO_CONNECTION, ""])
def test_one_alone_that_takes_no_connection_is_down_itself(why: str) -> None:
    told = nothing_served(Query("ferry"), cut_off("searxng", why=why))
    assert not told.offline
    assert told.message == "No provider served 'ferry'. searxng: unreachable (no such name)."
    assert told.hint


def test_a_later_page_and_a_first_one_without_hits_say_so() -> None:
    empty = (Attempt("wikimedia", Outcome.EMPTY),)
    assert nothing_served(Query("ferry"), empty).message.startswith("No pictures found for 'ferry'.")
    assert nothing_served(Query("ferry", page=3), empty).message.startswith(
        "Page 3 of 'ferry' has no pictures"
    )
