"""Finds ports for the servers that tests start."""

import fcntl
import os
import socket
from contextlib import suppress
from pathlib import Path
from random import SystemRandom
from tempfile import gettempdir
from typing import IO, Final

FIRST: Final = 20_000
LAST: Final = 32_000
"""Systems give higher ports to outgoing connections, which might take one between its choice and its use."""
BLOCK: Final = 50
_left: list[int] = []
_claims: list[IO[str]] = []
"""Holds the locked files of the blocks that this process has."""


def free_port() -> int:
    """Return a port on which no process listened a moment ago.

    It is given once, and to this process alone: a server that was killed may come back on it.
    """
    while True:
        while _left:
            if _is_free(port := _left.pop()):
                return port
        _claim_block()


def _claim_block() -> None:
    """Take ports that no other process has taken, until this one ends."""
    random, folder = SystemRandom(), Path(gettempdir()) / f"longroad-ports-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    while True:
        first = random.randrange(FIRST, LAST, BLOCK)
        claim = (folder / f"{first}").open("w")
        with suppress(BlockingIOError):
            fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _claims.append(claim)
            _left.extend(random.sample(range(first, first + BLOCK), BLOCK))
            return
        claim.close()


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
