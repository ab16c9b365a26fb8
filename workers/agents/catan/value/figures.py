"""The figures of a position that its value is fitted on: one row a seat.

The same information gives the same figures, be it a position or a seat's knowledge of it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from domain.catan.state import Public
from domain.catan.terms import (
    AWARD_POINTS,
    CARD_COST,
    CITY_COST,
    KINDS,
    KNIGHT,
    NOBODY,
    ROAD_COST,
    SHORTEST_LONGEST_ROAD,
    SMALLEST_LARGEST_ARMY,
    VICTORY_POINT,
)
from workers.agents.catan.value.holdings import WIDTH, holdings_of
from workers.agents.catan.value.land import Land, Lands
from workers.agents.catan.value.waits import cost_of

PATIENCE: Final = 1.5  # rounds added to every wait
PIP: Final = 0.11  # points that a pip of income is worth at the start of a game of ten points
CARD_GAIN: Final = 0.6
ROUTE_GAIN: Final = 2.0
ARMY_NEAR: Final = (1.0, 0.4, 0.15, 0.05, 0.02)
"""What the Largest Army counts for a seat that lacks so many knights for it, as a share of what it is worth."""
MOST_ROADS: Final = 3  # roads to the longest one that are still reckoned with

NAMES: Final = (
    *("brick", "lumber", "wool", "grain", "ore", "worth", "variety", "robbed", "traded"),
    *("site_at_once", "site_one_road", "site_two_roads", "settlements", "cities", "roads_left"),
    *("settle_near", "city_near", "card_near", "spare", "route_near", "promise"),
    *("points", "from_seven", "from_eight", "lead", "deciding", "pace"),
    *("hand", "over_limit", "knights", "progress"),
    *("army", "army_lead", "to_route", "route_held", "route_lead"),
    *("first_next", "second_next", "last_next"),
)
"""What the columns are called, in order."""
POINTS: Final = NAMES.index("points")

_CITY: Final = cost_of(CITY_COST)
_CARD: Final = cost_of(CARD_COST)
_ROADS: Final = tuple(cost_of([count * roads for count in ROAD_COST]) for roads in range(MOST_ROADS + 1))
_lands: Final = Lands()
lands_of: Final = _lands.of
forget_lands: Final = _lands.forget


class _Race(NamedTuple):
    """Holds what seats have of something in which the best counts, and the two best of them."""

    own: Sequence[float]
    best: float
    second: float

    def rival(self, seat: int) -> float:
        """Return the best of the others."""
        return self.second if self.own[seat] == self.best else self.best


def _race(own: Sequence[float]) -> _Race:
    second, best = sorted(own)[-2:]
    return _Race(own, best, second)


def figures(position: Public) -> list[list[float]]:
    """Return the figures of all seats at a position, or in a seat's knowledge of one."""
    hands, cards = holdings_of(position)
    seats = range(position.seats)
    standing = _standing_army(position, cards)
    cards = standing.cards
    points = _race([standing.points[s] + cards[s * WIDTH + VICTORY_POINT] for s in seats])
    army, routes = _race(standing.knights), _race(position.routes)
    rows = []
    for seat, land in enumerate(_lands.of(position)):
        hand = tuple(hands[seat * KINDS : seat * KINDS + KINDS])
        held = cards[seat * WIDTH : seat * WIDTH + WIDTH]
        to_route = max(SHORTEST_LONGEST_ROAD, routes.rival(seat) + 1) - routes.own[seat]
        has_route = position.longest_road == seat
        near_army = _near_army(standing.holder == seat, army.own[seat] + held[KNIGHT], army.rival(seat))
        route = 0.0 if has_route or not 0 < to_route <= MOST_ROADS else _route_near(land, hand, int(to_route))
        size = sum(hand)
        rows.append(
            [
                *land.figures,
                *_standing(position, land, hand, points, seat, route, 0.0 if standing.holder == seat else near_army),
                size / 7,
                max(0.0, size - position.setting.hand_limit) / 7,
                held[KNIGHT],
                sum(held) - held[KNIGHT] - held[VICTORY_POINT],
                near_army,
                min(3, army.own[seat] - army.rival(seat)) / 3 if standing.holder == seat else 0.0,
                0.0 if has_route else 1 / (1 + max(0, to_route)),
                float(has_route),
                min(4, 1 - to_route) / 4 if has_route else 0.0,
                *_PLACES[(seat - position.active) % position.seats if position.active != NOBODY else 0],
            ]
        )
    return rows


