"""A host that takes no connection."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def dead_port() -> Iterator[int]:
    """A port of 127.0.0.1 whose queue of connections is full, so that a further connection hangs."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        port = listener.getsockname()[1]
        fillers = [socket.socket() for _ in range(4)]
        for filler in fillers:
            filler.setblocking(False)
            filler.connect_ex(("127.0.0.1", port))
        try:
            yield port
        finally:
            for filler in fillers:
                filler.close()
