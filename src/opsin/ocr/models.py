"""The two networks of PP-OCRv6 that read text: files of the wheel of rapidocr, known by their checksums.

Only these files are taken, and they are run here with onnxruntime. The code of rapidocr, which downloads a model that
is missing, is not loaded.
"""

import hashlib
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

INSTALL = 'pip install "opsin[ocr]"'
"""The line that installs what reading needs."""

PACKAGES = ("cv2", "numpy", "onnxruntime", "rapidocr", "zxingcpp")
"""What the reading process imports or takes files from."""


LINE_HEIGHT = 48
"""Pixels of the height to which the recognition network wants a line to be brought."""

COLUMN = 8
"""Pixels of the width for which it gives one answer."""

TELLING = 5
"""Characters of a line from which on it tells how wide its characters are."""


class NoModels(Exception):
    """A model is not there, or is not the one that is known."""


@dataclass(frozen=True, slots=True)
class Model:
    """A file of weights."""

    name: str
    sha256: str


DETECTION = Model(
    "PP-OCRv6_det_small.onnx", "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f"
)
"""Finds where text stands."""

RECOGNITION = Model(
    "PP-OCRv6_rec_small.onnx", "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884"
)
"""Reads one line."""


def model_folder() -> Path | None:
    """Where the wheel keeps its models; None where it is not installed."""
    found = find_spec("rapidocr")
    if found is None or found.origin is None:
        return None
    return Path(found.origin).parent / "models"


def missing() -> str:
    """What is not installed, by name; empty where everything is."""
    lacking = [name for name in PACKAGES if find_spec(name) is None]
    if lacking:
        return ", ".join(lacking)
    folder = model_folder()
    files = [
        model.name
        for model in (DETECTION, RECOGNITION)
        if folder is None or not (folder / model.name).is_file()
    ]
    return ", ".join(files)


def weights(model: Model, folder: Path | None = None) -> bytes:
    """The bytes of a model.

    Args:
        model: Which one.
        folder: Where it lies; where rapidocr keeps it when None.

    Raises:
        NoModels: it is not there, or it is another file than the one that is known.
    """
    folder = folder or model_folder()
    try:
        data = (folder / model.name).read_bytes() if folder is not None else b""
    except OSError as why:
        raise NoModels(f"{model.name} cannot be read") from why
    if hashlib.sha256(data).hexdigest() != model.sha256:
        raise NoModels(f"{model.name} is not the file that rapidocr 3.10 has")
    return data


def fault() -> str:
    """What is wrong with the models; empty for nothing. It reads them whole."""
    try:
        for model in (DETECTION, RECOGNITION):
            weights(model)
    except NoModels as why:
        return f"{why}."
    return ""


def engine_name() -> str:
    """Name and version of what reads."""
    try:
        return f"PP-OCRv6 small (rapidocr {version('rapidocr')})"
    except PackageNotFoundError:
        return "PP-OCRv6 small"
