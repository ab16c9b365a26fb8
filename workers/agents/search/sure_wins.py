"""Searches a turn for a win that is certain: by own commands, whatever comes by chance, whatever others then must do.

A seat's own commands are alternatives; outcomes of chance and duties of others must all end in the win. The search goes
over the rules of any game, in a position with nothing hidden; what it costs is counted in commands tried.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any, ClassVar, Final

from domain.core.actions import Actions, CardsBound, Template
from domain.core.chance import outcomes
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.agents.search.limits import Limit, OverLimit

WORLDS: Final = 16
"""Ways in which hidden cards are dealt; the win must be sure in each."""
MOST_WAYS: Final = 300
"""Limits the ways to fill in a command that has a template, such as the cards to discard."""


class OutOfNodes(Exception):
    """The search has tried as many commands as it may."""


class Nodes:
    """Counts the commands that a search may still try; also looks at the time, as an emergency stop."""

    def __init__(self, most: int, limit: Limit) -> None:
        self.left = most
        self.limit = limit

    def take(self) -> None:
        """Count a command; raises OutOfNodes if that is one too many, OverLimit if the time is used up."""
        self.left -= 1
        if self.left < 0:
            raise OutOfNodes
        self.limit.check()


class Closing(ABC):
    """Says for a game which positions and commands cannot lead to a win within the turn of a seat."""

    @abstractmethod
    def is_hopeless(self, state: Any) -> bool:
        """Return whether the seat surely cannot win in the rest of its turn, from a position in it."""

    @abstractmethod
    def sort(self, state: Any, commands: Sequence[Any]) -> Sequence[Any]:
        """Return the seat's commands, the most promising first; those that cannot help may be left out."""


class SureWins:
    """Searches one turn of a seat; the results of positions are cached."""

    def __init__(self, ruleset: Ruleset, seat: int, closing: Closing, nodes: Nodes) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.closing = closing
        self.nodes = nodes
        self.known: dict[bytes, bool] = {}

    def first(self, state: Any) -> Iterator[Any]:
        """Yield the commands that begin a sure win from a position of the own turn; raises OutOfNodes, OverLimit."""
        if not self.closing.is_hopeless(state):
            for command in self.closing.sort(state, list_commands(self.ruleset, state, self.seat)):
                if self.wins_by(state, command):
                    yield command

    def wins_by(self, state: Any, command: Any) -> bool:
        """Return whether the turn is surely won after an own command; raises OutOfNodes, OverLimit."""
        return self._all_win(state, self.seat, command, self.ruleset.turn(state))

    def _all_win(self, state: Any, seat: int, command: Any, turn: int) -> bool:
        """Return whether the turn is won after every outcome of a command."""
        for after, _ in outcomes(lambda chance: self.ruleset.decide(state, seat, command, chance).state):
            self.nodes.take()
            if not self._is_won(after, turn):
                return False
        return True

    def _is_won(self, state: Any, turn: int) -> bool:
        ruleset = self.ruleset
        result = ruleset.result(state)
        if result is not None:
            return self.seat in result.winners
        if ruleset.turn(state) != turn or ruleset.in_turn(state) != self.seat:
            return False
        key = ruleset.pack(state)
        if key not in self.known:
            self.known[key] = False
            self.known[key] = not self.closing.is_hopeless(state) and self._search(state, turn)
        return self.known[key]

    def _search(self, state: Any, turn: int) -> bool:
        seat = self.ruleset.next_seat(state)
        commands = list_commands(self.ruleset, state, seat)
        if seat == self.seat:
            return any(self._all_win(state, seat, command, turn) for command in self.closing.sort(state, commands))
        return all(self._all_win(state, seat, command, turn) for command in commands)


def list_commands(ruleset: Ruleset, state: Any, seat: int) -> list[Any]:
    """Return what a seat that must act may do: what is listed, or else every way to fill in the template.

    Raises OutOfNodes if these are too many.
    """
    actions = ruleset.actions(state, seat)
    if actions.commands or not actions.templates:
        return actions.commands
    return [command for template in actions.templates for command in list_filled(template)]


def list_filled(template: Template[Any]) -> list[Any]:
    """Return every command of a template of cards; raises OutOfNodes if they are too many, or not of cards alone."""
    found: list[dict[str, Any]] = [{}]
    for name, bound in template.bounds.items():
        if not isinstance(bound, CardsBound):
            raise OutOfNodes
        ways = [count for count in product(*(range(n + 1) for n in bound.most)) if _is_within(bound, count)]
        if len(found) * len(ways) > MOST_WAYS:
            raise OutOfNodes
        found = [{**values, name: way} for values in found for way in ways]
    return [command for values in found if template.fits(command := template.cls(**values))]


def _is_within(bound: CardsBound, counts: Sequence[int]) -> bool:
    return bound.least <= sum(counts) <= bound.total


def find_sure_win(
    ruleset: Ruleset, knowledge: Any, seat: int, closing: Closing, nodes: int, limit: Limit
) -> Any | None:
    """Return a command with which a seat surely wins in its turn; None if there is none, or none was found in time.

    What the seat does not know is dealt in several ways, and the command must win in each; a win by luck with hidden
    cards is not taken for a sure one. At most `nodes` commands are tried to find it, and four times as many to see that
    it wins in all deals. Raises OverLimit if the time is used up.
    """
    first = ruleset.determinize(knowledge, Random(0))
    if closing.is_hopeless(first):
        return None
    dealt = [ruleset.determinize(knowledge, Random(number)) for number in range(1, WORLDS)]
    others = {ruleset.pack(world): world for world in dealt}
    others.pop(ruleset.pack(first), None)
    checked = Nodes(4 * nodes, limit)
    searches = [(SureWins(ruleset, seat, closing, checked), world) for world in others.values()]
    try:
        for command in SureWins(ruleset, seat, closing, Nodes(nodes, limit)).first(first):
            if all(search.wins_by(world, command) for search, world in searches):
                return command
    except OutOfNodes:
        return None
    return None


class TakesSureWins(Agent):
    """Takes a sure win in its turn; otherwise chooses as the other base class of the agent does, in the time left."""

    find_win: ClassVar[Callable[[Ruleset, Any, float], Any | None]]
    """Returns the first command of a sure win by what a seat knows, or None; raises OverLimit after some seconds."""

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a legal command; None if nothing needs an answer. Time that is used up counts as a stop."""
        limit = Limit(budget)
        if actions.must_act and len(actions.commands) != 1:
            try:
                last = type(self).find_win(ruleset, knowledge, budget)
            except OverLimit:
                self.stopped += 1
            else:
                if last is not None:
                    return last
        return super().choose(ruleset, knowledge, actions, limit.left, rng)  # type: ignore[safe-super]
