"""Computes the figures of a position that its value is fitted on, one row per seat.

A position and a seat's knowledge of it give the same figures if they hold the same information.
"""

from typing import Final

from domain.catan.state import Public
from domain.catan.terms import CARD_COST, CITY_COST, KINDS, ROAD_COST
from workers.agents.catan.value.holdings import holdings_of
from workers.agents.catan.value.land import Land, Lands
from workers.agents.catan.value.standings import MOST_ROADS, Standing, standings
from workers.agents.catan.value.waits import Hand, cost_of

PATIENCE: Final = 1.5  # rounds added to every wait
CARD_GAIN: Final = 0.6
ROUTE_GAIN: Final = 2.0

NAMES: Final = (
    *("brick", "lumber", "wool", "grain", "ore", "worth", "variety", "robbed", "traded"),
    *("site_at_once", "site_one_road", "site_two_roads", "settlements", "cities", "roads_left"),
    *("settle_near", "city_near", "card_near", "spare", "route_near", "promise"),
    *("points", "from_seven", "from_eight", "lead", "deciding", "pace"),
    *("hand", "over_limit", "knights", "progress"),
    *("army", "army_lead", "to_route", "route_held", "route_lead"),
    *("first_next", "second_next", "last_next"),
)
"""Names of the columns, in order."""
POINTS: Final = NAMES.index("points")

_CITY: Final = cost_of(CITY_COST)
_CARD: Final = cost_of(CARD_COST)
_ROADS: Final = tuple(cost_of([count * roads for count in ROAD_COST]) for roads in range(MOST_ROADS + 1))
_lands: Final = Lands()
lands_of: Final = _lands.of


def forget_pieces() -> None:
    """Clear the caches of lands and standings."""
    _lands.forget()
    standings.cache_clear()


def figures(position: Public) -> list[list[float]]:
    """Return the figures of all seats at a position, or in a seat's knowledge of one."""
    return [row_of(*part) for part in parts(position)]


def parts(position: Public) -> list[tuple[Land, Hand, Standing]]:
    """Return the land, hand and standing of each seat, on which its figures depend."""
    hands, cards = holdings_of(position)
    setting = position.setting
    table = standings(
        (setting.target, setting.hand_limit),
        position.active,
        tuple(position.points),
        position.knights,
        position.routes,
        tuple(cards),
        (position.longest_road, position.largest_army),
    )
    held = zip(*[iter(hands)] * KINDS, strict=True)
    return list(zip(lands_of(position), held, table, strict=True))


def row_of(land: Land, hand: Hand, standing: Standing) -> list[float]:
    """Return the figures of a seat."""
    settle, city, card, spare = land.near.get(hand) or _remember(land, hand)
    roads, pip, missing, size = standing.roads, standing.pip, standing.missing, sum(hand)
    route = (land.routes.get((roads, hand)) or _remember_route(land, hand, roads)) if roads else 0.0
    promise = max(
        (1 + pip * land.settle_worth) * settle,
        (1 + pip * land.best_city) * city,
        CARD_GAIN * card,
        ROUTE_GAIN * route,
    )
    return [
        *land.figures,
        *(settle, city, card, spare, route, promise),
        *standing.scored,
        promise if missing <= 2 else 0.0,
        land.pace / missing,
        size / 7,
        max(0.0, size - standing.hand_limit) / 7,
        *standing.raced,
    ]


def _remember(land: Land, hand: Hand) -> tuple[float, ...]:
    """Return how near a settlement, a city and a card are (0 to 1), and the cards that the bank would give; cached."""
    rounds, spare = land.purse.rounds, land.purse.spare(hand)
    settle = 1 / (rounds(hand, spare, land.settle_cost) + PATIENCE) if land.settle_worth else 0.0
    city = 1 / (rounds(hand, spare, _CITY) + PATIENCE) if land.best_city else 0.0
    found = land.near[hand] = (settle, city, 1 / (rounds(hand, spare, _CARD) + PATIENCE), spare / 3)
    return found


def _remember_route(land: Land, hand: Hand, roads: int) -> float:
    """Return how near a number of roads is (0 to 1); cached."""
    found = 1 / (land.purse.rounds(hand, land.purse.spare(hand), _ROADS[roads]) + PATIENCE)
    land.routes[roads, hand] = found
    return found
