"""Searches a turn for a win that is certain: by own commands, whatever comes by chance, whatever others then must do.

A seat's own commands are alternatives; outcomes of chance and duties of others must all end in the win. The search goes
over the rules of any game, in a position with nothing hidden; what it costs is counted in commands tried.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

from domain.core.chance import outcomes
from domain.core.ruleset import Ruleset

DUTIES: Final = 60
"""Limits how many ways to fill in a command that has a template are tried, such as cards to discard."""

Prune = Callable[[Any], bool]
"""Returns whether a position of the own turn surely cannot be won in it."""
Sort = Callable[[Any, Sequence[Any]], Sequence[Any]]
"""Returns the commands of the own seat with the most promising ones first; those that cannot help may be left out."""


class OutOfNodes(Exception):
    """The search has tried as many commands as it may."""


class SureWins:
    """Searches one turn of a seat; positions that were searched are remembered."""

    def __init__(self, ruleset: Ruleset, seat: int, is_hopeless: Prune, sort: Sort, most: int) -> None:
        """`most` limits the commands tried in all."""
        self.ruleset = ruleset
        self.seat = seat
        self.is_hopeless = is_hopeless
        self.sort = sort
        self.left = most
        self.known: dict[bytes, bool] = {}

    def first(self, state: Any) -> Iterator[Any]:
        """Yield the commands that begin a sure win from a position of the own turn; raises OutOfNodes."""
        if not self.is_hopeless(state):
            for command in self.sort(state, list_commands(self.ruleset, state, self.seat)):
                if self.wins_by(state, command):
                    yield command

    def wins_by(self, state: Any, command: Any) -> bool:
        """Return whether the turn is surely won after an own command; raises OutOfNodes."""
        return self._all_win(state, self.seat, command, self.ruleset.turn(state))

    def _all_win(self, state: Any, seat: int, command: Any, turn: int) -> bool:
        """Return whether the turn is won after every outcome of a command."""
        for after, _ in outcomes(lambda chance: self.ruleset.decide(state, seat, command, chance).state):
            self.left -= 1
            if self.left < 0:
                raise OutOfNodes
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
            self.known[key] = not self.is_hopeless(state) and self._search(state, turn)
        return self.known[key]

    def _search(self, state: Any, turn: int) -> bool:
        seat = self.ruleset.next_seat(state)
        commands = list_commands(self.ruleset, state, seat)
        if seat == self.seat:
            return any(self._all_win(state, seat, command, turn) for command in self.sort(state, commands))
        return all(self._all_win(state, seat, command, turn) for command in commands)


def list_commands(ruleset: Ruleset, state: Any, seat: int) -> list[Any]:
    """Return what a seat that must act may do: what is listed, or else many ways to fill in the template."""
    actions = ruleset.actions(state, seat)
    if actions.commands or not actions.templates:
        return actions.commands
    rng = Random(0)
    return list(dict.fromkeys(actions.templates[0].sample(rng) for _ in range(DUTIES)))


def find_sure_win(
    ruleset: Ruleset, knowledge: Any, seat: int, is_hopeless: Prune, sort: Sort, most: int, worlds: int
) -> Any | None:
    """Return a command with which a seat surely wins in its turn; None if there is none, or none was found in time.

    What the seat does not know is dealt in `worlds` ways, and the command must win in each; so a win that hangs on
    hidden cards is not taken for a sure one. At most `most` commands are tried in each world.
    """
    dealt = [ruleset.determinize(knowledge, Random(0))]
    if is_hopeless(dealt[0]):
        return None
    dealt += [ruleset.determinize(knowledge, Random(number)) for number in range(1, worlds)]
    try:
        for command in SureWins(ruleset, seat, is_hopeless, sort, most).first(dealt[0]):
            others = (SureWins(ruleset, seat, is_hopeless, sort, most) for _ in dealt[1:])
            if all(search.wins_by(world, command) for search, world in zip(others, dealt[1:], strict=True)):
                return command
    except OutOfNodes:
        return None
    return None
