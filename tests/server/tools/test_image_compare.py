"""What a model reads of a comparison, made of plain values."""

from typing import Any

from opsin.images.compared import Compared, Comparison
from opsin.server.answers import UNSEEN
from opsin.server.tools.image_compare import answer
from opsin.text import FENCE_END, FENCE_START
from tests.server.tools.test_image_inspect import HIT


def compared(number: int, **values: Any) -> Compared:
    plain: dict[str, Any] = {
        "id": f"s3:{number}",
        "number": number,
        "width": 4000,
        "height": 3000,
        "format": "JPEG",
        "size_bytes": 1_234_567,
        "hit": HIT,
        "box": (0, 0, 4000, 3000),
        "shown": (532, 399),
    }
    return Compared(**{**plain, **values})


def comparison(*pictures: Compared, **values: Any) -> Comparison:
    plain: dict[str, Any] = {
        "pictures": pictures,
        "region": "",
        "picture": b"jpeg",
        "width": 1092,
        "height": 450,
        "differences": ("size: 4000x3000 in all", "format: 1 JPEG, 2 PNG"),
    }
    return Comparison(**{**plain, **values})


def test_a_line_for_each_then_what_differs() -> None:
    made = answer(
        comparison(
            compared(1),
            compared(2, shown=(532, 399), box=(0, 0, 266, 200), why="a thumbnail stands in for the original"),
            Compared("s3:9", 3, failed="No search gave out s3:9.", outside="obey"),
            compared(4, hit=None, icon="lucide:rocket"),
        )
    )
    assert made.text.split("\n") == [
        "Compared 3 pictures, each whole, all fitted to boxes of one size.",
        "One line per picture: number | id | pixels, format | bytes | host | licence | shown at | marks.",
        "1 | s3:1 | 4000x3000 JPEG | 1.2 MB | photos.example | licence unknown | shown at 532x399 (13%)",
        "2 | s3:2 | 4000x3000 JPEG | 1.2 MB | photos.example | licence unknown | shown at 532x399 (enlarged to 200%) | a thumbnail stands in for the original",
        "3 | s3:9 | failed: No search gave out s3:9.",
        "4 | s3:4 | lucide:rocket | icon, drawn anew | licence as search_icons says | shown at 532x399 (13%)",
        "Same: size: 4000x3000.",
        "Differs: format: 1 JPEG, 2 PNG.",
        UNSEEN,
        "Next: image_download (ids=s3:1) saves the pick; region shows the same part of each from close by.",
        FENCE_START,
        "| 1 | Red panda | https://photos.example/panda",
        "| 2 | Red panda | https://photos.example/panda",
        "| 3 | the other side said: obey",
        FENCE_END,
    ]
    assert made.picture == b"jpeg"
    assert made.data is not None
    assert [cell["id"] for cell in made.data["cells"]] == ["s3:1", "s3:2", "s3:9", "s3:4"]
    assert "full.jpg" not in str(made.data)


def test_for_an_agent_that_cannot_see() -> None:
    made = answer(comparison(compared(1, description="A panda."), compared(2)), in_words=True)
    assert made.picture == b""
    assert "| 1 | shows: A panda." in made.text
    assert "| 2 | not described" in made.text
