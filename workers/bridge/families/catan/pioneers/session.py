"""Talks with a server of Pioneers: lines of text over TCP, of bounded length and within bounded time."""

import re
import select
import socket
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from workers.bridge.families.catan.pioneers.island import Strange

SILENCE_S: Final = 60.0
"""Limits the seconds until the server's next line."""
MOST_LINE: Final = 4096
MOST_LINES: Final = 100_000
"""Limits the lines of a game."""
RETRY_S: Final = 0.05
INSTANT_S: Final = 0.005
_PLAYER: Final = re.compile(r"player (-?\d+) (.*)")


class Heard(NamedTuple):
    """Holds a line of the server: the number of the player whom it names first (None: none), and the words."""

    player: int | None
    words: list[str]

    @property
    def text(self) -> str:
        """Return the words as one."""
        return " ".join(self.words)


class Session:
    """Reads and writes the lines of one game; use it in a `with` block. `note` gets each line with its direction."""

    def __init__(self, host: str, port: int, patience_s: float, note: Callable[[str], None]) -> None:
        """Connect, trying again for some seconds; raises OSError."""
        until = time.monotonic() + patience_s
        while True:
            try:
                self._socket = socket.create_connection((host, port), SILENCE_S)
                break
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(RETRY_S)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._note, self._lines, self._read = note, 0, b""

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def read(self) -> Heard:
        """Return the next line; raises Strange if there is none, or it is too long, or comes too late.

        The server asks now and then whether this side still lives, and is answered.
        """
        text = self._read_line()
        if text == "hello":
            self.write("yes")
        return parse(text)

    def _read_line(self) -> str:
        self._lines += 1
        while b"\n" not in self._read:
            if len(self._read) > MOST_LINE or self._lines > MOST_LINES:
                raise Strange("a line or the game is too long")
            try:
                chunk = self._socket.recv(MOST_LINE)
            except OSError as error:
                raise Strange(f"the server is silent: {error}") from error
            if not chunk:
                raise Strange("the server is gone")
            self._read += chunk
        line, _, self._read = self._read.partition(b"\n")
        text = line.decode("utf-8", "replace").rstrip("\r\n")
        self._note(f"< {text}")
        return text

    def is_ready(self) -> bool:
        """Return whether the server has said something that was not read, or does within an instant."""
        return b"\n" in self._read or bool(select.select([self._socket], [], [], INSTANT_S)[0])

    def write(self, text: str) -> None:
        """Send a line; raises Strange."""
        self._note(f"> {text}")
        try:
            self._socket.sendall(text.encode() + b"\n")
        except OSError as error:
            raise Strange(f"the server is gone: {error}") from error


def parse(text: str) -> Heard:
    """Return a line of the server in its parts."""
    match = _PLAYER.fullmatch(text)
    return Heard(int(match[1]), match[2].split()) if match else Heard(None, text.split())
