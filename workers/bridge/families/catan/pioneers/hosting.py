"""Runs the server of Pioneers and its computer players for a game, on this machine alone."""

import socket
import subprocess
from contextlib import suppress
from pathlib import Path
from shutil import which
from typing import Final

from workers.bridge.families.catan.pioneers.island import SEATS

SERVER: Final = "pioneers-server-console"
PLAYER: Final = "pioneersai"
FOLDER: Final = Path("/usr/games")
"""Where Debian's package has its programs."""
GAME: Final = Path("/usr/share/games/pioneers/default.game")
HOST: Final = "localhost"
PARTING_S: Final = 5.0
_ALONE_S: Final = 60


def find_program(name: str) -> str | None:
    """Return the place of a program; None if it is not installed."""
    found = FOLDER / name
    return which(name) or (str(found) if found.exists() else None)


class Hosted:
    """Runs the server of one game, on a port of its own; server and players end with the `with` block."""

    def __init__(self, algorithm: str) -> None:
        """Start the server; `algorithm` is how its computer players play. Raises OSError."""
        self.algorithm = algorithm
        self._running: list[subprocess.Popen[bytes]] = []
        with socket.socket() as free:
            free.bind((HOST, 0))
            self.port = free.getsockname()[1]
        self._start(SERVER, "--file", str(GAME), "-p", str(self.port), "-x", "-k", str(_ALONE_S))

    def invite(self) -> None:
        """Start the computer players, once the server listens: they do not try again. Raises OSError."""
        for number in range(1, SEATS):
            where = ("-s", HOST, "-p", str(self.port), "-n", f"Computer {number}")
            self._start(PLAYER, *where, "-a", self.algorithm, "-t", "0", "-c")

    def __enter__(self) -> "Hosted":
        return self

    def __exit__(self, *_: object) -> None:
        for one in self._running:
            one.terminate()
        for one in self._running:
            with suppress(subprocess.TimeoutExpired):
                one.wait(PARTING_S)
            one.kill()
            one.wait()

    def _start(self, name: str, *arguments: str) -> None:
        place = find_program(name)
        if place is None:
            raise FileNotFoundError(f"{name} is not installed: Debian's package is pioneers-console")
        quiet = subprocess.DEVNULL
        self._running.append(subprocess.Popen([place, *arguments], stdin=quiet, stdout=quiet, stderr=quiet))


def read_version() -> str:
    """Return what the server's program says of its version; raises OSError."""
    place = find_program(SERVER)
    if place is None:
        raise FileNotFoundError(SERVER)
    said = subprocess.run([place, "--version"], capture_output=True, text=True, check=True).stdout
    return said.splitlines()[0].strip() if said else ""
