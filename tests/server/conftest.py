"""One client for each way to reach the server: both eras of the protocol, in memory and over a process's pipes."""

import os
import sys
from collections.abc import Callable
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from tests.server.stub import ROOT, settings, stub_server

Connect = Callable[..., Client]

ERAS = {"legacy": "legacy", "modern": "auto"}


@pytest.fixture(
    params=[
        # The two others come up daily in the whole job (`test_whole_job`).
        "memory-legacy",
        pytest.param("memory-modern", marks=pytest.mark.full),
        pytest.param("stdio-legacy", marks=pytest.mark.full),
        "stdio-modern",
    ]
)
def connect(request: pytest.FixtureRequest) -> Connect:
    """Makes clients of the stub server; keyword arguments go to the client."""
    place, era = request.param.split("-")

    def client(**options: Any) -> Client:
        if place == "memory":
            return Client(stub_server(settings()), mode=ERAS[era], **options)
        process = StdioServerParameters(
            command=sys.executable, args=["-m", "tests.server.stub"], cwd=ROOT, env=dict(os.environ)
        )
        return Client(process, mode=ERAS[era], **options)

    return client
