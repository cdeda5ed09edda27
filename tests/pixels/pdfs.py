"""PDF files written by hand: pages of any size, with text, a filled form, or a lock."""

from collections.abc import Sequence

TEXT = "BT /F1 24 Tf 20 20 Td (Invoice 4711) Tj ET"
GREEN = "0 0.8 0 rg 0 0 100000 100000 re f"


def pdf(
    pages: Sequence[tuple[str, str]] = (("0 0 300 200", TEXT),), *, locked: bool = False, page_extra: str = ""
) -> bytes:
    """A PDF.

    Args:
        pages: MediaBox and content of each.
        locked: Whether it opens only with a password.
        page_extra: What else each page's dictionary says.
    """
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    fonts = "/Resources << /Font << /F1 3 0 R >> >>"
    for at, (box, content) in enumerate(pages):
        objects += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Contents {5 + 2 * at} 0 R {fonts} {page_extra} >>",
            f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        ]
    body = "%PDF-1.4\n"
    places = []
    for number, text in enumerate(objects, 1):
        places.append(len(body))
        body += f"{number} 0 obj\n{text}\nendobj\n"
    start = len(body)
    rows = "".join(f"{place:010} 00000 n \n" for place in places)
    key = "41" * 32
    lock = f" /Encrypt << /Filter /Standard /V 1 /R 2 /O <{key}> /U <{key}> /P -4 >> /ID [<{key}> <{key}>]"
    body += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{rows}"
    body += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R{lock if locked else ''} >>\n"
    return f"{body}startxref\n{start}\n%%EOF\n".encode("ascii")
