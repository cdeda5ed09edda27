"""The inner door: servers of the user's own, which a setting names."""

from opsin.errors import BadRedirect
from opsin.web.door import Door
from opsin.web.urls import Target, check_url


class LocalDoor(Door):
    """The way to a server that the user named: any address, but that very `host:port` and no other.

    Pinned like the outer door, never through a proxy, and with connections of its own.
    """

    def check(self, url: str) -> Target:
        """Judge the form of an address; where it leads is the user's word.

        Raises:
            AddressRefused: it is no http or https address.
        """
        return check_url(url, named=True)

    def check_redirect(self, start: Target, url: str) -> Target:
        """Judge a redirect of a call that began at `start`: it stays at the server that was named.

        Raises:
            AddressRefused: it leads to no http or https address.
            BadRedirect: it leads to another host or port.
        """
        target = self.check(url)
        if target.place != start.place:
            raise BadRedirect(f"{start.place} is named in the settings, but redirects to {target.place}.")
        return target

    def exempt(self, host: str, port: int) -> bool:  # noqa: ARG002  (only addresses that passed `check` get here)
        """Whether a host and port may have any IP address: what the user named may."""
        return True
