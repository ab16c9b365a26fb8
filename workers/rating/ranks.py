"""The ranks of a game as choices: each player, in order, came before all who ended below."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from domain.core.ruleset import Result


class Choice(NamedTuple):
    """Says that an entrant came first among these, itself included; one that had several seats is there as often."""

    first: str
    among: tuple[str, ...]


Ranks = Sequence[Sequence[str]]
"""The entrants of a game by rank, the best first; those that share a rank are in one group."""


def ranks_of(result: Result, entrants: Sequence[str]) -> Ranks:
    """Rank the entrants, which are given by seat: the winners first, then by points."""
    return rank([(seat in result.winners, points) for seat, points in enumerate(result.points)], entrants)


def rank(keys: Sequence[Any], entrants: Sequence[str]) -> Ranks:
    """Rank the entrants by keys, both given by seat: the highest first, and equals in one group."""
    order = sorted(set(keys), reverse=True)
    return [[entrants[seat] for seat, key in enumerate(keys) if key == rank] for rank in order]


def choices(ranks: Ranks, places: int | None = None) -> Iterator[Choice]:
    """List what the ranks say, or the first so many of them.

    Those that share a rank are not compared, nor is an entrant that has only itself below.
    """
    for place, group in enumerate(ranks[:places]):
        below = [entrant for later in ranks[place + 1 :] for entrant in later]
        for first in group:
            if any(entrant != first for entrant in below):
                yield Choice(first, tuple(sorted((first, *below))))
