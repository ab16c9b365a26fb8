"""Tells in which turns of Catan a seat cannot win, and which positions offer the same for the rest of a turn.

It goes by the costs of the rules alone, and shares no code with the agents. It looks at sums, never at places: what the
hand pays for at the best rates, with what one played card may bring. Draws count as the worst ones, since a sure win
needs no luck. It says nothing while a command is half done (except for a robbery), while offers are on the table, and
in games with modules that are not among `KNOWN`.
"""

from collections.abc import Container, Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from domain.catan.chapters.maritime import bank_rates
from domain.catan.modules.harbormaster import NAME as HARBORMASTER
from domain.catan.modules.harbormaster import award_of
from domain.catan.state import State
from domain.catan.terms import (
    AWARD_POINTS,
    CARD_COST,
    CARDS,
    CITY_COST,
    KINDS,
    KNIGHT,
    MONOPOLY,
    MOVE_ROBBER,
    NOBODY,
    PHASES,
    ROAD_BUILDING,
    ROAD_COST,
    SETTLEMENT_COST,
    SHORTEST_LONGEST_ROAD,
    SMALLEST_LARGEST_ARMY,
    STEAL,
    VICTORY_POINT,
    YEAR_OF_PLENTY,
)

KNOWN: Final = {"dice-deck", HARBORMASTER, "erie-canal", "towns"}
"""Modules whose points and rates within a turn are counted here; they bring no cards."""

ROBBING: Final = (MOVE_ROBBER, STEAL)
"""The parts of a turn after which one card more may be in hand."""

LOWEST_RATE: Final = 2
FREE_ROADS: Final = 2


class Means(NamedTuple):
    """Holds what may be spent: cards by kind, cards of any kind, roads without a cost; and points of a played card."""

    hand: tuple[int, ...]
    wild: int = 0
    roads: int = 0
    points: int = 0


class Plan(NamedTuple):
    """Says how many roads, settlements and cities are built, and development cards bought."""

    roads: int
    settlements: int
    cities: int
    cards: int


def essence_of(state: State, seat: int) -> Hashable | None:
    """Return all that can matter for the rest of a seat's turn; None where that may be the whole position.

    The place of the robber and the hands of others matter only while the seat may rob or play a Monopoly. What others
    know of a hand never matters.
    """
    if not _is_counted(state, PHASES):
        return None
    robs = _has(state, seat, KNIGHT)
    own = (state.hand(seat), state.card_played, state.points[seat], state.bank, state.deck, state.cards, state.fresh)
    board = (state.roads, state.settlements, state.cities, state.routes, state.longest_road)
    army = (state.knights, state.largest_army, state.robber if robs else NOBODY)
    others = state.hands if robs or _has(state, seat, MONOPOLY) else ()
    modules = [(name, part.pack()) for name, part in sorted(state.slices.items())]
    return repr((own, board, army, others, state.agenda, modules))


def _is_counted(state: State, frames: Container[int]) -> bool:
    """Return whether this module knows the modules of the game, and can judge the part of the turn."""
    if not state.dice or state.offers or state.agenda[-1].kind not in frames:
        return False
    return state.slices.keys() <= KNOWN


def _has(state: State, seat: int, card: int) -> bool:
    """Return whether a seat may still play a development card of a kind in its turn."""
    at = seat * len(CARDS) + card
    return not state.card_played and state.cards[at] > state.fresh[at]


def is_out_of_reach(state: State, seat: int) -> bool:
    """Return whether it is sure that the seat whose turn it is cannot win in the rest of the turn."""
    if not _is_counted(state, (*PHASES, *ROBBING)):
        return False
    missing = state.setting.target - state.points[seat] - state.card(seat, VICTORY_POINT)
    return not any(_can_bring(state, seat, means, missing) for means in _list_means(state, seat))


def _list_means(state: State, seat: int) -> Iterator[Means]:
    """Yield what the seat may spend without a card, and with each that it may play: one in a turn, none just bought."""
    stolen = int(state.agenda[-1].kind in ROBBING)
    hand = tuple(state.hand(seat))
    yield Means(hand, wild=stolen)
    if _has(state, seat, KNIGHT):
        yield Means(hand, wild=stolen + 1, points=AWARD_POINTS if _leads_army(state, seat) else 0)
    if _has(state, seat, ROAD_BUILDING):
        yield Means(hand, wild=stolen, roads=FREE_ROADS)
    if _has(state, seat, YEAR_OF_PLENTY):
        yield Means(hand, wild=stolen + 2)
    if _has(state, seat, MONOPOLY):
        for kind in range(KINDS):
            yield Means((*hand[:kind], sum(state.hands[kind::KINDS]), *hand[kind + 1 :]), wild=stolen)


