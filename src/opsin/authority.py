"""The part of a web address that says where to connect: `host:port`, an IPv6 host in brackets (RFC 3986, 3.2)."""


def authority(host: str, port: int | None = None) -> str:
    """Write a host, and a port where there is one, as they stand in an address: `host`, `host:port`, `[::1]:80`."""
    shown = f"[{host}]" if ":" in host else host
    return shown if port is None else f"{shown}:{port}"
