"""Any MediaWiki by the address of its API: a company's or a museum's wiki, beside Wikimedia Commons.

https://www.mediawiki.org/wiki/API:Main_page
"""

from typing import ClassVar

from opsin.images.providers.base import Capabilities
from opsin.images.providers.terms import Terms
from opsin.images.providers.wikimedia import Wikimedia


class MediaWiki(Wikimedia):
    """It is asked and read as Wikimedia Commons is. A wiki without the extension CommonsMetadata states no licences."""

    name: ClassVar[str] = "mediawiki"
    capabilities: ClassVar[Capabilities] = Wikimedia.capabilities
    standing: ClassVar[str] = (
        "A wiki of your choice, by the address of its api.php; asked when named, with all, and with a licence filter after "
        "openverse and wikimedia. On a private network, name the hosts of its pictures in OPSIN_ALLOW_HOSTS too."
    )
    needs: ClassVar[tuple[str, ...]] = ("OPSIN_MEDIAWIKI_URL",)
    key_from: ClassVar[str] = ""
    terms: ClassVar[Terms] = Terms()
    thumbnail_connections: ClassVar[dict[str, int]] = {}

    @property
    def url(self) -> str:
        """Address of the API."""
        return self.settings.mediawiki_url
