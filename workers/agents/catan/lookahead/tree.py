"""Holds the results of trials in a tree, whose places are the points where a seat chooses.

A command is judged by all worlds that reach its place. Choosing in each world separately would mean choosing by cards
that no seat sees (strategy fusion).
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final

from workers.agents.catan.lookahead.effort import Effort

FEWEST: Final = 2  # trials of a command before it may be dropped, or chosen where there are several worlds

Found = dict[int, list[float]]
"""Maps the number of a world to the probability of each seat to win there."""


class Option:
    """Holds the results of a command: the values where the turn ended, and the places where a seat chose again."""

    def __init__(self) -> None:
        self.ends: Found = {}
        self.places: dict[tuple[Any, ...], Place] = {}

    def found(self) -> Found:
        """Return the results in all worlds, with the seat's best choice at later places."""
        if not self.places:
            return self.ends
        found = dict(self.ends)
        for place in self.places.values():
            found.update(place.found())
        return found


class Place:
    """Holds the options of a seat at a point of choice, first that of its base agent, which may differ by world."""

    def __init__(self, seat: int, effort: Effort, widen: int) -> None:
        self.seat = seat
        self.effort = effort
        self.widen = widen
        self.visits = 0
        self.floor = Option()
        self.others: dict[Any, Option] = {}
        self.dropped: set[Any] = set()

    def visit(self, commands: Sequence[Any]) -> Iterator[tuple[Any, Option]]:
        """Yield the commands to try in another world, the floor's first; each visit adds `widen` others."""
        self.visits += 1
        yield commands[0], self.floor
        for command in commands[1:]:
            if command not in self.others and len(self.others) < self.widen * self.visits:
                self.others[command] = Option()
            if command in self.others and command not in self.dropped:
                yield command, self.others[command]

    def drop(self) -> None:
        """Drop the options that surely fall behind the floor's."""
        base = self.floor.found()
        for command in self.others.keys() - self.dropped:
            leads = self._leads(base, self.others[command].found())
            if len(leads) >= FEWEST and bound(leads, 2 + self.effort.doubt) <= self.effort.margin:
                self.dropped.add(command)

    def is_settled(self) -> bool:
        """Return whether only the floor's option is left."""
        return len(self.dropped) == len(self.others)

    def best(self) -> Any | None:
        """Return the command with the largest lead over the floor's, if that is certain enough; None for the floor's.

        A command that was tried in only one of several worlds is never chosen: the hidden cards of that world would
        decide.
        """
        base, fewest = self.floor.found(), min(FEWEST, self.effort.worlds)
        sure = {
            command: bound(leads, -self.effort.doubt)
            for command, option in self.others.items()
            if command not in self.dropped and len(leads := self._leads(base, option.found())) >= fewest
        }
        best = max(sure, key=lambda command: sure[command], default=None)
        return best if best is not None and sure[best] > self.effort.margin else None

    def found(self) -> Found:
        """Return the results of the place, if the seat chooses the same best option in all worlds."""
        best = self.best()
        return self.floor.found() if best is None else self.floor.found() | self.others[best].found()

    def _leads(self, base: Found, found: Found) -> list[float]:
        seat = self.seat
        return [chances[seat] - base[world][seat] for world, chances in found.items() if world in base]


def bound(leads: Sequence[float], errors: float) -> float:
    """Return the mean lead plus a number of standard errors."""
    count = len(leads)
    mean = sum(leads) / count
    if count < FEWEST:
        return mean
    variance = sum([(lead - mean) ** 2 for lead in leads]) / (count - 1)
    return mean + errors * math.sqrt(variance / count)
