"""What a player considers in a turn: to end it, to build towards each plan, to trade with the bank, to play a card."""

from collections.abc import Iterator
from typing import Any

from domain.catan.chapters.building.messages import BuildCity, BuildRoad, BuildSettlement
from domain.catan.chapters.development.messages import (
    BuyDevelopmentCard,
    PlayKnight,
    PlayMonopoly,
    PlayRoadBuilding,
    PlayYearOfPlenty,
)
from domain.catan.chapters.maritime import MaritimeTrade
from workers.agents.catan import bargaining
from workers.agents.catan.goal import ROUTE, SETTLE, Goal
from workers.agents.catan.prospects import lacking
from workers.agents.catan.turn import Turn, longest

GOALS = 6  # plans whose next step is tried
CITIES = 2
TRADES = 4  # plans for which a trade with the bank, or a card that brings cards, is tried
PLENTY = 2  # cards that a year of plenty brings


def steps(turn: Turn) -> Iterator[Any]:
    """Yield the end of the turn, a card, cities, the next step of each plan, trades with the bank, cards to play."""
    now, listed = turn.now, turn.listed
    yield listed.tamest
    yield BuyDevelopmentCard()
    yield from sorted(listed.of(BuildCity), key=lambda city: -now.ground.worth(now.ground.yields[city.node]))[:CITIES]
    for plan in turn.plans[:GOALS]:
        yield _first_step(turn, plan.goal)
    for plan in turn.plans[:TRADES]:
        yield bargaining.bank_trade(now, plan.goal, listed.of(MaritimeTrade))
    yield PlayKnight()
    yield PlayRoadBuilding()
    for plan in turn.plans[:TRADES]:
        yield _plenty(lacking(now, plan.goal))
    yield max(listed.of(PlayMonopoly), key=lambda play: _booty(turn, play.resource), default=None)


def _first_step(turn: Turn, goal: Goal) -> Any | None:
    if goal.roads:
        return BuildRoad(goal.roads[0])
    if goal.kind == ROUTE and turn.listed.of(BuildRoad):
        return longest(turn)
    return BuildSettlement(goal.node) if goal.kind == SETTLE else None


def _plenty(missing: list[int]) -> PlayYearOfPlenty | None:
    """Take what a plan lacks; of a single kind twice where one card is enough."""
    short = sum(missing)
    if not 0 < short <= PLENTY:
        return None
    return PlayYearOfPlenty(tuple([count * PLENTY // short for count in missing]))


def _booty(turn: Turn, kind: int) -> float:
    now = turn.now
    return sum([now.likely(seat, kind) for seat in range(now.view.seats) if seat != now.seat])
