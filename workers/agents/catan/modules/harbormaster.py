"""Values buildings at harbors: the card's points if they take or keep it, a part of these if they are a step to it."""

from collections.abc import Sequence
from typing import Any, Final

from domain.catan.awards import rightful_holder
from domain.catan.modules.harbormaster import FEWEST, award_of, harbor_points
from domain.catan.state import State
from domain.catan.terms import AWARD_POINTS
from workers.agents.catan.goal import SETTLE, UPGRADE, Goal
from workers.agents.catan.situation import Situation
from workers.agents.catan.tactics import Help, Tactics

NEAR: Final = (2.0, 0.7, 0.3)
"""Gain of a harbor point, by the number still missing for the card afterwards."""
LEAD: Final = 0.3
"""Gain of a harbor point that increases the holder's lead."""


def lift(now: Situation, goal: Goal) -> Goal:
    """Add the gain of a building at a harbor to its goal, with the card's points if it takes the card at once."""
    if goal.kind not in (SETTLE, UPGRADE) or not now.view.setting.board.harbor_nodes >> goal.node & 1:
        return goal
    holder, points = award_of(now.view).holder, harbor_points(now.view)
    points[now.seat] += 1
    if holder == now.seat:
        return goal._replace(gain=goal.gain + LEAD)
    if rightful_holder(points, holder, FEWEST) == now.seat:
        return goal._replace(gain=goal.gain + NEAR[0], points=goal.points + AWARD_POINTS)
    others = [count for seat, count in enumerate(points) if seat != now.seat]
    missing = max(FEWEST, max(others) + 1) - points[now.seat]
    return goal._replace(gain=goal.gain + (NEAR[missing] if missing < len(NEAR) else 0.0))


def _lift_by(view: Any) -> int:
    return award_of(view).holder


def helps(state: State, seat: int) -> Sequence[Help]:
    """Return the card's points, with the harbor points that are missing for it; each takes a building or more."""
    holder, points = award_of(state).holder, harbor_points(state)
    if holder == seat:
        return ()
    most = max([count for other, count in enumerate(points) if other != seat], default=0)
    return (Help(points=AWARD_POINTS, builds=max(FEWEST, most + 1) - points[seat]),)


TACTICS: Final[Tactics[Situation]] = Tactics(lift=lift, goals_by=_lift_by, helps=helps)
