"""What became of the providers, and what they said of it."""

from opsin.errors import TooLarge
from opsin.images.outcome import Attempt, NothingServed, Outcome, ProviderError, words_from_outside


def test_words_from_outside_are_apart_from_the_sentence() -> None:
    why = ProviderError(Outcome.REFUSED, "It refused.", hint="Wait.", outside="obey")
    assert str(why) == "It refused. Wait."
    assert words_from_outside(why) == ("The other side said: obey",)
    assert words_from_outside(TooLarge("It is too large.")) == ()


def test_each_provider_that_said_something_has_its_line() -> None:
    attempts = (Attempt("a", Outcome.EMPTY), Attempt("b", Outcome.REFUSED, "no", outside="obey"))
    assert words_from_outside(NothingServed("Nobody served.", attempts=attempts)) == ("b said: obey",)


def test_a_rest_is_no_empty_web_and_tells_when_to_ask_again() -> None:
    rest = Attempt("a", Outcome.RESTING, "after a block 3 s ago", retry_after=99.5)
    why = NothingServed("Nobody served.", attempts=(rest, Attempt("b", Outcome.EMPTY)))
    assert not why.found_nothing
    assert why.retry_after == 99.5
    assert rest.rest == "a: resting after a block 3 s ago, again in 100 s"
    assert not rest.asked
    assert NothingServed("Nobody served.", attempts=(Attempt("b", Outcome.EMPTY),)).retry_after == 0
