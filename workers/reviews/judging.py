"""The steps of a finished game, and who judges them.

The course of a game is every version of its rules on the line to its end, with the positions before and after it, and
how the table ended it, if the rules did not. A judge says how likely each seat is to win at a position, what a decision
cost, and what a draw was worth.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from domain.core.actions import Actions
from domain.core.chance import Draw
from domain.core.errors import IllegalCommand
from domain.core.knowledge import Belief
from domain.core.packing import PositionSet
from domain.core.ruleset import Ruleset
from eventstore.lru_cache import Recent
from eventstore.records import StoredEvent, Tip, in_versions
from service.game.causes import read_cause
from service.game.context import Context
from service.game.games import Game
from service.table.events import TABLE_EVENTS, GameClosed
from service.table.seat_events import SeatResigned
from workers.agents.following import Follower
from workers.agents.search.analysis import list_commands
from workers.beliefs import begin_position

KEPT: Final = 2
"""How many courses a process keeps from one slice of a review to the next."""

_kept: Final[Recent[tuple[str, Tip], list["Step"]]] = Recent(KEPT)


class Step(NamedTuple):
    """Represents a version: the command if there was one, what was drawn, and what happened.

    The seat `decided` unless the command was given for it when its time was up. `before` is None where the version
    opened the game. `belief` is what the seat that gave the command believed. Where the table `closed` the game, the
    events say so, and who resigned since the step before; the position is the last one.
    """

    version: int
    seat: int | None
    decided: bool
    command: dict[str, Any] | None
    draws: Sequence[Draw]
    events: Sequence[Any]
    before: Any
    after: Any
    belief: Belief | None
    closed: bool = False


def course_of(ctx: Context, game: Game) -> list[Step]:
    """Read the course of a game from the log; versions that were undone are not in it."""
    key = (game.id, game.tip)
    found = _kept.get(key)
    if found is None:
        with ctx.games.reading(game.id):
            found = list(_fold(game, ctx.store.read(game.id, 0, game.version)))
        _kept.put(key, found)
    return found


def _fold(game: Game, stored: Iterable[StoredEvent]) -> Iterator[Step]:
    ruleset = game.ruleset
    position: Any = None
    follower: Follower | None = None
    parting: list[SeatResigned | GameClosed] = []
    passed = {one.version for one in game.line.list_passed(0, game.version) if one.is_game}
    for rows in in_versions(stored):
        if rows[0].version not in passed:
            parting += [event for event in map(game.codec.decode, rows) if isinstance(event, SeatResigned | GameClosed)]
            if parting and isinstance(parting[-1], GameClosed):
                yield Step(rows[0].version, None, False, None, (), parting, position, position, None, closed=True)
                return
            continue
        parting = []
        events = [game.codec.decode(row) for row in rows if game.codec.name(row.type) not in TABLE_EVENTS.by_name]
        cause, before = read_cause(rows[0].header), position
        if before is None or follower is None or isinstance(events[0], PositionSet):
            position, before, belief = begin_position(ruleset, events), None, None
            follower = Follower(ruleset, position, range(len(game.table.seats)))
        else:
            belief = None if cause.seat is None else follower.belief(cause.seat)
            position = before.copy()
            for event in events:
                ruleset.evolve(position, event)
            follower.follow(events)
        decided = rows[0].header.seat is not None
        yield Step(rows[0].version, cause.seat, decided, cause.command, cause.draws, events, before, position, belief)


class Verdict(NamedTuple):
    """Says what a decision cost in the probability to win, and what would have been better (None: nothing).

    `stake` is the difference between the best and the worst command that was tried: what the decision could have cost.
    """

    cost: float
    best: Any | None = None
    stake: float = 0.0


class Fortune(NamedTuple):
    """Says what a draw brought each seat: probability to win beyond what was expected, cards, and points.

    The expected cards and points are means over all that could have been drawn.
    """

    is_dice: bool
    chances: tuple[float, ...]
    cards: tuple[float, ...]
    expected_cards: tuple[float, ...]
    points: tuple[float, ...]
    expected_points: tuple[float, ...]


class Judge(ABC):
    """Judges a game, and always judges the same game alike."""

    method: str
    ruleset: Ruleset
    trials: int | None = None
    """The number of playouts from which each probability is estimated; None where it is computed."""

    @abstractmethod
    def chances(self, position: Any, name: str) -> Sequence[float]:
        """Return the probability of each seat to win, from the whole position; `name` seeds what is left to chance."""

    def decision(self, step: Step) -> Verdict | None:
        """Judge a command by what its seat knew and believed; None where there was no choice."""
        assert step.seat is not None
        assert step.command is not None
        actions = self.ruleset.actions(step.before, step.seat)
        if len(list_commands(actions)) < 2:
            return None
        knowledge, name = self.ruleset.observe(step.before, step.seat), f"review:{step.version}"
        if step.belief is not None:
            self.ruleset.add_belief(knowledge, step.belief)
        try:
            return self.compare(step.seat, knowledge, actions, self.ruleset.commands.decode(step.command), name)
        except IllegalCommand:
            return None  # a dealt world did not allow what was possible at the table

    @abstractmethod
    def compare(self, seat: int, knowledge: Any, actions: Actions, played: Any, name: str) -> Verdict:
        """Compare what a seat played with what may have been better; `name` seeds what is left to chance."""

    def is_telling(self, step: Step) -> bool:
        """Return whether a version changed what the judge looks at; a declined offer, for example, changes nothing."""
        return True

    def fortune(self, step: Step) -> Fortune | None:
        """Compare what was drawn in a version with all that could have been drawn.

        Returns None where the judge cannot do that, such as with too many outcomes.
        """
        return None
