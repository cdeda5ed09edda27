"""Only the known models are taken, and what is missing is named."""

from pathlib import Path

import pytest

from opsin.ocr import models


def test_a_missing_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(models.NoModels, match=models.DETECTION.name):
        models.weights(models.DETECTION, tmp_path)


def test_another_file_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / models.RECOGNITION.name).write_bytes(b"other weights")
    with pytest.raises(models.NoModels, match="not the file"):
        models.weights(models.RECOGNITION, tmp_path)


def test_the_installed_models_are_the_known_ones() -> None:
    pytest.importorskip("rapidocr")
    assert models.missing() == ""
    assert models.fault() == ""
    assert "rapidocr" in models.engine_name()
