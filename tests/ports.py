"""Finds ports for the servers that tests start."""

import socket
from random import SystemRandom
from typing import Final

FIRST: Final = 20_000
LAST: Final = 32_000
"""Systems give higher ports to outgoing connections, which might take one between its choice and its use."""
_chosen: set[int] = set()


def free_port() -> int:
    """Return a port on which no process listened a moment ago, each only once in a process."""
    random = SystemRandom()
    while True:
        port = random.randrange(FIRST, LAST)
        if port not in _chosen and _is_free(port):
            _chosen.add(port)
            return port


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
