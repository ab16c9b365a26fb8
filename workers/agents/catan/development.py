"""Judges when to play a development card."""

from collections.abc import Sequence

from domain.catan.chapters.development.messages import PlayMonopoly, PlayYearOfPlenty
from domain.catan.terms import KINDS, KNIGHT, SMALLEST_LARGEST_ARMY
from workers.agents.catan.goal import ROUTE, SETTLE, Prospect
from workers.agents.catan.prospects import lacking, promise
from workers.agents.catan.situation import Situation

PLENTY = 2


def is_robbed(now: Situation) -> bool:
    """Return whether the robber stands on a tile next to an own building."""
    board = now.view.setting.board
    return bool(now.ground.pips[now.view.robber] and board.tile_mask[now.view.robber] & now.view.buildings(now.seat))


def takes_army(now: Situation) -> bool:
    """Return whether one more knight brings the Largest Army."""
    view = now.view
    rival = max((k for s, k in enumerate(view.knights) if s != now.seat), default=0)
    mine = view.knights[now.seat] + 1
    return bool(view.largest_army != now.seat and mine >= SMALLEST_LARGEST_ARMY and mine > rival)


def wants_knight(now: Situation) -> bool:
    """Return whether to play a knight: against the robber, for the army, or because another one is in reserve."""
    held, played = now.view.cards[KNIGHT], now.view.knights[now.seat]
    races = now.view.largest_army != now.seat and held + played >= SMALLEST_LARGEST_ARMY
    return is_robbed(now) or takes_army(now) or races or held > 1


def wants_roads(now: Situation, plans: Sequence[Prospect]) -> bool:
    """Return whether Road Building helps one of the first plans."""
    goals = [plan.goal for plan in plans[: now.weights.road_plans]]
    leads = any(goal.kind == ROUTE or (goal.kind == SETTLE and goal.roads) for goal in goals)
    return leads and now.view.roads_left(now.seat) > 1


def choose_plenty(
    now: Situation, commands: Sequence[PlayYearOfPlenty], plans: Sequence[Prospect]
) -> PlayYearOfPlenty | None:
    """Play Year of Plenty if its two cards complete one of the first plans, for the plan that gains most."""
    if not commands or not plans or plans[0].wait == 0:
        return None
    near = [plan.goal for plan in plans[:3] if 0 < sum(lacking(now, plan.goal)) <= PLENTY]
    if not near:
        return None
    goal = max(near, key=lambda goal: goal.gain)
    missing = lacking(now, goal)
    fits = [c for c in commands if all(c.cards[k] >= missing[k] for k in range(KINDS))]
    return max(fits, key=lambda c: promise(now, [now.hand[k] + c.cards[k] for k in range(KINDS)], near), default=None)


def choose_monopoly(now: Situation, commands: Sequence[PlayMonopoly], plans: Sequence[Prospect]) -> PlayMonopoly | None:
    """Play Monopoly if others hold many cards of a kind, or if a few of one kind complete the first plan."""
    if not commands:
        return None
    best = max(commands, key=lambda c: _booty(now, c.resource))
    if _booty(now, best.resource) >= now.weights.many_cards:
        return best
    if not plans or plans[0].wait == 0:
        return None
    missing = lacking(now, plans[0].goal)
    kinds = [k for k in range(KINDS) if missing[k]]
    enough = len(kinds) == 1 and _booty(now, kinds[0]) >= max(now.weights.few_cards, missing[kinds[0]])
    return next((c for c in commands if enough and c.resource == kinds[0]), None)


def _booty(now: Situation, kind: int) -> float:
    return sum(now.likely(seat, kind) for seat in range(now.view.seats) if seat != now.seat)
