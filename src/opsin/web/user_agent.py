"""How opsin names itself to servers."""

from opsin import __version__

PRODUCT = "opsin"
"""The name under which a robots.txt speaks to it (RFC 9309, 2.2.1)."""


def user_agent(contact: str = "") -> str:
    """The User-Agent header: name, version, and where its user can be reached, if they said.

    The form is the one that Wikimedia's policy asks of clients (https://meta.wikimedia.org/wiki/User-Agent_policy).
    """
    said = "".join(
        character
        for character in contact
        if character.isascii() and character.isprintable() and character not in "()"
    )
    return f"{PRODUCT}/{__version__} ({said.strip() or 'picture search for agents'})"
