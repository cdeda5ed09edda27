"""A report in words of our own."""

from dataclasses import replace

from opsin.vision.wording import changed_text, engine_words, receipt_words, summary
from tests.server.tools.reports_made import RECEIPT, REPORT


def test_the_receipt_names_engine_address_model_digest_and_pixels() -> None:
    assert receipt_words(RECEIPT) == (
        "ollama at 127.0.0.1:11434, model qwen3-vl:4b, digest sha256:0123456789ab, "
        "1 sent (sha256 abababababababab), left_machine: false"
    )
    many = replace(RECEIPT, pictures=RECEIPT.pictures * 6, left_machine=True)
    assert "6 sent (sha256 " in receipt_words(many)
    assert " …)" in receipt_words(many)
    assert receipt_words(many).endswith("left_machine: true")
    embedded = replace(RECEIPT, engine="ocr", address="in process", model="", digest="", pictures=())
    assert receipt_words(embedded) == "ocr in process, left_machine: false"


def test_of_the_embedded_engine_it_is_said_that_no_model_looked() -> None:
    assert engine_words(REPORT) == "ollama, qwen3-vl:4b"
    assert engine_words(replace(REPORT, engine="ocr", model="PP-OCRv6")) == "ocr, PP-OCRv6, no vision model"


def test_a_name_that_a_server_gives_steers_nothing() -> None:
    assert engine_words(replace(REPORT, model="a\x1b[31m\nb" * 50)).isprintable()


def test_one_image_has_no_difference() -> None:
    assert changed_text({}) == []
    assert summary({}) == ""
