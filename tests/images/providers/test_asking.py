import asyncio

import pytest

from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.asking import answer_limits, is_named, until, words_for
from tests.images.providers.asked import settings


def test_words_of_any_script_are_kept() -> None:
    assert words_for("x", "レッサー 🐼 панда", 50) == "レッサー 🐼 панда"


def test_lone_surrogates_are_dropped() -> None:
    assert words_for("x", "red\ud83d panda", 50) == "red panda"
    with pytest.raises(ProviderError) as caught:
        words_for("x", "\ud83d", 50)
    assert caught.value.outcome is Outcome.REFUSED


def test_a_query_that_is_too_long_is_refused_with_both_numbers() -> None:
    assert words_for("openverse", "x" * 200, 200)
    with pytest.raises(ProviderError, match=r"openverse takes .* at most 200 characters; this one has 201"):
        words_for("openverse", "x" * 201, 200)


def test_only_an_address_that_was_set_is_named() -> None:
    mirror = settings(wikimedia_url="http://127.0.0.1:8080/w/api.php")
    assert is_named(mirror, mirror.wikimedia_url)
    assert not is_named(mirror, mirror.duckduckgo_url)
    assert not is_named(mirror, "http://127.0.0.1:8081")


def test_a_request_ends_before_the_deadline_and_within_eight_seconds() -> None:
    async def scenario() -> None:
        now = asyncio.get_running_loop().time()
        assert answer_limits().whole == 8.0
        with until(now + 60):
            assert answer_limits().whole == 8.0
        with until(now + 3):
            with until(now + 1):
                assert 0 < answer_limits().whole < 0.8
            assert 1 < answer_limits().whole < 2.8
        with until(now - 1):
            assert answer_limits().whole > 0
        assert answer_limits().whole == 8.0

    asyncio.run(scenario())
