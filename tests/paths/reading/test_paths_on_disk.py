"""Whatever text a path is made of: nothing outside of the roots is read, or told from what is not there."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opsin.paths.reading.forms import read_form
from opsin.paths.reading.opening import list_folder, open_file
from opsin.paths.reading.refused import ReadRefused, Reason
from opsin.paths.reading.roots import Roots
from opsin.paths.reading.system import System
from tests.paths.reading.ways import roots_at

pytestmark = pytest.mark.skipif(os.name == "nt", reason="makes links")

SECRET = b"secret"
PIECES = st.sampled_from(
    [
        "/",
        "/",
        "/",
        "/",
        "..",
        ".",
        "a.png",
        "sub",
        "b.png",
        "out",
        "up",
        "top",
        "itself",
        "loop",
        "hard-to-find",
        "secret.png",
        "inside",
        "outside",
        "out.png",
        "%2e%2e",
        "%2F",
        "~",
        "$HOME",
        "é",
        "é",
        "\u202f",
        "\\",
        "latest:",
        "'",
        "`",
        "file://",
        "file:",
        "localhost",
        "//",
        "etc",
        "proc",
        "self",
        "root",
        "cwd",
    ]
)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root with links of every kind in it, beside a folder that may not be read."""
    top = tmp_path_factory.mktemp("tree")
    inside, outside = top / "inside", top / "outside"
    (inside / "sub").mkdir(parents=True)
    outside.mkdir()
    (outside / "secret.png").write_bytes(SECRET)
    for file in (inside / "a.png", inside / "sub" / "b.png", inside / "é"):
        file.write_bytes(b"a picture")
    links: dict[str, Path | str] = {
        "out": outside,
        "out.png": outside / "secret.png",
        "up": "..",
        "top": "/",
        "itself": ".",
        "loop": "loop",
    }
    for name, target in links.items():
        (inside / name).symlink_to(target)
    (inside / "sub" / "up").symlink_to("../..")
    return top


def read(tree: Path, roots: Roots, text: str) -> tuple[str, bytes] | ReadRefused:
    """The real path of what a text leads to, and its bytes where it is a file."""
    try:
        form = read_form(text, System.LINUX, home=str(tree / "outside"))
        path = os.path.join(roots.bases[0], form.path)  # noqa: PTH118 - as text
        if form.newest:
            return list_folder(path, text, roots).real, b""
        opened = open_file(path, text, roots)
    except ReadRefused as refused:
        return refused
    with os.fdopen(opened.handle, "rb") as file:
        return opened.real, file.read()


def keeps_inside(tree: Path, roots: Roots, text: str) -> None:
    found = read(tree, roots, text)
    if isinstance(found, ReadRefused):
        assert found.reason is not Reason.PATH_NOT_ALLOWED or not found.outside
        return
    real, data = found
    assert data != SECRET
    assert Path(real).is_relative_to(tree / "inside")
    assert real == os.path.realpath(real)


TEXTS = st.lists(PIECES, min_size=1, max_size=9).map("".join)
ABSOLUTE = st.lists(PIECES, min_size=1, max_size=9).map("/".join)


@given(text=TEXTS | ABSOLUTE, absolute=st.booleans())
@settings(max_examples=100)
def test_no_path_leads_out(tree: Path, text: str, absolute: bool) -> None:
    keeps_inside(tree, roots_at(tree / "inside"), f"{tree}/inside/{text}" if absolute else text)


@pytest.mark.full
@given(text=TEXTS | ABSOLUTE, absolute=st.booleans())
@settings(max_examples=10_000)
def test_none_of_ten_thousand_paths_leads_out(tree: Path, text: str, absolute: bool) -> None:
    keeps_inside(tree, roots_at(tree / "inside"), f"{tree}/inside/{text}" if absolute else text)
