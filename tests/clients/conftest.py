"""The web that every client's server searches."""

from collections.abc import Iterator

import pytest

from tests.loopback.web import LoopbackWeb

# Their assertions are to tell as much as those of a test.
pytest.register_assert_rewrite("tests.clients.arrived", "tests.clients.session")


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as server:
        yield server
