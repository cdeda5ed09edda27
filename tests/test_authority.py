from urllib.parse import urlsplit

import pytest

from opsin.authority import authority


@pytest.mark.parametrize(
    ("host", "port", "written"),
    [
        ("mirror.example", None, "mirror.example"),
        ("mirror.example", 8080, "mirror.example:8080"),
        ("127.0.0.1", 80, "127.0.0.1:80"),
        ("::1", None, "[::1]"),
        ("::1", 80, "[::1]:80"),
    ],
)
def test_what_is_written_is_read_back(host: str, port: int | None, written: str) -> None:
    assert authority(host, port) == written
    read = urlsplit(f"http://{written}/")
    assert (read.hostname, read.port) == (host, port)
