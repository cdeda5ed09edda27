"""A real model server as a process of its own, which can be killed and started again. See README.md beside this file."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

HERE = Path(__file__).parent
LOOPBACK = "127.0.0.1"
CONTEXT = 8192
MODEL_NAME = "tiny-vlm.gguf"
_PATIENCE_S = 60.0
_GLANCE_S = 0.05

BINARY = os.environ.get("OPSIN_LLAMA_SERVER", "")
PYTHON = os.environ.get("OPSIN_GGUF_PYTHON", "")

needed = pytest.mark.skipif(
    not PYTHON,
    reason="set OPSIN_GGUF_PYTHON to a Python with gguf, numpy and xllamacpp: see tests/model_server/README.md",
)


def build_model(folder: Path) -> Path:
    """Write the model and its eye into a folder, and give the folder."""
    subprocess.run([PYTHON, str(HERE / "tiny_vlm.py"), str(folder)], check=True, timeout=_PATIENCE_S)
    return folder


class ModelServer:
    """llama.cpp's server with the tiny model, as a context manager; it listens at the same port after each start.

    Args:
        model: The folder of the model.
        eye: Whether the model can take pictures.
    """

    def __init__(self, model: Path, *, eye: bool = True) -> None:
        self._model = model
        self._eye = eye
        self._process: subprocess.Popen[bytes] | None = None
        self.port = _free_port()
        self.log = model / f"server-{self.port}.log"

    @property
    def url(self) -> str:
        return f"http://{LOOPBACK}:{self.port}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def start(self) -> None:
        """Start it, and wait until it is well."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command(), stdin=subprocess.PIPE, stdout=log, stderr=log, env=_environment()
            )
        end = time.monotonic() + _PATIENCE_S
        while not self._is_well():
            if self._process.poll() is not None or time.monotonic() > end:
                status = self._process.poll()
                self.kill()
                pytest.fail(
                    f"The model server did not start (status {status}): {self.log.read_text()[-2000:]}"
                )
            time.sleep(_GLANCE_S)

    def kill(self) -> None:
        """End it as a crash does."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def stop_for_a_while(self) -> None:
        """Have the system hold it where it is: it neither answers nor closes."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def _command(self) -> list[str]:
        model, eye = str(self._model / MODEL_NAME), str(self._model / f"mmproj-{MODEL_NAME}")
        if not BINARY:
            script = str(HERE / "serve_in_process.py")
            return [PYTHON, script, model, eye if self._eye else "", str(self.port), str(CONTEXT)]
        return [
            *(BINARY, "-m", model, "--host", LOOPBACK, "--port", str(self.port)),
            *("-c", str(CONTEXT), "-np", "1", "-t", "1", "-tb", "1", "--jinja"),
            *(("--mmproj", eye) if self._eye else ()),
        ]

    def _is_well(self) -> bool:
        connection = http.client.HTTPConnection(LOOPBACK, self.port, timeout=2)
        try:
            connection.request("GET", "/health")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()


def _environment() -> dict[str, str]:
    """The binary of a wheel finds its libraries beside itself only when it is told to."""
    libraries = str(Path(BINARY).parent) if BINARY and sys.platform == "linux" else ""
    return {**os.environ, **({"LD_LIBRARY_PATH": libraries} if libraries else {})}


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind((LOOPBACK, 0))
        return int(listener.getsockname()[1])
