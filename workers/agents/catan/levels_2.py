"""Defines the levels of version 2 of `graded`; what they play does not change.

Levels 1 to 5 make a beginner's mistakes in what they build, as those of version 1 do (`levels_1.py`), and trade as
beginners and club players do: seldom, clumsily and generously at first, then well. From the sixth on each level tries
out more moves before it plays. No level plays at random, and all keep to the manners of a guest (`manners.py`).
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

from workers.agents.agent import Agent
from workers.agents.catan.heuristic import Heuristic
from workers.agents.catan.levels_1 import ALONE, DOTTED, HASTY, HEEDLESS, NEAREST, SKILLED, list_steps, plan_by, wander
from workers.agents.catan.lookahead.effort import Effort
from workers.agents.catan.lookahead.winning import Lookahead
from workers.agents.catan.manners import Polite
from workers.agents.catan.planner_1 import Planner
from workers.agents.catan.turn import BUILD_ASIDE, SHED
from workers.agents.catan.winning.finding import find_win
from workers.agents.search.sure_wins import TakesSureWins

FAIR: Final = replace(ALONE, offers=1, accept=0.0, margin=0.0, given=0.0, likely=0.5)
"""Weights that trade for the first plan where both gain, and ask whoever is likely to have the card."""

EVEN: Final = replace(DOTTED, offers=1, reach=1, accept=-0.03, margin=0.02, given=-0.02, likely=0.3)
"""Weights that make one offer a turn, and take whatever does not lower the value of the hand."""

GENEROUS: Final = replace(HEEDLESS, offers=1, reach=1, accept=-0.06, margin=0.03, given=-0.03, likely=0.2)
"""Weights that ask for the last card alone, would rather give two for it than one, and accept small losses."""

CLUMSY: Final = replace(NEAREST, offers=1, reach=1, accept=-0.09, margin=0.05, given=-0.05, likely=0.0)
"""Weights that ask everybody, whether they may have the card or not, and accept greater losses."""


BARGAINS: Final = 8
"""The level that makes as many offers as pay where no person plays; with people it keeps to manners as well."""


class SureWinner(TakesSureWins, Heuristic):
    """Wins where a turn surely allows it; else plays by its weights and steps."""

    find_win = staticmethod(find_win)


def trying(effort: Effort, floor: Callable[[], Agent]) -> Callable[[], Agent]:
    """Return what makes an agent that tries moves out, and wins where a turn surely allows it."""
    return lambda: Lookahead(effort, floor=floor())


PEOPLE: Final[Mapping[int, Callable[[], Agent]]] = MappingProxyType(
    {
        1: plan_by(CLUMSY, *list_steps(SHED, BUILD_ASIDE), wander),
        2: plan_by(GENEROUS, *list_steps(SHED, BUILD_ASIDE), wander),
        3: plan_by(EVEN, *list_steps(SHED)),
        4: plan_by(FAIR, *list_steps(SHED)),
        5: partial(SureWinner, HASTY, list_steps(SHED)),
    }
)
"""The levels for people."""

LEVELS: Final[Mapping[int, Callable[[], Agent]]] = MappingProxyType(
    {
        **PEOPLE,
        6: trying(Effort(worlds=2, most=4, tiles=4, offers=0, founding=1), plan_by(HASTY, *list_steps(SHED))),
        7: trying(Effort(worlds=4, most=8, offers=0), plan_by(SKILLED, *list_steps(SHED))),
        8: trying(Effort(worlds=12, most=12, offers=8), Planner),
    }
)


def make_polite(levels: Mapping[int, Callable[[], Agent]], level: int) -> Agent:
    """Return the agent of a level, polite unless it bargains; raises KeyError for an unknown level."""
    agent = levels[level]()
    return agent if level == BARGAINS else Polite(agent)


def make_graded(level: int) -> Agent:
    """Return the agent that plays at a level; raises KeyError for an unknown level."""
    return make_polite(LEVELS, level)
