"""Every hostile server ends in its own clear error, in time, and in bounded memory."""

import asyncio
import re
import ssl
import sys
from dataclasses import replace

import pytest

from tests.web.hostile_endings import KINDS
from tests.web.hostile_measures import MOST_MEBIBYTES, MOST_SECONDS, measured
from tests.web.hostile_runs import ask, authority, limited, listening, sentence
from tests.web.hostile_servers import FAULTS, Fault
from tests.web.hostile_talk import FINE, PICTURE
from tests.web.loopback import LIMITS

SOON = 0.15
GENEROUS = 10.0
SMALL = replace(LIMITS, max_bytes=1_000_000)


@pytest.fixture(scope="module")
def trust() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    authority().configure_trust(context)
    return context


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_hostile_server_ends_in_its_own_error(fault: Fault, trust: ssl.SSLContext) -> None:
    async def scenario() -> None:
        async with listening(fault.talk, certificate=fault.certificate, pace=0.02) as port:
            async with asyncio.timeout(GENEROUS):
                await ask(port, fault, limited(fault, SMALL, SOON), trust)

    error = KINDS[fault.kind][0]
    with pytest.raises(error) as caught:
        asyncio.run(scenario())
    assert type(caught.value) is error
    assert re.search(sentence(fault), caught.value.message)
    assert len(caught.value.outside) <= 200


@pytest.mark.parametrize("certificate", ["", "good"])
def test_a_server_that_does_nothing_wrong_is_understood(certificate: str, trust: ssl.SSLContext) -> None:
    fault = Fault("is fine", "", FINE, certificate=certificate, tls=bool(certificate))

    async def scenario() -> bytes:
        async with listening(fault.talk, certificate=certificate, pace=0) as port:
            return await ask(port, fault, SMALL, trust)

    assert asyncio.run(scenario()) == PICTURE


def test_different_faults_have_different_sentences() -> None:
    used = {fault.kind for fault in FAULTS}
    assert used == set(KINDS)
    assert len(set(KINDS.values())) == len(KINDS)
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)


@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is read from /proc")
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_hostile_server_costs_no_more_memory_and_time_than_it_may(fault: Fault) -> None:
    run = asyncio.run(measured(fault))
    assert run.error == KINDS[fault.kind][0].__name__
    assert re.search(sentence(fault), run.message)
    assert run.mebibytes < MOST_MEBIBYTES
    assert run.seconds < MOST_SECONDS
