"""Defines the levels of version 1 of `graded`; what they play does not change.

Each of the lower levels makes all mistakes of the one above it, and more. None of them plays at random: they value the
wrong things, ignore threats of rivals, or leave out a step of the turn. From the sixth on each level tries out more
moves, and makes fewer mistakes in those that it does not try out.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

from domain.catan.chapters.building.messages import BuildRoad
from domain.catan.terms import ROAD_COST
from workers.agents.agent import Agent
from workers.agents.catan.heuristic import Heuristic
from workers.agents.catan.lookahead.agent import Lookahead
from workers.agents.catan.lookahead.effort import Effort
from workers.agents.catan.planner_1 import Planner
from workers.agents.catan.turn import BUILD_ASIDE, SHED, STEPS, Step, Turn, covers, longest
from workers.agents.catan.weights import Places, Weights

SKILLED: Final = Weights(
    opening=Places(wanted=(0.83, 0.83, 0.91, 1.3, 1.3), variety=1.1, second=0.8),
    places=Places(wanted=(0.96, 0.96, 0.78, 1.12, 1.18), beyond_five=0.6, variety=1.5),
    late_pip=0.2,
    win=5.8,
    victory_cards=0.23,
    knights=0.7,
    army_held=0.58,
    raced_for=0.9,
    route=1.5,
    taken_road=0.55,
    patience=1.3,
    price=4.0,
    accept=0.013,
    given=0.0135,
    help=0.38,
    sought=3,
    asked=2,
    likely=0.67,
    few_cards=1.8,
    many_cards=3.7,
    road_plans=99,
    hidden_card=0.23,
    card_hand=5,
)
"""The weights of level 7, once those of `planner`; unchanged, so that ratings stay valid."""

HASTY: Final = replace(
    SKILLED,
    opening=replace(SKILLED.opening, second=0.0, room=0.0),
    raced_for=1.0,
    reached_first=1.0,
    sought=1,
    asked=1,
)
"""Weights that ignore the second settlement and others' roads near a site, and offer cards for the first plan only."""

ALONE: Final = replace(HASTY, offers=0, leader=0.0, help=0.0, hidden_card=0.0, taken_road=0.0, accept=0.1, knights=0.3)
"""Weights that ignore the threat of other seats, make no offers, accept few, and undervalue knights."""

BY_PIPS: Final = Places(
    wanted=(1.0, 1.0, 1.0, 1.0, 1.0), beyond_five=1.0, variety=0.0, pair=0.0, any_harbor=0.0, kind_harbor=0.0, room=0.0
)
"""Weights of places that count the dots on the number tokens only."""

DOTTED: Final = replace(ALONE, opening=BY_PIPS)
"""Weights that found settlements where most dots are."""

HEEDLESS: Final = replace(DOTTED, accept=1.0, knights=0.1)
"""Weights that accept no offers and hardly value knights."""

BY_LOOKS: Final = replace(BY_PIPS, wanted=(2.0, 2.0, 1.0, 0.4, 0.4), any_harbor=6.0, kind_harbor=0.3)
"""Weights of places that overvalue harbors, brick and lumber."""

NEAREST: Final = replace(
    HEEDLESS, opening=BY_LOOKS, places=BY_PIPS, pip=0.001, win=0.0, victory_cards=0.05, other_cards=0.0
)
"""Weights that prefer the nearest goal, whatever it yields, and do not value development cards."""


def wander(turn: Turn) -> BuildRoad | None:
    """Build any road that can be paid, a beginner's mistake: it may lead nowhere and waste cards."""
    return longest(turn) if covers(turn.now.hand, ROAD_COST) else None


def list_steps(*left_out: Step) -> tuple[Step, ...]:
    """Return the steps of a turn but for some, in their order."""
    return tuple(step for step in STEPS if step not in left_out)


def plan_by(weights: Weights, *steps: Step) -> Callable[[], Agent]:
    """Return what makes an agent that plans by some weights and takes some steps in a turn."""
    return partial(Heuristic, weights, steps)


def _trying(effort: Effort, floor: Callable[[], Agent]) -> Callable[[], Agent]:
    return lambda: Lookahead(effort, floor=floor())


_FIFTH: Final = plan_by(HASTY, *list_steps(SHED))

LEVELS: Final[Mapping[int, Callable[[], Agent]]] = MappingProxyType(
    {
        1: plan_by(NEAREST, *list_steps(SHED, BUILD_ASIDE), wander),
        2: plan_by(HEEDLESS, *list_steps(SHED, BUILD_ASIDE), wander),
        3: plan_by(DOTTED, *list_steps(SHED)),
        4: plan_by(ALONE, *list_steps(SHED)),
        5: _FIFTH,
        6: _trying(Effort(worlds=2, most=4, tiles=4, offers=0, founding=1), _FIFTH),
        7: _trying(Effort(worlds=4, most=8, offers=0), plan_by(SKILLED, *list_steps(SHED))),
        8: _trying(Effort(worlds=12, most=12, offers=8), Planner),
    }
)


def make_graded(level: int) -> Agent:
    """Return the agent that plays at a level; raises KeyError for an unknown level."""
    return LEVELS[level]()
