"""Wins within the turn if the missing points can be had in it.

A way to win is a set of goals that can be paid together: from the hand, with the bank, or with a card played first.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import Any, Final

from domain.catan.chapters.development.messages import PlayMonopoly, PlayRoadBuilding, PlayYearOfPlenty
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.terms import KINDS, ROAD_COST, SETTLEMENT_COST, TRADE
from workers.agents.catan import bargaining
from workers.agents.catan.goal import PLACE, ROUTE, SETTLE, UPGRADE, Goal
from workers.agents.catan.goal_finding import paths_to_sites
from workers.agents.catan.prospects import can_pay
from workers.agents.catan.situation import Situation
from workers.agents.catan.turn import Turn, covers, take_step

MOST: Final = 3  # the most missing points for which a turn is searched
FREE: Final = 2  # roads that Road Building brings

OPENING: Final = (PlayYearOfPlenty, PlayMonopoly, PlayRoadBuilding)
"""Cards that may make a way payable."""

Way = tuple[Goal, ...]


def win_this_turn(turn: Turn) -> Any | None:
    """Take the next step of the cheapest way to win within the turn, or play the card that opens one."""
    now = turn.now
    if not 0 < now.missing_points <= MOST:
        return None
    ways = sorted([(_cost(way), way) for way in _ways(turn)], key=lambda found: sum(found[0]))
    for cost, way in ways:
        if _pays(turn, now.hand, cost):
            return _next_step(turn, way)
    if not any(map(turn.listed.of, OPENING)):
        return None
    cards = (card for cost, way in ways for card in _opening_cards(turn, cost, way))
    return next(cards, None)


def _ways(turn: Turn) -> Iterator[Way]:
    """Return the sets of goals that bring the missing points."""
    now = turn.now
    sure = [plan.goal for plan in turn.plans if plan.goal.points]
    if now.weights.all_sites:
        sure += _find_unplanned(now, {goal.node for goal in sure if goal.kind == SETTLE})
    for count in range(1, now.missing_points + 1):
        for way in combinations(sure, count):
            if sum(goal.points for goal in way) >= now.missing_points and _fits(now, way):
                yield way


def _find_unplanned(now: Situation, planned: Collection[int]) -> list[Goal]:
    """Return settlements at reached sites, since plans leave out those that yield little."""
    reached = paths_to_sites(now, 0)
    return [Goal(SETTLE, SETTLEMENT_COST, 0.0, node, points=1) for node in reached if node not in planned]


def _fits(now: Situation, way: Way) -> bool:
    """Return whether there are enough pieces for all goals of a way, and no site is next to another."""
    sites = [goal.node for goal in way if goal.kind == SETTLE]
    cities = sum(1 for goal in way if goal.kind == UPGRADE)
    if len(sites) > now.view.settlements_left(now.seat) or cities > now.view.cities_left(now.seat):
        return False
    return not any(now.topology.near[one] >> other & 1 for one, other in combinations(sites, 2))


def _cost(way: Way) -> list[int]:
    return list(map(sum, zip(*[goal.cost for goal in way], strict=True)))


def _pays(turn: Turn, hand: Sequence[int], cost: Sequence[int]) -> bool:
    """Return whether a hand pays a cost, with the bank if trading is still allowed."""
    now = turn.now
    is_open = now.view.agenda[-1].kind == TRADE or turn.listed.of(MaritimeTrade)
    return can_pay(hand, cost, now.ratios) if is_open else covers(hand, cost)


def _next_step(turn: Turn, way: Way) -> Any | None:
    """Trade with the bank until the hand pays for everything, then build; end the trade phase first if necessary."""
    now, cost = turn.now, _cost(way)
    if not covers(now.hand, cost):
        whole = way[0]._replace(cost=tuple(cost))
        return bargaining.bank_trade(now, whole, turn.listed.of(MaritimeTrade))
    steps = (take_step(turn, goal, now.hand) for goal in way)
    closing = turn.listed.tamest if now.view.agenda[-1].kind == TRADE else None
    return next((step for step in steps if step is not None), closing)


def _opening_cards(turn: Turn, cost: Sequence[int], way: Way) -> Iterator[Any]:
    """Yield the cards that make a way payable; for Monopoly, by the expected number of cards."""
    now, listed = turn.now, turn.listed
    for plenty in listed.of(PlayYearOfPlenty):
        if _pays(turn, [now.hand[k] + plenty.cards[k] for k in range(KINDS)], cost):
            yield plenty
    for monopoly in listed.of(PlayMonopoly):
        booty = int(sum(now.likely(seat, monopoly.resource) for seat in range(now.view.seats) if seat != now.seat))
        if _pays(turn, [now.hand[k] + booty * (k == monopoly.resource) for k in range(KINDS)], cost):
            yield monopoly
    free = min(FREE, sum(_roads(goal) for goal in way))
    left = [cost[k] - free * ROAD_COST[k] for k in range(KINDS)]
    if free and listed.of(PlayRoadBuilding) and _pays(turn, now.hand, left):
        yield PlayRoadBuilding()


def _roads(goal: Goal) -> int:
    return goal.cost[0] if goal.kind in (ROUTE, PLACE) else len(goal.roads)
