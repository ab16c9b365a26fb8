"""When to use a helper in the own turn: when it completes a plan, saves its price, or gains a card for nothing."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from domain.catan.modules.helpers.commands import (
    UseCardChoice,
    UseForcedTrade,
    UseKnightToBuilding,
    UseMoveRoad,
    UseRoadHelp,
    UseRobberToDesert,
    UseTakeFromLeader,
    UseTwoToOne,
)
from domain.catan.roads import rightful_holder, route_length, route_walls
from domain.catan.terms import CARD_COST, KINDS, SHORTEST_LONGEST_ROAD, SMALLEST_LARGEST_ARMY
from domain.catan.topology import bits
from workers.agents.catan.cards import is_robbed
from workers.agents.catan.goals import CARD, SETTLE, UPGRADE, Goal
from workers.agents.catan.modules.helpers import with_card
from workers.agents.catan.prospects import Prospect, promise
from workers.agents.catan.situation import Situation

MARGIN: Final = 0.02  # how much more a hand must promise after a forced trade
LIKELY: Final = 0.6  # cards that an opponent is thought to hold before they are demanded
BOOTY: Final = 2  # cards in a leader's hand that are worth a look
PLANS: Final = 3

Listed = Callable[[Any], list[Any]]
Plans = Sequence[Prospect]


def use_helper(now: Situation, plans: Plans, listed: Listed) -> Any | None:
    """The use of the own helper that is worth it now; `listed` gives the legal commands of a class."""
    for cls, choose in _USES.items():
        commands = listed(cls)
        if commands:
            return choose(now, plans, commands)
    return None


def _goals(plans: Plans) -> list[Goal]:
    return [plan.goal for plan in plans[:PLANS]]


def _lacking(now: Situation, goal: Goal) -> list[int]:
    return [max(0, goal.cost[k] - now.hand[k]) for k in range(KINDS)]


def _demand(now: Situation, plans: Plans, commands: Iterable[UseForcedTrade]) -> UseForcedTrade | None:
    """Demand what the plans lack of the two who most likely have it; something to spare goes back."""
    if not plans:
        return None
    goals = _goals(plans)
    before = promise(now, now.hand, goals)
    best, gain = None, MARGIN
    for command in commands:
        certain = all(now.likely(seat, command.resource) >= LIKELY for seat in bits(command.seats))
        better = _after_trade(now, command, goals) - before if certain else 0.0
        if better > gain:
            best, gain = command, better
    return best


def _after_trade(now: Situation, command: UseForcedTrade, goals: Sequence[Goal]) -> float:
    """What the hand promises with the cards received, and the cards missed least given back."""
    count = command.seats.bit_count()
    hand = with_card(now, command.resource, count)
    for _ in range(count):
        options = [[n - int(k == kind) for k, n in enumerate(hand)] for kind in range(KINDS) if hand[kind]]
        hand = max(options, key=lambda option: promise(now, option, goals))
    return promise(now, hand, goals)


def _name_rate(now: Situation, plans: Plans, commands: Iterable[UseTwoToOne]) -> UseTwoToOne | None:
    """Name a resource when its pairs buy all that a plan lacks."""
    kinds = {command.resource: command for command in commands}
    for plan in plans[:PLANS]:
        short = sum(_lacking(now, plan.goal))
        for kind, command in kinds.items():
            pairs = max(0, now.hand[kind] - plan.goal.cost[kind]) // 2
            if plan.wait > 0 and now.ratios[kind] > 2 and 0 < short <= pairs:
                return command
    return None


def _look(now: Situation, plans: Plans, commands: Iterable[UseTakeFromLeader]) -> UseTakeFromLeader | None:
    """Take a card of the largest hand, from the one closest to winning among equals."""
    full = [command for command in commands if now.view.hand_sizes[command.victim] >= BOOTY]
    return max(full, key=lambda c: (now.threat(c.victim), now.view.hand_sizes[c.victim]), default=None)


def _send_home(now: Situation, plans: Plans, commands: Iterable[UseRobberToDesert]) -> UseRobberToDesert | None:
    """Send the robber off an own hex, or for the one card that a plan lacks."""
    kind = now.view.setting.board.terrain[now.view.robber]
    wanted = any(_lacking(now, goal) == [int(k == kind) for k in range(KINDS)] for goal in _goals(plans))
    return next(iter(commands), None) if wanted or is_robbed(now) else None


def _help_road(now: Situation, plans: Plans, commands: Sequence[UseRoadHelp]) -> UseRoadHelp | None:
    """The next road of a plan, for what the rest of the plan does not need."""
    for goal in _goals(plans):
        fits = [c for c in commands if goal.roads and c.edge == goal.roads[0] and _spares(now, goal, c.cards)]
        if fits and (now.hand[0] < 1 or now.hand[1] < 1):
            return fits[0]
    return None


def _spares(now: Situation, goal: Goal, price: Sequence[int]) -> bool:
    """Whether the hand still pays the rest of a plan's cost as well as before, lumber and brick apart."""
    return all(now.hand[k] - price[k] >= min(goal.cost[k], now.hand[k]) for k in range(2, KINDS))


def _choose_card(now: Situation, plans: Plans, commands: Sequence[UseCardChoice]) -> UseCardChoice | None:
    """With a card as the first plan: at its price, else with what is held most of in place of what is missing."""
    if not plans or plans[0].goal.kind != CARD:
        return None
    plain = [command for command in commands if command.cards == CARD_COST]
    return plain[0] if plain else max(commands, key=lambda c: min(now.hand[k] - c.cards[k] for k in range(KINDS)))


def _spend_knight(now: Situation, plans: Plans, commands: Sequence[UseKnightToBuilding]) -> UseKnightToBuilding | None:
    """A building of a plan, as long as that does not cost the Largest Army."""
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
    """Move a road only where that takes the Longest Road."""
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


_USES: Final[dict[type[Any], Callable[[Situation, Plans, Any], Any | None]]] = {
    UseForcedTrade: _demand,
    UseTwoToOne: _name_rate,
    UseTakeFromLeader: _look,
    UseRobberToDesert: _send_home,
    UseRoadHelp: _help_road,
    UseCardChoice: _choose_card,
    UseKnightToBuilding: _spend_knight,
    UseMoveRoad: _move_road,
}
