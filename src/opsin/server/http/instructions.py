"""What a client tells its model about a server that is reached over HTTP: it shares no disk with the caller."""

from opsin.server.instructions import CHOOSING

REMOTE_INSTRUCTIONS = (
    """\
opsin finds pictures and icons, to look at before choosing.

Pictures of the web:
1. image_search: a query gives one numbered contact sheet (a picture) and one line per cell with its id.
2. image_inspect: an id gives that picture alone and larger; region gives a part of it at full resolution; \
image_compare shows 2 to 4 ids side by side.
3. image_download: ids are handed over as embedded resources, each with source, licence and credit.

Icons whose licence is known: search_icons gives a sheet of them, icon_download hands over ids such as lucide:rocket \
as SVG, PNG or a component, with the notice that has to be shipped.

Ids of cells such as sk7mw2qa5xvt3n:4 mean cell 4 of a search. Copy them to the letter. They never change and stay \
valid at least 30 days. What is handed over is what was seen.

"""
    + CHOOSING % "the credit line"
)
