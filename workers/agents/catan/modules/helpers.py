"""Judges when to use the own helper, how to use its effect, and which helper to keep."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from domain.catan.awards import rightful_holder
from domain.catan.chapters.longest_road import route_length, route_walls
from domain.catan.modules.helpers import terms
from domain.catan.modules.helpers.building import KeepCard, UseCardChoice, UseKnightToBuilding, UseRoadHelp
from domain.catan.modules.helpers.holdings import helper_cards
from domain.catan.modules.helpers.moving import TakeCard, UseMoveRoad, UseRobberToDesert, UseTakeFromLeader
from domain.catan.modules.helpers.rolling import DeclineHelper, UseProtectSeven, UseResourceBalance
from domain.catan.modules.helpers.trading import ReturnCard, UseForcedTrade, UseTwoToOne
from domain.catan.modules.helpers.using import ExchangeHelper, FlipHelper
from domain.catan.state import State
from domain.catan.terms import (
    CARD_COST,
    KINDS,
    KNIGHT,
    MONOPOLY,
    ROAD_BUILDING,
    ROLL,
    SHORTEST_LONGEST_ROAD,
    SMALLEST_LARGEST_ARMY,
    VICTORY_POINT,
    YEAR_OF_PLENTY,
)
from domain.core.masks import bits
from workers.agents.catan.actions_by_kind import Listed
from workers.agents.catan.development import is_robbed
from workers.agents.catan.goal import CARD, SETTLE, UPGRADE, Goal, Prospect
from workers.agents.catan.goal_finding import first_goals
from workers.agents.catan.prospects import lacking, promise
from workers.agents.catan.situation import Situation
from workers.agents.catan.tactics import Figures, Help, Moment, Tactics
from workers.agents.catan.winning.counts import unseen_cards

PLANS: Final = 3
MARGIN: Final = 0.02  # the least gain in the value of the hand by a forced trade
LIKELY: Final = 0.6  # expected cards of the kind in an opponent's hand that make a demand worth trying
BOOTY: Final = 2  # cards in a leader's hand that are worth a look

# The value of a helper, whatever the position.
WORTH: Final = {
    terms.FORCED_TRADE: 2.0,
    terms.ROAD_HELP: 1.0,
    terms.RESOURCE_BALANCE: 3.0,
    terms.MOVE_ROAD: 0.2,
    terms.PROTECT_SEVEN: 1.2,
    terms.CARD_CHOICE: 1.9,
    terms.TAKE_FROM_LEADER: 1.0,
    terms.KNIGHT_TO_BUILDING: 0.5,
    terms.TWO_TO_ONE: 1.8,
    terms.ROBBER_TO_DESERT: 1.6,
}
LEADER: Final = 1.6  # the gain of a look at the hand of a leader
KNIGHTS: Final = 2.0  # the gain of a spare knight
# Which development card to keep, the best one first, unless an army is in reach.
KEPT: Final = (VICTORY_POINT, YEAR_OF_PLENTY, MONOPOLY, ROAD_BUILDING, KNIGHT)
ARMED: Final = (VICTORY_POINT, KNIGHT, YEAR_OF_PLENTY, MONOPOLY, ROAD_BUILDING)

Plans = Sequence[Prospect]


def with_card(now: Situation, kind: int, count: int = 1) -> list[int]:
    """Return the own hand with `count` cards of a kind more (less if negative)."""
    return [held + (count if k == kind else 0) for k, held in enumerate(now.hand)]


def choose_card(now: Situation, commands: Sequence[Any]) -> Any:
    """Take the card that helps the plans most."""
    plans = first_goals(now, PLANS)
    takes = [command for command in commands if not isinstance(command, DeclineHelper)]
    return max(takes, key=lambda command: promise(now, with_card(now, command.resource), plans))


def choose_return(now: Situation, commands: Sequence[ReturnCard]) -> ReturnCard:
    """Return the card that the plans need least."""
    plans = first_goals(now, PLANS)
    return max(commands, key=lambda command: promise(now, with_card(now, command.resource, -1), plans))


def choose_kept(now: Situation, commands: Sequence[KeepCard]) -> KeepCard:
    """Keep a victory point first; a knight before the others while an army is in reach."""
    order = ARMED if now.view.largest_army != now.seat and now.view.knights[now.seat] else KEPT
    return min(commands, key=lambda command: order.index(command.card))


def choose_settling(now: Situation, commands: Sequence[Any]) -> Any:
    """Keep the helper on side B unless the display has a better one."""
    own = helper_cards(now.view).helpers[now.seat]

    def worth(command: Any) -> tuple[float, bool]:
        is_flip = isinstance(command, FlipHelper)
        return helper_worth(now, own if is_flip else command.helper), is_flip

    return max(commands, key=worth)


def helper_worth(now: Situation, helper: int) -> float:
    """Value a helper in the current position."""
    view, seat = now.view, now.seat
    worth = WORTH[helper]
    if helper == terms.TAKE_FROM_LEADER and max(view.points) > view.points[seat]:
        worth += LEADER
    if helper == terms.KNIGHT_TO_BUILDING and view.knights[seat] and view.largest_army != seat:
        worth += KNIGHTS
    if helper == terms.TWO_TO_ONE:
        worth -= sum(1 for ratio in now.ratios if ratio == 2) / KINDS
    return worth


def use_helper(now: Situation, plans: Plans, listed: Listed) -> Any | None:
    """Use the own helper if that is worth it now."""
    for cls, choose in _USES.items():
        commands = listed.of(cls)
        if commands:
            return choose(now, plans, commands)
    return None


def _goals(plans: Plans) -> list[Goal]:
    return [plan.goal for plan in plans[:PLANS]]


def _demand(now: Situation, plans: Plans, commands: Iterable[UseForcedTrade]) -> UseForcedTrade | None:
    """Demand cards that the plans lack from the seats most likely to have them; spare cards go back.

    If both other seats must be asked, it is enough that one of them probably has the card.
    """
    if not plans:
        return None
    goals = _goals(plans)
    before = promise(now, now.hand, goals)
    best, gain = None, MARGIN
    for command in commands:
        givers = sum(now.likely(seat, command.resource) >= LIKELY for seat in bits(command.seats))
        better = _after_trade(now, command.resource, givers, goals) - before if givers else 0.0
        if better > gain:
            best, gain = command, better
    return best


def _after_trade(now: Situation, resource: int, count: int, goals: Sequence[Goal]) -> float:
    """Value the hand with the cards received, after the cards needed least are given back."""
    hand = with_card(now, resource, count)
    for _ in range(count):
        options = [[n - int(k == kind) for k, n in enumerate(hand)] for kind in range(KINDS) if hand[kind]]
        hand = max(options, key=lambda option: promise(now, option, goals))
    return promise(now, hand, goals)


def _name_rate(now: Situation, plans: Plans, commands: Iterable[UseTwoToOne]) -> UseTwoToOne | None:
    """Name a resource if pairs of it buy all cards that a plan lacks."""
    kinds = {command.resource: command for command in commands}
    for plan in plans[:PLANS]:
        short = sum(lacking(now, plan.goal))
        for kind, command in kinds.items():
            pairs = max(0, now.hand[kind] - plan.goal.cost[kind]) // 2
            if plan.wait > 0 and now.ratios[kind] > 2 and 0 < short <= pairs:
                return command
    return None


def _look(now: Situation, plans: Plans, commands: Iterable[UseTakeFromLeader]) -> UseTakeFromLeader | None:
    """Take a card from the largest hand; among equals from the seat closest to winning."""
    full = [command for command in commands if now.view.hand_sizes[command.victim] >= BOOTY]
    return max(full, key=lambda c: (now.threat(c.victim), now.view.hand_sizes[c.victim]), default=None)


def _send_home(now: Situation, plans: Plans, commands: Iterable[UseRobberToDesert]) -> UseRobberToDesert | None:
    """Move the robber off an own hex, or to get the one card that a plan lacks."""
    kind = now.view.setting.board.resources[now.view.robber]
    wanted = any(lacking(now, goal) == [int(k == kind) for k in range(KINDS)] for goal in _goals(plans))
    return next(iter(commands), None) if wanted or is_robbed(now) else None


def _help_road(now: Situation, plans: Plans, commands: Sequence[UseRoadHelp]) -> UseRoadHelp | None:
    """Build the next road of a plan with cards that the rest of the plan does not need."""
    for goal in _goals(plans):
        fits = [c for c in commands if goal.roads and c.edge == goal.roads[0] and _spares(now, goal, c.cards)]
        if fits and (now.hand[0] < 1 or now.hand[1] < 1):
            return fits[0]
    return None


def _spares(now: Situation, goal: Goal, price: Sequence[int]) -> bool:
    """Return whether a hand pays for the rest of a plan as well as before, lumber and brick left out."""
    return all(now.hand[k] - price[k] >= min(goal.cost[k], now.hand[k]) for k in range(2, KINDS))


def _choose_card(now: Situation, plans: Plans, commands: Sequence[UseCardChoice]) -> UseCardChoice | None:
    """If a card is the first plan, buy it at its own cost, else with the most numerous cards."""
    if not plans or plans[0].goal.kind != CARD:
        return None
    plain = [command for command in commands if command.cards == CARD_COST]
    return plain[0] if plain else max(commands, key=lambda c: min(now.hand[k] - c.cards[k] for k in range(KINDS)))


def _spend_knight(now: Situation, plans: Plans, commands: Sequence[UseKnightToBuilding]) -> UseKnightToBuilding | None:
    """Build the first plan for a knight, unless that loses the Largest Army."""
    if _loses_army(now):
        return None
    sites = {command.node: command for command in commands}
    wanted = [
        goal for goal in _goals(plans) if goal.kind in (SETTLE, UPGRADE) and goal.node in sites and not goal.roads
    ]
    return sites[wanted[0].node] if wanted else None


def _loses_army(now: Situation) -> bool:
    view, seat = now.view, now.seat
    left = tuple(count - int(at == seat) for at, count in enumerate(view.knights))
    return view.largest_army == seat and rightful_holder(left, seat, SMALLEST_LARGEST_ARMY) != seat


def _move_road(now: Situation, plans: Plans, commands: Sequence[UseMoveRoad]) -> UseMoveRoad | None:
    """Move a road only if that takes the Longest Road."""
    view, seat = now.view, now.seat
    if view.longest_road == seat or max(view.routes) > view.routes[seat] + 1:
        return None
    board, walls = view.setting.board, route_walls(view, seat)
    for command in commands:
        roads = view.roads[seat] & ~(1 << command.origin) | 1 << command.edge
        routes = [*view.routes[:seat], route_length(board, roads, walls), *view.routes[seat + 1 :]]
        if rightful_holder(routes, view.longest_road, SHORTEST_LONGEST_ROAD) == seat:
            return command
    return None


def send_home_before_roll(now: Situation, plans: Plans, listed: Listed) -> UseRobberToDesert | None:
    """Move the robber off an own hex before the roll."""
    return next(iter(listed.of(UseRobberToDesert)), None) if is_robbed(now) else None


_USES: Final[Mapping[type[Any], Callable[[Situation, Plans, Any], Any | None]]] = {
    UseForcedTrade: _demand,
    UseTwoToOne: _name_rate,
    UseTakeFromLeader: _look,
    UseRobberToDesert: _send_home,
    UseRoadHelp: _help_road,
    UseCardChoice: _choose_card,
    UseKnightToBuilding: _spend_knight,
    UseMoveRoad: _move_road,
}


def helps(state: State, seat: int) -> Sequence[Help]:
    """Return what the own helper may bring if it can be used in this turn."""
    cards, kinds = helper_cards(state), [frame.kind for frame in state.agenda]
    if terms.KEEP in kinds:
        counts = cards.looked[VICTORY_POINT] > 0 and not state.setting.victory_point_card_waits
        return (Help(points=1),) if counts else ()
    if any(kind in kinds for kind in (terms.TAKE, terms.BALANCE, terms.PROTECTION)):
        return (Help(cards=1),)
    helper = cards.helpers[seat]
    if helper < 0 or not cards.is_ready(seat, state.turn):
        return ()
    if helper == terms.CARD_CHOICE:
        return (Help(cards=1, points=_point_is_seen(state, seat)),)
    if helper in (terms.RESOURCE_BALANCE, terms.PROTECT_SEVEN) and ROLL not in kinds:
        return ()
    return (_HELPS[helper],)


def _point_is_seen(state: State, seat: int) -> bool:
    """Return whether a victory point must be among the cards that a look shows."""
    unseen = unseen_cards(state, seat)
    looked = min(terms.LOOKED_AT, sum(state.deck))
    return sum(unseen) - unseen[VICTORY_POINT] < looked and not state.setting.victory_point_card_waits


_HELPS: Final = {
    terms.FORCED_TRADE: Help(cards=2),
    terms.ROAD_HELP: Help(cards=1),
    terms.RESOURCE_BALANCE: Help(cards=1),
    terms.MOVE_ROAD: Help(roads=1, lifted=1),
    terms.PROTECT_SEVEN: Help(cards=1),
    terms.TAKE_FROM_LEADER: Help(cards=1),
    terms.KNIGHT_TO_BUILDING: Help(cards=2),
    terms.TWO_TO_ONE: Help(rate=2),
    terms.ROBBER_TO_DESERT: Help(cards=1),
}


TACTICS: Final[Tactics[Situation]] = Tactics(
    owed={
        UseResourceBalance: choose_card,
        UseProtectSeven: choose_card,
        TakeCard: choose_card,
        ReturnCard: choose_return,
        KeepCard: choose_kept,
        FlipHelper: choose_settling,
        ExchangeHelper: choose_settling,
    },
    steps={Moment.BEFORE_ROLL: send_home_before_roll, Moment.BEFORE_PLAN: use_helper},
    helps=helps,
    figures=Figures(("helper",), lambda state: [[WORTH.get(one, 0.0) / 2] for one in helper_cards(state).helpers]),
    rank=2,
)
