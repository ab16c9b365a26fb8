"""The ranks of a game as a list of choices: each player, from the first, was placed before all players ranked lower."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from domain.core.ruleset import Result


class Choice(NamedTuple):
    """Says which entrant was first among these, itself included; an entrant appears once for each of its seats."""

    first: str
    among: tuple[str, ...]


Ranks = Sequence[Sequence[str]]
"""The entrants of a game by rank, the best first; those that share a rank are in one group."""


def ranks_of(result: Result, entrants: Sequence[str]) -> Ranks:
    """Return the entrants by rank, winners first and then by points; `entrants` are in order of seats."""
    return rank([(seat in result.winners, points) for seat, points in enumerate(result.points)], entrants)


def rank(keys: Sequence[Any], entrants: Sequence[str]) -> Ranks:
    """Return the entrants by rank, the highest key first, equal keys in one group; both are given by seat."""
    order = sorted(set(keys), reverse=True)
    return [[entrants[seat] for seat, key in enumerate(keys) if key == rank] for rank in order]


def choices(ranks: Ranks, places: int | None = None) -> Iterator[Choice]:
    """Yield the choices that the ranks stand for, or only those of the first `places` ranks.

    Entrants that share a rank are not compared with each other, nor is an entrant with the other seats of its own.
    """
    for place, group in enumerate(ranks[:places]):
        below = [entrant for later in ranks[place + 1 :] for entrant in later]
        for first in group:
            if any(entrant != first for entrant in below):
                yield Choice(first, tuple(sorted((first, *below))))
