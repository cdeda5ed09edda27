"""The one TLS context of the process: making one costs more than sixteen downloads, so it is made once."""

import ssl
import threading

from opsin.threads import NAMES

_lock = threading.Lock()
_shared: list[ssl.SSLContext] = []


async def shared_context() -> ssl.SSLContext:
    """Give the context that trusts what the system trusts, made in a thread on the first call.

    It is the one httpx2 makes by default: the system's own verifier on macOS and Windows, OpenSSL's
    certificates on Linux. A company's own authority, installed in the system, therefore counts.
    """
    return _shared[0] if _shared else await NAMES.run(_make)


def _make() -> ssl.SSLContext:
    from httpcore2 import default_ssl_context

    with _lock:
        if not _shared:
            _shared.append(default_ssl_context())
        return _shared[0]
