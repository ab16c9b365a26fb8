"""Defines how a search shares its work with other processes.

Agents start no processes themselves: a measurement gives them a team that does (`workers.lab.teams`).
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final, Protocol

MOST: Final = 8
"""Limits how many processes share a piece of work, that of the search included."""


class TeamError(Exception):
    """Says that a copy of the process could not be made, ended, failed, or did not answer in time."""


class Pipe(Protocol):
    """Represents what a copy of the process sends by, and receives by."""

    def send(self, message: Any, /) -> None:
        """Send a message."""

    def recv(self) -> Any:
        """Return the next message; raises EOFError if there is no more."""


class Mate(Protocol):
    """Represents a copy of the process: what is sent to it, and what it answers."""

    def send(self, message: Any) -> None:
        """Send a message; raises TeamError."""

    def receive(self) -> Any:
        """Return the next answer; raises TeamError."""


Work = Callable[[int, Pipe], None]
"""Does the share of a copy, by its number, from 1 on."""
Team = Callable[[int, Work], AbstractContextManager[Sequence[Mate]]]
"""Makes copies of the process, one less than a number of processes, which do a work; raises TeamError."""
