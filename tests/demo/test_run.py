"""The demo as a function: run twice into one folder, and into a folder that cannot be one."""

import asyncio
import socket
from pathlib import Path

import pytest

from opsin.demo.run import Demo, demo_environ, demo_settings, run_demo
from opsin.errors import InvalidInput, PathRefused


@pytest.mark.full
def test_a_second_run_keeps_to_the_files_of_the_first(tmp_path: Path) -> None:
    first = run_demo(tmp_path)
    names = sorted(path.name for path in tmp_path.iterdir())
    second = run_demo(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    assert [one.already for one in first.downloads] == [False, False]
    assert [one.already for one in second.downloads] == [True, True]
    assert [one.already for one in second.icon_files] == [True, True]
    assert all(not cell.failed for cell in first.icons.cells)
    assert first.downloads[0].sha256 == first.inspection.sha256


def test_a_file_in_the_folders_place_is_told(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    with pytest.raises(PathRefused, match="taken can't be written"):
        run_demo(tmp_path / "taken")


def test_only_the_one_address_is_exempt(tmp_path: Path) -> None:
    settings = demo_settings("http://127.0.0.1:4321", tmp_path, tmp_path)
    assert settings.allow_hosts == {"127.0.0.1:4321"}
    assert settings.named_hosts == {"127.0.0.1:4321"}


def test_a_taken_port_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(InvalidInput, match=f"Port {port} of this machine can't be served"):
            run_demo(tmp_path, port=port)


def test_the_web_stays_for_as_long_as_it_is_waited_for(tmp_path: Path) -> None:
    told: list[str] = []

    async def stay(demo: Demo, address: str) -> None:
        assert demo.sheet.is_file()
        assert demo_environ(address)["OPSIN_WIKIMEDIA_URL"] == f"{address}/w/api.php"
        _, writer = await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]))
        writer.close()
        await writer.wait_closed()
        told.append(address)

    run_demo(tmp_path, stay=stay)
    (address,) = told
    with pytest.raises(ConnectionRefusedError), socket.socket() as client:
        client.connect(("127.0.0.1", int(address.rpartition(":")[2])))
