"""What a provider asks of those who use its pictures, as data: credit, hot-linking, keeping, and telling of downloads."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from urllib.parse import urlencode, urlsplit

DAY_S = 86_400


class Hotlinking(StrEnum):
    """Whether a page that is published may show a picture from the provider's own address.

    Opsin itself shows none: it fetches pictures, and keeps what it shows and saves.
    """

    REQUIRED = "required"
    """It is to be shown from that address, so that the provider can count."""
    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"
    """It is to be saved first; its address serves to show results, for a while."""
    UNSTATED = "unstated"


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of one provider. What is empty or 0 is not asked for, as far as is known.

    Attributes:
        address: Where they are written.
        own_licence: The licence of all its pictures, where they have one of the provider's own that no licence
            filter lets through; the record itself is `opsin.rights.platforms`'.
        notice: What is to be shown wherever its results are, in words of ours; it names the link back.
        credit: What the credit line of a picture has to have, in one sentence.
        hotlinking: Whether a published page may use the picture's own address.
        keep_answers_s: Seconds for which the same request is answered from what was kept, without asking again.
        addresses_last_s: Seconds after which the addresses of its pictures are dead.
        referral: What every link back has in its query.
        tells_downloads: It is told of each picture that is downloaded, and of no other.
    """

    address: str = ""
    own_licence: str = ""
    notice: str = ""
    credit: str = ""
    hotlinking: Hotlinking = Hotlinking.UNSTATED
    keep_answers_s: int = 0
    addresses_last_s: int = 0
    referral: tuple[tuple[str, str], ...] = ()
    tells_downloads: bool = False

    def link_back(self, address: str) -> str:
        """The address with the referral in its query; an empty one stays empty."""
        if not address or not self.referral:
            return address
        parts = urlsplit(address)
        query = "&".join(filter(None, [parts.query, urlencode(self.referral)]))
        return parts._replace(query=query).geturl()

    def to_json(self) -> dict[str, Any]:
        """What whoever uses a saved picture has to know, as JSON values; empty where nothing is stated."""
        if not self.address:
            return {}
        return {
            "address": self.address,
            "credit": self.credit,
            "hotlinking": self.hotlinking.value,
            "notice": self.notice,
        }
