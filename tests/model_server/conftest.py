"""The model and its servers, once for all tests of a worker."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.model_server.rig import ModelServer, build_model


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the model."""
    return build_model(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="session")
def server(model: Path) -> Iterator[ModelServer]:
    """A server that runs on; a test that kills one starts its own."""
    with ModelServer(model) as running:
        yield running