class _Army(NamedTuple):
    """Holds what a knight moves when it is played for the Largest Army."""

    holder: int
    points: Sequence[int]
    knights: Sequence[int]
    cards: Sequence[float]


def _standing_army(position: Public, cards: Sequence[float]) -> _Army:
    """Return who holds the Largest Army once a seat with knights enough in its hand has played them for it.

    Were they to count for less than what they bring, to play the last one would seem to win the game; were they to
    count for more, to lose it.
    """
    holder, points, knights = position.largest_army, position.points, position.knights
    needed = max(SMALLEST_LARGEST_ARMY, max(knights) + 1)
    able = [seat for seat, own in enumerate(knights) if seat != holder and own + cards[seat * WIDTH + KNIGHT] >= needed]
    if not able:
        return _Army(holder, points, knights, cards)
    active = max(0, position.active)
    seat = min(able, key=lambda s: (needed - knights[s], (s - active) % position.seats))
    played = needed - knights[seat]
    moved = _changed(points, {seat: AWARD_POINTS, holder: -AWARD_POINTS})
    return _Army(seat, moved, _changed(knights, {seat: played}), _changed(cards, {seat * WIDTH + KNIGHT: -played}))


def _changed(row: Sequence[Any], changes: Mapping[int, int]) -> list[Any]:
    return [value + changes.get(at, 0) for at, value in enumerate(row)]


_PLACES: Final = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), *[(0.0, 0.0, 1.0)] * 3)


def _standing(
    position: Public, land: Land, hand: tuple[float, ...], points: _Race, seat: int, route: float, army: float
) -> tuple[float, ...]:
    """Return how soon a seat can pay for each goal, the worth of its best goal, and the points it has and lacks.

    The points of an army that a seat is near count as the army does itself, so that to take it never seems a loss.
    """
    settle, city, card, spare = land.near.get(hand) or _remember(land, hand)
    own, target = points.own[seat], position.setting.target
    missing = max(0.5, target - own)
    pip = PIP * missing / (target - 2)
    promise = max(
        (1 + pip * land.settle_worth) * settle,
        (1 + pip * land.best_city) * city,
        CARD_GAIN * card,
        ROUTE_GAIN * route,
    )
    return (
        *(settle, city, card, spare, route, promise),
        (own + AWARD_POINTS * army) / target,
        max(0.0, 3 - missing) / 3,
        max(0.0, 2 - missing) / 2,
        (own - points.rival(seat)) / 4,
        promise if missing <= 2 else 0.0,
        land.traded * position.seats / 36 / missing,
    )


def _near_army(has_army: bool, knights: float, rival: float) -> float:
    """Return the share of the Largest Army that counts for a seat; expected knights lie between whole ones."""
    missing = 0.0 if has_army else max(SMALLEST_LARGEST_ARMY, rival + 1) - knights
    low = min(len(ARMY_NEAR) - 1, max(0, int(missing)))
    high = min(len(ARMY_NEAR) - 1, low + 1)
    return ARMY_NEAR[low] + max(0.0, missing - low) * (ARMY_NEAR[high] - ARMY_NEAR[low])


def _route_near(land: Land, hand: tuple[float, ...], roads: int) -> float:
    return 1 / (land.purse.rounds(hand, land.purse.spare(hand), _ROADS[roads]) + PATIENCE)


def _remember(land: Land, hand: tuple[float, ...]) -> tuple[float, ...]:
    """Return how near a settlement, a city and a card are (0 to 1), and the cards that the bank would give."""
    rounds, spare = land.purse.rounds, land.purse.spare(hand)
    settle = 1 / (rounds(hand, spare, land.settle_cost) + PATIENCE) if land.settle_worth else 0.0
    city = 1 / (rounds(hand, spare, _CITY) + PATIENCE) if land.best_city else 0.0
    found = land.near[hand] = (settle, city, 1 / (rounds(hand, spare, _CARD) + PATIENCE), spare / 3)
    return found
