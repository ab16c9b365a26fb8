"""Plays the turn after the roll: builds, plays a card, trades, and ends the turn if nothing better is left."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from domain.catan.chapters.building.messages import BuildCity, BuildRoad, BuildSettlement
from domain.catan.chapters.development.messages import (
    BuyDevelopmentCard,
    PlayKnight,
    PlayMonopoly,
    PlayRoadBuilding,
    PlayYearOfPlenty,
)
from domain.catan.chapters.longest_road import route_length, route_walls
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.trading.messages import ConfirmTrade, OfferTrade
from domain.catan.terms import KINDS, ROAD_COST
from workers.agents.catan import bargaining, development
from workers.agents.catan.actions_by_kind import Listed
from workers.agents.catan.goal import CARD, ROUTE, SETTLE, UPGRADE, Goal, Prospect
from workers.agents.catan.goal_finding import paths_to_sites, plans
from workers.agents.catan.opening import site_worth
from workers.agents.catan.situation import Situation
from workers.agents.catan.tactics import Moment, first_step

PLANS: Final = 4


class Turn:
    """Holds the basis of a decision within a turn: the legal actions, and the plans, the most promising first."""

    def __init__(self, now: Situation, listed: Listed) -> None:
        self.now = now
        self.listed = listed
        self.plans: list[Prospect] = plans(now)


Step = Callable[[Turn], Any | None]


def choose_in_turn(turn: Turn, steps: Iterable[Step]) -> Any | None:
    """Return the command of the first step that has one; otherwise the command that ends the phase."""
    for step in steps:
        command = step(turn)
        if command is not None:
            return command
    return turn.listed.tamest


def _confirm(turn: Turn) -> Any | None:
    return bargaining.confirm(turn.now, turn.listed.of(ConfirmTrade), goals_of(turn))


def _answer(turn: Turn) -> Any | None:
    return bargaining.answer(turn.now, goals_of(turn))


def goals_of(turn: Turn) -> list[Goal]:
    """Return what the best plans of a turn work towards."""
    return [plan.goal for plan in turn.plans[:PLANS]]


def _follow_plan(turn: Turn) -> Any | None:
    """Take the next step of the best plan, if the hand pays for it."""
    return _step(turn, turn.plans[0], turn.now.hand) if turn.plans else None


def _step(turn: Turn, plan: Prospect, purse: Sequence[int]) -> Any | None:
    return take_step(turn, plan.goal, purse)


def take_step(turn: Turn, goal: Goal, purse: Sequence[int]) -> Any | None:
    """Build the next piece of a goal, if the cards in a purse pay for it."""
    if goal.roads:
        return _if_listed(turn, BuildRoad(goal.roads[0])) if covers(purse, ROAD_COST) else None
    if not covers(purse, goal.cost):
        return None
    if goal.kind == ROUTE:
        return longest(turn)
    made = {SETTLE: BuildSettlement(goal.node), UPGRADE: BuildCity(goal.node), CARD: BuyDevelopmentCard()}
    return _if_listed(turn, made[goal.kind])


def _if_listed(turn: Turn, command: Any) -> Any | None:
    return command if turn.listed.has(command) else None


def covers(purse: Sequence[int], cost: Sequence[int]) -> bool:
    """Return whether the cards in a purse pay a cost without the bank."""
    return all(purse[k] >= cost[k] for k in range(KINDS))


def longest(turn: Turn) -> Any | None:
    """Build the road that lengthens the own route most."""
    view, seat = turn.now.view, turn.now.seat
    board, walls = view.setting.board, route_walls(view, seat)

    def length(command: BuildRoad) -> tuple[int, int]:
        onward = sum(1 for node in turn.now.topology.edge_nodes[command.edge] if not view.touched[seat] >> node & 1)
        return route_length(board, view.roads[seat] | 1 << command.edge, walls), onward

    return max(turn.listed.of(BuildRoad), key=length, default=None)


def choose_free_road(turn: Turn) -> Any:
    """Build a free road: towards the best site, else for the longest route."""
    for plan in turn.plans[:PLANS]:
        if plan.goal.roads and turn.listed.has(BuildRoad(plan.goal.roads[0])):
            return BuildRoad(plan.goal.roads[0])
        if plan.goal.kind == ROUTE:
            return longest(turn)
    paths = {node: path for node, path in paths_to_sites(turn.now, 4).items() if path}
    if paths:
        node = max(paths, key=lambda n: site_worth(turn.now, n, turn.now.income) / len(paths[n]))
        return BuildRoad(paths[node][0])
    return longest(turn)


def _play_card(turn: Turn) -> Any | None:
    now, listed = turn.now, turn.listed
    if listed.of(PlayKnight) and development.wants_knight(now):
        return PlayKnight()
    if listed.of(PlayRoadBuilding) and development.wants_roads(now, turn.plans):
        return PlayRoadBuilding()
    return development.choose_plenty(now, listed.of(PlayYearOfPlenty), turn.plans) or development.choose_monopoly(
        now, listed.of(PlayMonopoly), turn.plans
    )


def trade_with_bank(turn: Turn) -> Any | None:
    """Trade with the bank if that makes a plan payable now, the best such plan first."""
    trades = turn.listed.of(MaritimeTrade)
    if not trades:
        return None
    for plan in turn.plans[:PLANS]:
        if plan.wait == 0 and not covers(turn.now.hand, plan.goal.cost):
            return bargaining.bank_trade(turn.now, plan.goal, trades)
    return None


def offer_cards(turn: Turn) -> Any | None:
    """Offer cards for those that the first plans lack."""
    if turn.listed.template(OfferTrade) is None or not turn.plans:
        return None
    return bargaining.offer(turn.now, turn.plans)


def _build_aside(turn: Turn) -> Any | None:
    """Build with cards that the best plan can spare; if a seven would halve the hand, build anything."""
    if not turn.plans:
        return None
    now, kept = turn.now, turn.plans[0].goal.cost
    is_full = sum(now.hand) > now.view.setting.hand_limit
    purse = now.hand if is_full else [now.hand[k] - kept[k] for k in range(KINDS)]
    for plan in turn.plans[1:]:
        command = _step(turn, plan, purse)
        if command is not None:
            return command
    return None


def _shed(turn: Turn) -> Any | None:
    """If a seven would halve the hand, trade with the bank cards that a plan can spare for those that it lacks."""
    now = turn.now
    if sum(now.hand) <= now.view.setting.hand_limit:
        return None
    trades = turn.listed.of(MaritimeTrade)
    found = (bargaining.bank_trade(now, plan.goal, trades) for plan in turn.plans[:PLANS])
    return next((trade for trade in found if trade is not None), None)


def _modules(moment: Moment) -> Step:
    """Return a step that returns the modules' command at a moment."""
    return lambda turn: first_step(turn.now.tactics, moment, turn.now, turn.plans, turn.listed)


BUILD_ASIDE: Final[Step] = _build_aside
SHED: Final[Step] = _shed
"""The optional steps of a turn."""
ANSWER: Final[Step] = _answer
CONFIRM: Final[Step] = _confirm
"""The steps that answer other seats."""

STEPS: Final[tuple[Step, ...]] = (
    _answer,
    _confirm,
    _modules(Moment.BEFORE_PLAN),
    _follow_plan,
    _modules(Moment.AFTER_PLAN),
    _play_card,
    trade_with_bank,
    offer_cards,
    _build_aside,
    _shed,
    _modules(Moment.BEFORE_END),
)
