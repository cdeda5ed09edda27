"""The user's own pictures, by the index of the folders that a setting names. Nothing is asked of anybody, and nothing leaves."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, ClassVar

from opsin.images.hit import Hit
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.base import Capabilities, Provider, Results
from opsin.images.query import Query

if TYPE_CHECKING:
    from opsin.local.searching import Match
    from opsin.web.client import Web

MOST = 64


class Local(Provider):
    """One query of the index. The cursor is the number of pictures that are passed over.

    The pictures are private: it is asked by its name alone, and never among all.
    """

    name: ClassVar[str] = "local"
    # What the user keeps is not filtered; strict is refused, for nothing could be promised.
    capabilities: ClassVar[Capabilities] = Capabilities(
        safe=frozenset({"off", "moderate"}), licence_evidence=True
    )
    standing: ClassVar[str] = (
        "Your own pictures in the folders of OPSIN_LOCAL_DIRS, by name, folder, metadata, colour, date and, with the extra "
        "`ocr`, by the text in them. Asked when named, never with auto or all; nothing leaves this machine. `opsin index` "
        "reads them ahead. Not with safe=strict."
    )
    needs: ClassVar[tuple[str, ...]] = ("OPSIN_LOCAL_DIRS",)
    private: ClassVar[bool] = True
    paced: ClassVar[bool] = False

    async def search(self, web: "Web", query: Query, *, wanted: int, cursor: str = "") -> Results:
        """Search the index as it is; `opsin.local.indexing.bring_up_to_date` goes before.

        Raises:
            ProviderError: no picture has any of the words, or there are none; nothing failed.
            StoreError: the index cannot be used.
        """
        del web  # nothing is sent
        from opsin.local.asked import read_query
        from opsin.local.indexing import index_of
        from opsin.local.telling import nothing_found, search_notes
        from opsin.threads import LOCAL

        index = await LOCAL.run(index_of, self.settings)
        asked = read_query(query.text, datetime.now(UTC).astimezone())
        after = int(cursor) if cursor.isdecimal() else 0
        most = min(MOST, max(wanted, 1))
        # The status first: what is found is never less than it says.
        status = await LOCAL.run(index.status)
        found = await LOCAL.run(index.search, asked, most=most, after=after)
        reads_text = self.settings.local_ocr and _reads_text()
        notes = search_notes(asked, found, status, index.folders, reads_text=reads_text)
        if not found.matches and not after:
            raise ProviderError(
                Outcome.EMPTY, "; ".join([nothing_found(asked, status, index.folders), *notes])
            )
        following = str(after + most) if found.more else ""
        return Results(tuple(map(hit_of, found.matches)), following, notes)


def hit_of(match: "Match") -> Hit:
    """The hit of a picture of the index. The likeness holds the stamp by which a changed file is known."""
    from opsin.local.addresses import address_of, small_address_of

    row, shown = match.row, match.shown
    return Hit(
        provider=Local.name,
        original=address_of(row.path),
        thumbnail=small_address_of(row.path),
        page=shown.page,
        title=_printable(shown.title or row.name),
        width=shown.width,
        height=shown.height,
        size_bytes=row.stamp.size,
        mime=shown.mime,
        creator=shown.creator,
        licence=shown.licence,
        source="own pictures",
        attribution=shown.credit,
        ready=shown.credit,
        likeness=f"{row.stamp.changed} {row.stamp.size} {_printable(row.path)}",
        path=_printable(row.path),
    )


def _reads_text() -> bool:
    from opsin.ocr.reading import available

    return not available()


def _printable(text: str) -> str:
    """A name as text: bytes of it that are no text are written as escapes."""
    import os

    return os.fsencode(text).decode("utf-8", "backslashreplace")
