"""What a search for icons gives back: numbered cells, their sheet, and what happened on the way."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from opsin.icons.icon import Icon
from opsin.icons.icon_search import LeftOut, Source
from opsin.icons.licences.closing import CLOSING
from opsin.icons.licences.credit import Credit, author_of
from opsin.icons.licences.licence_json import license_json
from opsin.icons.licences.terms import Terms
from opsin.icons.query import IconQuery
from opsin.icons.search.found import Found
from opsin.store.ids import CellId


@dataclass(frozen=True, slots=True)
class IconCell:
    """One numbered cell of a sheet of icons.

    Attributes:
        id: The id of the cell, such as s5:3.
        number: The number on its badge, from 1.
        icon: The icon; its own id is `icon.id`, such as lucide:rocket.
        terms: Its licence and what that asks.
        credit: The line that credits it.
        download_url: Where a browser is offered its SVG as a file.
        preview_url: Where its SVG can be seen.
        matched_keywords: The keywords that it matches, in the order of the query.
        why: Why it is there, a short sentence for each reason.
        variants: Ids of further icons of the same glyph, the best first; bounded, see `variant_count`.
        variant_count: How many further icons of the glyph there are.
        failed: Why the cell shows no picture; empty when it shows one.
        description: What it shows, in a line, where that was asked for: outside text.
        described_by: The model that says so, or "opsin"; empty where nobody has looked.
    """

    id: CellId
    number: int
    icon: Icon
    terms: Terms
    credit: Credit
    download_url: str
    preview_url: str
    matched_keywords: tuple[str, ...]
    why: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    variant_count: int = 0
    failed: str = ""
    description: str = ""
    described_by: str = ""

    def to_json(self) -> dict[str, Any]:
        """The icon as JSON values, its id, name, set, author, license and addresses as the older server gave them.

        Texts of the set (its title, its author, the licence's title) are outside text where the data is not opsin's own.
        """
        icon, terms = self.icon, self.terms
        return {
            "number": self.number,
            "cell": str(self.id),
            "id": icon.id,
            "name": icon.name,
            "set": icon.set.name,
            "author": {
                "name": author_of(icon, terms),
                "url": "" if terms.credited else icon.set.author_url,
            },
            "license": license_json(terms),
            "download_url": self.download_url,
            "preview_url": self.preview_url,
            "matched_keywords": list(self.matched_keywords),
            "why": list(self.why),
            "variants": list(self.variants),
            "variant_count": self.variant_count,
            "style": icon.style.value,
            "palette": icon.palette,
            "animated": icon.animated,
            "credit": {
                "text": self.credit.text,
                "html": self.credit.html,
                "markdown": self.credit.markdown,
                "svg_comment": self.credit.svg_comment,
            },
            "failed": self.failed,
            "description": self.description,
            "described_by": self.described_by,
        }


@dataclass(frozen=True, slots=True)
class ShownIcons:
    """One search for icons whose rows were drawn and numbered.

    Attributes:
        number: The search's number, the `5` of `s5:3`.
        sheet: The contact sheet as JPEG.
        sheet_path: Where the sheet is saved; empty when it could not be.
        json_path: Where `to_json` is saved; empty when it could not be.
        source: Where the answer comes from.
        found: What the search says beside the icons: what was left out and why, suggestions, sets that have all.
        left_out: Icons that were found and got no number, because their drawings are broken or blank.
        notes: What else is to be known.
    """

    number: int
    query: IconQuery
    cells: tuple[IconCell, ...]
    sheet: bytes
    sheet_width: int
    sheet_height: int
    sheet_path: str
    json_path: str
    source: Source
    found: Found
    left_out: tuple[LeftOut, ...]
    notes: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """All of it as JSON values, for programs."""
        return answer_json(
            self.number,
            self.query,
            self.cells,
            self.source,
            self.found,
            self.left_out,
            self.notes,
            self.sheet_path,
        )


def answer_json(
    number: int,
    query: IconQuery,
    cells: Sequence[IconCell],
    source: Source,
    found: Found,
    left_out: Sequence[LeftOut],
    notes: Sequence[str],
    sheet_path: str,
) -> dict[str, Any]:
    """The whole answer as JSON values."""
    return {
        "search": number,
        "query": query.to_json(),
        "source": {
            "kind": source.kind,
            "data_version": source.data_version,
            "hosts": list(source.hosts),
            "stale": source.stale,
        },
        "icons": [cell.to_json() for cell in cells],
        "total": found.total,
        "hidden_by_policy": dict(found.hidden_by_policy),
        "hidden_by_filters": dict(found.hidden_by_filters),
        "brands_left_out": found.brands_left_out,
        "suggestions": [
            {
                "keyword": one.keyword,
                "word": one.word,
                "nearest": list(one.nearest),
                "corrected": one.corrected,
            }
            for one in found.suggestions
        ],
        "same_set": [
            {
                "set": choice.prefix,
                "icons": [row.icon.id for row in choice.rows],
                "missing": list(choice.missing),
            }
            for choice in found.same_set
        ],
        "left_out": [{"id": one.id, "why": one.why} for one in left_out],
        "notes": list(notes),
        "sheet": sheet_path,
        "closing": CLOSING,
    }