def _leads_army(state: State, seat: int) -> bool:
    """Return whether one more knight may bring a seat the Largest Army."""
    others = [count for other, count in enumerate(state.knights) if other != seat]
    return state.largest_army != seat and state.knights[seat] + 1 >= max(SMALLEST_LARGEST_ARMY, max(others) + 1)


def _can_bring(state: State, seat: int, means: Means, missing: int) -> bool:
    """Return whether the means may pay for something that brings so many points."""
    plans = _list_plans(state, seat, means)
    return any(
        means.points + _most_points(state, seat, plan) >= missing and _pays(state, seat, means, plan) for plan in plans
    )


def _list_plans(state: State, seat: int, means: Means) -> Iterator[Plan]:
    """Yield what so many cards may pay for; cards are bought only if so many that one must be a victory point."""
    cards = sum(means.hand) + means.wild
    blanks = sum(state.deck) - state.deck[VICTORY_POINT]
    roads = range(min(state.roads_left(seat), means.roads + cards // sum(ROAD_COST)) + 1)
    settlements = range(cards // sum(SETTLEMENT_COST) + 1)
    cities = range(min(state.cities_left(seat), cards // sum(CITY_COST)) + 1)
    bought = (0, *range(blanks + 1, min(sum(state.deck), cards // sum(CARD_COST)) + 1))
    for plan in map(Plan._make, product(roads, settlements, cities, bought)):
        if _can_stand(state, seat, plan):
            yield plan


def _can_stand(state: State, seat: int, plan: Plan) -> bool:
    """Return whether there are as many pieces, and places for settlements: each road reaches one node at most."""
    settled = state.settlements[seat].bit_count() + plan.settlements
    if plan.cities > settled or plan.settlements - plan.cities > state.settlements_left(seat):
        return False
    if "towns" in state.slices:  # waterways lead further
        return True
    return plan.settlements <= (state.touched[seat] & ~state.blocked).bit_count() + plan.roads


def _most_points(state: State, seat: int, plan: Plan) -> int:
    """Return the most points that a plan brings, with the worst draws."""
    blanks = sum(state.deck) - state.deck[VICTORY_POINT]
    built = plan.settlements + plan.cities
    points = built + max(0, plan.cards - blanks) + _most_for_roads(state, seat, plan)
    if built and HARBORMASTER in state.slices and award_of(state).holder != seat:
        points += AWARD_POINTS
    return points


def _most_for_roads(state: State, seat: int, plan: Plan) -> int:
    """Return the most points that roads bring: the Longest Road, if all own roads were one, and tokens of a map.

    A new settlement may cut the road of who holds the award, so that the shortest that counts is enough.
    """
    points = 0
    if state.longest_road != seat and (plan.roads or plan.settlements):
        holder = state.longest_road
        least = SHORTEST_LONGEST_ROAD
        if holder >= 0 and not plan.settlements:
            least = max(least, state.routes[holder] + 1)
        points += AWARD_POINTS if state.roads[seat].bit_count() + plan.roads >= least else 0
    for prizes in state.setting.points.prizes:
        points += min(2 * plan.roads, prizes(state).bit_count())
    return points


def _pays(state: State, seat: int, means: Means, plan: Plan) -> bool:
    """Return whether hand and exchanges pay for a plan, in any order."""
    needed = _cost_of(plan._replace(roads=max(0, plan.roads - means.roads)))
    lacking, spare = -means.wild, []
    for need, held in zip(needed, means.hand, strict=True):
        lacking += max(0, need - held)
        spare.append(max(0, held - need))
    if lacking <= 0:
        return True
    if lacking * LOWEST_RATE > sum(spare):
        return False
    return lacking <= sum([left // rate for left, rate in zip(spare, _list_rates(state, seat, plan), strict=True)])


@lru_cache(1 << 12)
def _cost_of(plan: Plan) -> tuple[int, ...]:
    """Return what a plan costs of each kind of resource."""
    costs = (ROAD_COST, SETTLEMENT_COST, CITY_COST, CARD_COST)
    return tuple([sum([n * cost[kind] for n, cost in zip(plan, costs, strict=True)]) for kind in range(KINDS)])


def _list_rates(state: State, seat: int, plan: Plan) -> Sequence[int]:
    """Return how many cards of each kind the bank may take for one: the fewest at all where a harbor may be won."""
    if plan.settlements or state.setting.points.bank_rates:
        return (LOWEST_RATE,) * KINDS
    return [min(bank_rates(state, seat, kind)) for kind in range(KINDS)]
