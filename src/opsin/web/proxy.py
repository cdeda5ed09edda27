"""The one explicit proxy; proxies that the environment names are not used."""

from urllib.parse import unquote, urlsplit

from httpcore2 import Proxy

from opsin.authority import authority
from opsin.errors import SettingError


def parse_proxy(text: str) -> Proxy:
    """Read the address of a proxy: `http://host:port`, with `user:password@` where it wants them.

    Raises:
        SettingError: it is not the address of an HTTP proxy.
    """
    hint = "Write it as http://host:port or http://user:password@host:port."
    try:
        split = urlsplit(text)
        host, port = split.hostname or "", split.port
        if split.scheme not in ("http", "https") or not host:
            raise SettingError("The proxy is not an http or https address.", hint=hint)
        if not host.isascii():
            raise SettingError("The proxy's host is not written in ASCII.", hint="Write its name as xn--….")
        auth = None
        if "@" in split.netloc:
            # UTF-8, as RFC 7617 has it for letters beyond ASCII.
            auth = unquote(split.username or "").encode(), unquote(split.password or "").encode()
        return Proxy(f"{split.scheme}://{authority(host, port or None)}/", auth=auth)
    except (ValueError, UnicodeError) as exc:
        raise SettingError("The proxy's address cannot be read.", hint=hint) from exc
