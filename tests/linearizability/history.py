"""Holds what the clients of one game did, each thing from its sending to its answer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Final

from tests.linearizability.model import Act, Write

BEFORE: Final = -inf


@dataclass(frozen=True, slots=True)
class Operation:
    """Represents something that was done between two moments (in seconds); without an end nobody knows its outcome."""

    began: float
    ended: float
    act: Act

    @property
    def is_certain(self) -> bool:
        """Return whether it was answered, and so was done by then."""
        return self.ended != inf


def unseen(history: Iterable[Operation], log: Mapping[int, str]) -> list[Operation]:
    """Return the versions of a log that none of the clients was told to have made: those of agents, clocks and votes.

    They may have come about at any time.
    """
    told: set[int] = set()
    for operation in history:
        if isinstance(operation.act, Write) and operation.act.first is not None:
            told |= set(range(operation.act.first, (operation.act.last or 0) + 1))
    return [
        Operation(BEFORE, inf, Write(first=version, last=version, mark=mark))
        for version, mark in sorted(log.items())
        if version not in told
    ]
