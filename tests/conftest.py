"""What holds for every test: no example database, no home of a real person, no settings from outside."""

import gc
import os
import signal
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("daily", database=None, deadline=None, max_examples=20)
settings.register_profile("full", database=None, deadline=None, max_examples=150)
settings.load_profile("daily")

KEPT_PREFIXES = ("OPSIN_CAPTURED_ANSWERS", "OPSIN_GGUF_PYTHON", "OPSIN_LLAMA_SERVER", "OPSIN_NODE")


def pytest_configure(config: pytest.Config) -> None:
    """Try more examples where longer tests run too; each run tries other ones."""
    if "not full" not in config.getoption("markexpr"):
        settings.load_profile("full")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep what stays for the whole run, half a million objects, out of every later search for garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session", autouse=True)
def interrupts_are_heard() -> None:
    """Let the processes of tests hear SIGINT, which a run in the background of a shell ignores and hands on so."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def nobodys_home() -> Iterator[None]:
    """Give the whole run, and the processes it starts, a home folder that goes away with it."""
    before = dict(os.environ)
    with tempfile.TemporaryDirectory(prefix="opsin-tests-", ignore_cleanup_errors=True) as home:
        for name in list(os.environ):
            from_outside = name.startswith(("OPSIN_", "IMAGE_MCP_", "XDG_")) or name == "LOG_LEVEL"
            if from_outside and not name.startswith(KEPT_PREFIXES):
                del os.environ[name]
        os.environ["HOME"] = home
        os.environ["USERPROFILE"] = home
        os.environ["LOCALAPPDATA"] = str(Path(home) / "AppData" / "Local")
        os.environ["APPDATA"] = str(Path(home) / "AppData" / "Roaming")
        yield
        os.environ.clear()
        os.environ.update(before)
