"""Where the server listens, and what has to be set before it may listen there."""

from dataclasses import dataclass
from ipaddress import ip_address

from opsin.authority import authority
from opsin.errors import InvalidInput, SettingError
from opsin.settings import Settings

_LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
_MOST_PORT = 65_535


@dataclass(frozen=True, slots=True)
class Address:
    """An IP address, or `localhost`, and a port; port 0 lets the system choose."""

    host: str
    port: int

    @property
    def is_loopback(self) -> bool:
        """Whether nobody but this machine can reach it."""
        return self.host == "localhost" or ip_address(self.host).is_loopback

    @property
    def is_every_interface(self) -> bool:
        """Whether it stands for all addresses of this machine."""
        return self.host != "localhost" and ip_address(self.host).is_unspecified

    def __str__(self) -> str:
        return authority(self.host, self.port)


def parse_address(given: str) -> Address:
    """Read `HOST:PORT`. A name is refused, because what it stands for can change: only `localhost` is let through.

    Raises:
        InvalidInput: it is not of that form.
    """
    host, colon, port = given.strip().rpartition(":")
    bare = host.removeprefix("[").removesuffix("]").lower()
    if colon and port.isascii() and port.isdigit() and int(port) <= _MOST_PORT and _is_host(host, bare):
        return Address(bare, int(port))
    raise InvalidInput(
        f"--http is {given[:60]!r}; it must be an IP address or localhost, and a port.",
        hint="Such as --http 127.0.0.1:8931, or --http [::1]:8931.",
    )


def _is_host(host: str, bare: str) -> bool:
    if bare == "localhost":
        return host.lower() == bare
    try:
        version = ip_address(bare).version
    except ValueError:
        return False
    return (host != bare) == (version == 6)  # noqa: PLR2004


def allowed_hosts(address: Address, settings: Settings) -> frozenset[str]:
    """The names under which clients may reach the server; one without a port stands for every port.

    Raises:
        SettingError: it would listen on more than loopback without a token, or nothing says under which name.
    """
    if not address.is_loopback and not settings.http_token:
        raise SettingError(
            f"Whoever reaches {address} could use opsin: it is not a loopback address, and OPSIN_HTTP_TOKEN is not set.",
            hint="Set OPSIN_HTTP_TOKEN to a long random text, or listen on 127.0.0.1.",
        )
    if settings.http_allowed_hosts:
        return settings.http_allowed_hosts
    if address.is_every_interface:
        raise SettingError(
            f"{address} stands for every address of this machine, and OPSIN_HTTP_ALLOWED_HOSTS is not set.",
            hint="Set it to the names that clients use, such as opsin.example.",
        )
    return frozenset(_LOOPBACK_NAMES) if address.is_loopback else frozenset({authority(address.host, 0)[:-2]})
