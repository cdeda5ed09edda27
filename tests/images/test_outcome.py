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
