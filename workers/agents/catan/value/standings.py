"""Compares the seats: points, development cards, Longest Road, Largest Army, and the order of turns."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import add
from typing import Any, Final, NamedTuple

from domain.catan.terms import (
    AWARD_POINTS,
    KNIGHT,
    NOBODY,
    SHORTEST_LONGEST_ROAD,
    SMALLEST_LARGEST_ARMY,
    VICTORY_POINT,
)
from workers.agents.catan.value.holdings import WIDTH

PIP: Final = 0.11  # value in points of a pip of income at the start of a game of ten points
ARMY_NEAR: Final = (1.0, 0.4, 0.15, 0.05, 0.02)
"""Share of the value of the Largest Army that counts for a seat, by the number of knights that it lacks."""
MOST_ROADS: Final = 3  # the most roads to the Longest Road that are considered
KEPT: Final = 2048
_PLACES: Final = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), *[(0.0, 0.0, 1.0)] * 3)

Row = tuple[float, ...]


class Standing:
    """Holds how one seat stands, apart from its hand and pieces; equal standings are one object while cached.

    `leader` is the highest points of any seat, as a share of the target; `missing` the points that this seat lacks;
    `pip` the value of a pip of income; `roads` the roads to the Longest Road (0: too many, or none). `scored` are the
    figures of points, `raced` those of development cards, Longest Road, Largest Army and the order of turns.
    """

    __slots__ = ("hand_limit", "leader", "missing", "pip", "raced", "roads", "scored")

    def __init__(self, leader: float, hand_limit: int, missing: float, pip: float, roads: int, scored: Row, raced: Row):
        self.leader = leader
        self.hand_limit = hand_limit
        self.missing = missing
        self.pip = pip
        self.roads = roads
        self.scored = scored
        self.raced = raced


_standing: Final = lru_cache(KEPT)(Standing)


@lru_cache(KEPT)
def standings(
    limits: tuple[int, int],
    active: int,
    points: tuple[int, ...],
    knights: tuple[int, ...],
    routes: tuple[int, ...],
    cards: tuple[float, ...],
    holders: tuple[int, int],
) -> list[Standing]:
    """Return the standings of all seats; `cards` are the unplayed development cards, flat by seat and card.

    `limits` are the points that win and the cards that a hand may keep; `holders` have Longest Road and Largest Army.
    """
    (target, hand_limit), (longest_road, largest_army) = limits, holders
    army = _standing_army(_Army(largest_army, points, knights, cards), active)
    own = list(map(add, army.points, army.cards[VICTORY_POINT::WIDTH]))
    armed = _list_armies(army)
    shares = [(points + AWARD_POINTS * near) / target for points, (near, _) in zip(own, armed, strict=True)]
    leader, rivals, roads = max(shares), _rivals(own), _list_routes(routes, longest_road)
    found = []
    for seat, share in enumerate(shares):
        missing = max(0.5, target - own[seat])
        scored = (share, max(0.0, 3 - missing) / 3, max(0.0, 2 - missing) / 2, (own[seat] - rivals[seat]) / 4)
        needed, routed = roads[seat]
        place = _PLACES[(seat - active) % len(own) if active != NOBODY else 0]
        raced = (*armed[seat][1], *routed, *place)
        found.append(_standing(leader, hand_limit, missing, PIP * missing / (target - 2), needed, scored, raced))
    return found


def _rivals(own: Sequence[float]) -> list[float]:
    """Return by seat the highest number of the others."""
    second, best = sorted(own)[-2:]
    return [second if mine == best else best for mine in own]


@lru_cache(KEPT)
def _list_routes(routes: tuple[int, ...], longest_road: int) -> list[tuple[int, Row]]:
    """Return by seat the roads to the Longest Road (0: too many, or none), and the figures of it."""
    found: list[tuple[int, Row]] = []
    for seat, rival in enumerate(_rivals(routes)):
        needed = max(SHORTEST_LONGEST_ROAD, rival + 1) - routes[seat]
        if seat == longest_road:
            found.append((0, (0.0, 1.0, min(4, 1 - needed) / 4)))
        else:
            found.append((int(needed) if 0 < needed <= MOST_ROADS else 0, (1 / (1 + max(0, needed)), 0.0, 0.0)))
    return found


class _Army(NamedTuple):
    """Holds the knights, points and cards that matter for the Largest Army."""

    holder: int
    points: Sequence[int]
    knights: Sequence[int]
    cards: Sequence[float]


def _standing_army(army: _Army, active: int) -> _Army:
    """Return who holds the Largest Army once a seat with enough knights in hand has played them.

    If these knights counted for less than the army, playing the last one would seem to win the game; if they counted
    for more, to lose it.
    """
    holder, points, knights, cards = army
    needed = max(SMALLEST_LARGEST_ARMY, max(knights) + 1)
    able = [seat for seat, own in enumerate(knights) if seat != holder and own + cards[seat * WIDTH + KNIGHT] >= needed]
    if not able:
        return army
    seat = min(able, key=lambda s: (needed - knights[s], (s - max(0, active)) % len(knights)))
    played = needed - knights[seat]
    moved = _change(points, {seat: AWARD_POINTS, holder: -AWARD_POINTS})
    return _Army(seat, moved, _change(knights, {seat: played}), _change(cards, {seat * WIDTH + KNIGHT: -played}))


def _change(row: Sequence[Any], changes: Mapping[int, int]) -> list[Any]:
    return [value + changes.get(at, 0) for at, value in enumerate(row)]


def _list_armies(army: _Army) -> list[tuple[float, Row]]:
    """Return by seat the share of the Largest Army that counts besides its points, and the figures of its cards.

    The points of an army within reach count like the army itself, so that taking it never seems a loss.
    """
    holder, _, knights, cards = army
    found: list[tuple[float, Row]] = []
    for seat, rival in enumerate(_rivals(knights)):
        held = cards[seat * WIDTH : seat * WIDTH + WIDTH]
        others = sum(held) - held[KNIGHT] - held[VICTORY_POINT]
        if seat == holder:
            found.append((0.0, (held[KNIGHT], others, 1.0, min(3, knights[seat] - rival) / 3)))
        else:
            near = _near_army(max(SMALLEST_LARGEST_ARMY, rival + 1) - (knights[seat] + held[KNIGHT]))
            found.append((near, (held[KNIGHT], others, near, 0.0)))
    return found


@lru_cache(KEPT)
def _near_army(missing: float) -> float:
    """Return the share of the Largest Army that counts for a seat, interpolated for fractions of expected knights."""
    low = min(len(ARMY_NEAR) - 1, max(0, int(missing)))
    high = min(len(ARMY_NEAR) - 1, low + 1)
    return ARMY_NEAR[low] + max(0.0, missing - low) * (ARMY_NEAR[high] - ARMY_NEAR[low])
