"""XMP packets, well and ill."""

from hypothesis import given
from hypothesis import strategies as st

from opsin.pixels.xmp import MOST_BYTES, MOST_VALUES, VALUE_CHARACTERS, read_xmp

HEAD = """<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"
xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"
xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"
xmlns:cc="http://creativecommons.org/ns#" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"><rdf:RDF>"""
TAIL = "</rdf:RDF></x:xmpmeta><?xpacket end='w'?>"


def packet(inner: str, attributes: str = "") -> bytes:
    return f"{HEAD}<rdf:Description {attributes}>{inner}</rdf:Description>{TAIL}".encode()


def test_all_the_ways_in_which_a_value_is_written() -> None:
    found = read_xmp(
        packet(
            "<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>Red panda</rdf:li></rdf:Alt></dc:title>"
            "<dc:subject><rdf:Bag><rdf:li>animal</rdf:li><rdf:li>tree</rdf:li><rdf:li>tree</rdf:li></rdf:Bag></dc:subject>"
            "<dc:creator><rdf:Seq><rdf:li>Ada &amp; Bo</rdf:li></rdf:Seq></dc:creator>"
            "<cc:license rdf:resource='https://creativecommons.org/licenses/by/4.0/'/>"
            "<photoshop:Headline>A headline</photoshop:Headline>",
            "xmp:CreateDate='2025-03-01T10:00:00' xmpRights:WebStatement='https://example.org/terms'",
        )
    )
    assert found["title"] == ("Red panda",)
    assert found["subject"] == ("animal", "tree")
    assert found["creator"] == ("Ada & Bo",)
    assert found["license"] == ("https://creativecommons.org/licenses/by/4.0/",)
    assert found["headline"] == ("A headline",)
    assert found["date"] == ("2025-03-01T10:00:00",)
    assert found["statement"] == ("https://example.org/terms",)


def test_a_document_type_is_not_read() -> None:
    bomb = b"<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;'>]>"
    inner = packet("<dc:title>&b;</dc:title>")
    assert read_xmp(bomb + inner[inner.index(b"<x:xmpmeta") :]) == {}


def test_everything_has_a_bound() -> None:
    many = "".join(f"<rdf:li>word {number}</rdf:li>" for number in range(500))
    found = read_xmp(
        packet(f"<dc:subject><rdf:Bag>{many}</rdf:Bag></dc:subject><dc:title>{'x' * 9_000}</dc:title>")
    )
    assert len(found["subject"]) == MOST_VALUES
    assert len(found["title"][0]) == VALUE_CHARACTERS
    assert read_xmp(packet("<dc:title>x</dc:title>") + b" " * MOST_BYTES) == {}
    assert read_xmp(b"<a>" * 20_000) == {}


def test_what_stands_before_damage_is_read() -> None:
    whole = packet("<dc:title>Kept</dc:title><dc:rights>lost</dc:rights>")
    assert read_xmp(whole[: whole.index(b"lost")])["title"] == ("Kept",)


@given(st.binary(max_size=400))
def test_no_bytes_raise(data: bytes) -> None:
    read_xmp(data)
