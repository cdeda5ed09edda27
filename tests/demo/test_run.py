"""The demo as a function: run twice into one folder, and into a folder that cannot be one."""

from pathlib import Path

import pytest

from opsin.demo.run import demo_settings, run_demo
from opsin.errors import PathRefused


def test_a_second_run_keeps_to_the_files_of_the_first(tmp_path: Path) -> None:
    first = run_demo(tmp_path)
    names = sorted(path.name for path in tmp_path.iterdir())
    second = run_demo(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    assert [one.already for one in first.downloads] == [False, False]
    assert [one.already for one in second.downloads] == [True, True]
    assert first.downloads[0].sha256 == first.inspection.sha256


def test_a_file_in_the_folders_place_is_told(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    with pytest.raises(PathRefused, match="taken can't be written"):
        run_demo(tmp_path / "taken")


def test_only_the_one_address_is_exempt(tmp_path: Path) -> None:
    settings = demo_settings("http://127.0.0.1:4321", tmp_path, tmp_path)
    assert settings.allow_hosts == {"127.0.0.1:4321"}
    assert settings.named_hosts == {"127.0.0.1:4321"}
