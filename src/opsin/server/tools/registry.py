"""The tools, in the order in which clients list them. A new tool is one file and one line here."""

from opsin.server.tools.base import Tool
from opsin.server.tools.icon_download import icon_download
from opsin.server.tools.image_compare import image_compare
from opsin.server.tools.image_download import image_download
from opsin.server.tools.image_inspect import image_inspect
from opsin.server.tools.image_search import image_search
from opsin.server.tools.search_icons import search_icons
from opsin.server.tools.vision_analyze import vision_analyze

TOOLS: tuple[Tool, ...] = (
    image_search(),
    image_inspect(),
    image_compare(),
    image_download(),
    search_icons(),
    icon_download(),
    vision_analyze(),
)
