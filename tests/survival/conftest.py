"""The web that the processes under test search, and commands that can be killed."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.loopback.web import LoopbackWeb
from tests.survival.forks import Commands, Forks, forking
from tests.survival.query_results import SMALL_SHEETS, QueryResults


@pytest.fixture
def engine() -> QueryResults:
    """The search engine of the web."""
    return QueryResults()


@pytest.fixture
def web(engine: QueryResults) -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as running:
        running.duckduckgo = engine
        yield running


@pytest.fixture(scope="session")
def forks() -> Iterator[Forks]:
    """One process for the whole run, which forks for each command."""
    if os.name == "nt":
        pytest.skip("Windows does not fork")
    with forking() as running:
        yield running


@pytest.fixture
def commands(forks: Forks, web: LoopbackWeb, tmp_path: Path) -> Commands:
    """Commands in the test's folder, which search the test's web."""
    return Commands(forks, web.environ(tmp_path, **SMALL_SHEETS), tmp_path)
