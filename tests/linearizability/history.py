"""Holds what the clients of one game did, each thing from its sending to its answer."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import inf
from typing import Final

from tests.linearizability.model import Act, Read, Write

BEFORE: Final = -inf


@dataclass(frozen=True, slots=True)
class Operation:
    """Represents what took place between two moments in seconds; `ended` is infinite if no answer told its outcome."""

    began: float
    ended: float
    act: Act

    @property
    def is_certain(self) -> bool:
        """Return whether it was answered, and so was done by then."""
        return self.ended != inf


def of_commands(history: Iterable[Operation]) -> list[Operation]:
    """Return what commands did and were refused for, without the reads."""
    return [one for one in history if isinstance(one.act, Write) or one.act.is_refusal]


def behind(history: Iterable[Operation]) -> list[int]:
    """Return by how many versions each stale read was behind what had been acknowledged when it began."""
    history = list(history)
    told = sorted(
        (one.ended, one.act.last) for one in history if isinstance(one.act, Write) and one.is_certain and one.act.last
    )
    ends, newest = [end for end, _ in told], list(accumulate((version for _, version in told), max, initial=0))
    gaps = (newest[bisect_left(ends, one.began)] - one.act.version for one in history if isinstance(one.act, Read))
    return [gap for gap in gaps if gap > 0]


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
