"""The providers themselves, end to end, where there is a network: `make test-live`. Those with a key run where it is set.

A provider that cannot be reached, blocks this address, or counts too many requests says nothing about opsin: the test is
skipped and says so. An answer that cannot be read fails.
"""

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from opsin.images.download import download_images
from opsin.images.outcome import NothingServed, Outcome
from opsin.images.providers.registry import PROVIDERS, provider_names
from opsin.images.query import Query
from opsin.images.search import search_images
from opsin.services import open_services
from opsin.settings import load_settings
from tests.sheet.reader import opened

pytestmark = pytest.mark.live

GIVEN = dict(os.environ)
"""Read before the fixtures take the settings of the machine away."""

SAYS_NOTHING = frozenset({Outcome.BLOCKED, Outcome.RATE_LIMITED, Outcome.RESTING})
NOT_REACHED = frozenset({Outcome.UNREACHABLE, Outcome.TIMED_OUT})


def environ(folder: Path) -> Mapping[str, str]:
    own = {
        "OPSIN_STATE_DIR": str(folder / "state"),
        "OPSIN_OUTPUT_DIR": str(folder / "out"),
        "OPSIN_CONFIG": "",
    }
    return {**GIVEN, **own}


@pytest.mark.parametrize("name", provider_names())
def test_a_search_and_a_download(name: str, tmp_path: Path) -> None:
    settings = load_settings(environ(tmp_path), tmp_path / "none.toml")
    if missing := next(kind for kind in PROVIDERS if kind.name == name).missing(settings):
        pytest.skip(f"{name} is not configured: {' and '.join(missing)} not set in the environment")

    async def run() -> tuple[bytes, int, list[str]]:
        async with open_services(settings) as services:
            found = await search_images(services, Query("red panda", count=4, provider=name))
            loaded = [cell for cell in found.cells if not cell.failed]
            saved = await download_images(services, [str(cell.id) for cell in loaded[:2]])
            return found.sheet, len(loaded), [one.path for one in saved if one.path]

    try:
        sheet, loaded, paths = asyncio.run(run())
    except NothingServed as why:
        attempt = why.attempts[0]
        if attempt.outcome in NOT_REACHED:
            pytest.skip(f"no network: {name}: {attempt.cause}")
        if attempt.outcome in SAYS_NOTHING:
            pytest.skip(f"{name}: {attempt.outcome}: {attempt.cause}")
        raise
    assert max(opened(sheet).size) <= 1092
    assert loaded >= 2
    assert all(Path(path).stat().st_size > 1_000 for path in paths)
    assert paths
