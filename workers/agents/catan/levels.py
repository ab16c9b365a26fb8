"""Defines the levels of Catan: each plays and trades as people of its strength do.

The first three play as those of version 2 do (`levels_2.py`). The next ones leave out ever less of what a club player
minds; from the seventh on moves are tried before one is played, and the last level searches as `expectimax` does. No
level plays at random, and all keep to the manners of a guest where people sit (`manners.py`).
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

from workers.agents.agent import Agent
from workers.agents.catan.expectimax.version_2 import Expectimax
from workers.agents.catan.levels_1 import ALONE, HASTY, SKILLED, list_steps, plan_by
from workers.agents.catan.levels_2 import EVEN, FAIR, PEOPLE, SureWinner, make_polite, trying
from workers.agents.catan.lookahead.effort import Effort
from workers.agents.catan.turn import SHED

SETTLED: Final = replace(EVEN, opening=ALONE.opening)
"""Weights that choose good first settlements, but trade as level 3 does: one offer a turn, at small losses too."""

FORESEEING: Final = replace(HASTY, opening=SKILLED.opening)
"""Weights that mind the others, and look to the second settlement."""

LEVELS: Final[Mapping[int, Callable[[], Agent]]] = MappingProxyType(
    {
        **{level: PEOPLE[level] for level in (1, 2, 3)},
        4: plan_by(SETTLED, *list_steps(SHED)),
        5: partial(SureWinner, FAIR, list_steps(SHED)),
        6: partial(SureWinner, FORESEEING, list_steps(SHED)),
        7: trying(Effort(worlds=3, most=6, offers=0, founding=1), plan_by(SKILLED, *list_steps(SHED))),
        8: Expectimax,
    }
)


def make_graded(level: int) -> Agent:
    """Return the agent that plays at a level; raises KeyError for an unknown level."""
    return make_polite(LEVELS, level)
