"""Computes the expected points of the rest of a solo game at every reachable position, by backward induction."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from workers.agents.dice.rolls import Values
from workers.agents.dice.sheets import Ints, JokerStates, Layouts, Sheet, joker_states_of, layouts_of
from workers.agents.dice.values import Flags, finals, menu_of, placements, turn_worth, worth_of_nothing

POSITIONS_AT_ONCE: Final = 128  # as many as fit the cache of a core


def solve(sheet: Sheet, one_die: bool, turns: int) -> Iterator[tuple[int, Values]]:
    """Yield, from the last turn back, the turns played and the value of the rest by layout and joker state.

    Values are expected points under the best play; -inf at unreachable positions. Source: Bellman 1957.
    """
    layouts, states, menu = layouts_of(sheet), joker_states_of(sheet), menu_of(sheet, one_die)
    reached = reachable(layouts, states, turns)
    worth = worth_of_nothing(sheet)
    yield turns, worth
    for turn in reversed(range(turns)):
        placed = placements(layouts, worth)
        worth = np.full_like(worth, -np.inf)
        layout, jokers = np.nonzero(reached[turn][:, states.knights])
        for part in parts_of(len(layout)):
            final = finals(menu, placed, layout[part], jokers[part])
            worth[layout[part], jokers[part]] = turn_worth(final)
        yield turn, worth


def parts_of(count: int) -> Iterator[slice]:
    """Divide positions into parts that are computed at once."""
    for start in range(0, count, POSITIONS_AT_ONCE):
        yield slice(start, start + POSITIONS_AT_ONCE)


def reachable(layouts: Layouts, states: JokerStates, turns: int) -> list[Flags]:
    """Return, by turns played, which layouts are reachable with which number of knights."""
    here = np.zeros((layouts.none + 1, states.most + 1), dtype=np.bool_)
    here[0, 0] = True
    found = [here]
    for _ in range(turns):
        found.append(_one_turn_on(layouts, found[-1]))
    return found


def _one_turn_on(layouts: Layouts, here: Flags) -> Flags:
    one = _one_road_on(layouts, here)
    two = _one_road_on(layouts, one)
    after = here | one | two | _one_road_on(layouts, two)
    for lead in (layouts.settlement, layouts.city):
        after |= _follow_lead(here, lead)
    after |= _follow_lead(one, layouts.settlement)
    for knights, kept in ((1, here | one), (2, here)):
        after[:, knights:] |= kept[:, : kept.shape[1] - knights]
    after[-1] = False
    return after


def _one_road_on(layouts: Layouts, here: Flags) -> Flags:
    after = np.zeros_like(here)
    for lead in layouts.roads.T:
        after |= _follow_lead(here, lead)
    after[-1] = False
    return after


def _follow_lead(here: Flags, lead: Ints) -> Flags:
    after = np.zeros_like(here)
    np.logical_or.at(after, lead, here)
    return after
