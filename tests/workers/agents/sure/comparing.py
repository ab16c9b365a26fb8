"""Compares what the search finds with what the judge says, position by position."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.workers.agents.sure.judge import Judge, TooLong, is_certain
from tests.workers.agents.sure.positions import Found, describe

DEALS = 6
"""In how many ways the judge deals hidden cards before it calls a win certain that the search did not find."""

Search = Callable[[Found], Any | None]
"""Returns the command of a sure win that an agent's search finds at a position; None if there is none."""


@dataclass
class Tally:
    """Counts positions by what was found, and describes those where search and judge differ."""

    counts: Counter[str] = field(default_factory=Counter)
    differing: list[str] = field(default_factory=list)

    @property
    def judged(self) -> int:
        """Return how many positions the judge could finish."""
        return self.counts["judged"]

    def note(self, kind: str, found: Found, command: Any | None) -> None:
        """Keep a position where they differ."""
        self.counts[kind] += 1
        self.differing.append(f"{kind} {command}: {describe(found)}")


def compare(search: Search, found: Found, most: int, tally: Tally) -> None:
    """Judge one position and let the search look at it; the judge looks at `most` positions at most."""
    try:
        is_won = Judge(found.ruleset, found.seat, most).is_won(found.state)
    except TooLong:
        tally.counts["unfinished"] += 1
        return
    tally.counts["judged"] += 1
    tally.counts["won"] += is_won
    command = search(found)
    if command is None:
        if is_won:
            _weigh(found, most, tally)
        return
    tally.counts["found"] += 1
    try:
        if not Judge(found.ruleset, found.seat, 10 * most).is_won_by(found.state, command):
            tally.note("wrong", found, command)
    except TooLong:
        tally.counts["unfinished"] += 1


def _weigh(found: Found, most: int, tally: Tally) -> None:
    """Say whether a win that the search did not find hangs on cards that the seat does not see."""
    try:
        if is_certain(found.ruleset, found.state, found.seat, 10 * most, DEALS):
            tally.note("missed", found, None)
        else:
            tally.counts["by hidden cards"] += 1
    except TooLong:
        tally.counts["unfinished"] += 1


def compare_all(search: Search, drawn: Iterator[Found], count: int, most: int, wins: int = 0) -> Tally:
    """Compare positions until the judge has finished `count` of them, and found so many wins, or none are left."""
    tally = Tally()
    for found in drawn:
        compare(search, found, most, tally)
        if tally.judged >= count and tally.counts["won"] >= wins:
            break
    return tally
