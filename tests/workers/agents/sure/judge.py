"""Judges by trying everything whether a turn is surely won. It shares no code with the agents, and has no bound.

A seat's own commands are alternatives; every outcome of chance, and every way in which others meet a duty, must end in
the win. Offers to others are no own means, since they may decline. It is slow: that is its merit. Where whole games
are judged it may leave out what cannot come to the last point any more, and judge once what is alike for the turn
(`reach.py`), which changes no answer.
"""

from collections.abc import Callable, Hashable, Iterator
from itertools import product
from random import Random
from typing import Any, Final

from domain.core.actions import CardsBound, Template
from domain.core.chance import outcomes
from domain.core.ruleset import Ruleset
from domain.elasund.terms import CUBES, NOBODY, PERMIT, SPECIAL
from tests.workers.agents.sure.reach import essence_of, is_out_of_reach

MOST_FILLED: Final = 400


class TooLong(Exception):
    """There are more positions than the judge may look at."""


def decided_city(state: Any, seat: int) -> bool | None:
    """Return whether a seat of Elasund has won once the rules let it build no more in the turn; None before that.

    With ten cubes the end of the turn wins, and no later command takes a cube; the city may end where nothing is left.
    """
    if state.agenda[-1].kind not in (PERMIT, SPECIAL) or NOBODY not in state.church_owners:
        return None
    return bool(state.points[seat] == CUBES)


DECIDED: Final[dict[str, Callable[[Any, int], bool | None]]] = {"elasund": decided_city}
"""Says by ruleset what the rules leave open no more, where later commands are too many to try."""

HOPELESS: Final[dict[str, Callable[[Any, int], bool]]] = {"catan": is_out_of_reach}
"""Says by ruleset which positions cannot be won any more, however the turn goes on."""

ESSENCES: Final[dict[str, Callable[[Any, int], Hashable | None]]] = {"catan": essence_of}
"""Says by ruleset what of a position can matter to the turn, so that what is alike is judged once."""


class Judge:
    """Tries every line of one turn of a seat, in a position with nothing hidden."""

    def __init__(self, ruleset: Ruleset, seat: int, most: int, *, is_quick: bool = False) -> None:
        """`most` limits the positions looked at; beyond it TooLong is raised and nothing is said.

        A quick one leaves out what cannot be won any more and judges once what is alike, so that it finishes more.
        """
        self.ruleset = ruleset
        self.seat = seat
        self.left = most
        self.verdicts: dict[Hashable, bool] = {}
        self.decided = DECIDED.get(ruleset.name)
        self.is_hopeless = HOPELESS.get(ruleset.name) if is_quick else None
        self.essence = ESSENCES.get(ruleset.name) if is_quick else None

    def is_won(self, state: Any) -> bool:
        """Return whether the turn that is being played is surely won from here."""
        return self._judge(state, self.ruleset.turn(state))

    def is_won_by(self, state: Any, command: Any) -> bool:
        """Return whether the turn is surely won after an own command."""
        return self._every(state, self.seat, command, self.ruleset.turn(state))

    def _judge(self, state: Any, turn: int) -> bool:
        ruleset = self.ruleset
        result = ruleset.result(state)
        if result is not None:
            return self.seat in result.winners
        if ruleset.turn(state) != turn or ruleset.in_turn(state) != self.seat:
            return False
        known = self.decided(state, self.seat) if self.decided else None
        if known is not None:
            return known
        key = (self.essence and self.essence(state, self.seat)) or ruleset.pack(state)
        if key in self.verdicts:
            return self.verdicts[key]
        self.verdicts[key] = False
        if self.is_hopeless and self.is_hopeless(state, self.seat):
            return False
        self.left -= 1
        if self.left < 0:
            raise TooLong
        seat = ruleset.next_seat(state)
        tried = (self._every(state, seat, command, turn) for command in commands_of(ruleset, state, seat))
        self.verdicts[key] = any(tried) if seat == self.seat else all(tried)
        return self.verdicts[key]

    def _every(self, state: Any, seat: int, command: Any, turn: int) -> bool:
        reached = outcomes(lambda chance: self.ruleset.decide(state, seat, command, chance).state)
        return all(self._judge(after, turn) for after, _ in reached)


def commands_of(ruleset: Ruleset, state: Any, seat: int) -> Iterator[Any]:
    """Yield everything that a seat that must act may do, a template's commands where nothing is listed."""
    actions = ruleset.actions(state, seat)
    yield from actions.commands
    if not actions.commands:
        for template in actions.templates:
            yield from filled(template)


def filled(template: Template[Any]) -> Iterator[Any]:
    """Yield every command of a template of cards; raises TooLong if there are too many."""
    bounds = list(template.bounds.items())
    if len(bounds) != 1 or not isinstance(bounds[0][1], CardsBound):
        raise TooLong
    name, bound = bounds[0]
    assert isinstance(bound, CardsBound)
    counts = [c for c in product(*(range(n + 1) for n in bound.most)) if bound.least <= sum(c) <= bound.total]
    if len(counts) > MOST_FILLED:
        raise TooLong
    yield from (template.cls(**{name: count}) for count in counts)


def is_certain(ruleset: Ruleset, state: Any, seat: int, most: int, deals: int, *, is_quick: bool = False) -> bool:
    """Return whether a turn is surely won however the hidden cards lie, as far as some deals show."""
    view = ruleset.observe(state, seat)
    dealt = [state, *(ruleset.determinize(view, Random(number)) for number in range(deals))]
    return all(Judge(ruleset, seat, most, is_quick=is_quick).is_won(world) for world in dealt)
