"""The course of a finished game: every version on the line to its end, with the positions before and after it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from domain.core.belief import Belief
from domain.core.chance import Draw
from domain.core.position import PositionSet
from eventstore.recent import Recent
from eventstore.records import StoredEvent, Tip, in_versions
from service.game.causes import read_cause
from service.game.context import Context
from service.game.games import Game
from service.table.events import TABLE_EVENTS
from workers.agents.following import Follower

KEPT: Final = 2
"""How many courses a process keeps from one slice of a review to the next."""

_kept: Final[Recent[tuple[str, Tip], list["Step"]]] = Recent(KEPT)


class Step(NamedTuple):
    """Represents a version: the command if there was one, what was drawn, and what happened.

    The seat `decided` unless the command was given for it when its time was up. `before` is None where the version
    opened the game. `belief` is what the seat that gave the command believed.
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
    passed = {one.version for one in game.line.list_passed(0, game.version) if one.is_game}
    for rows in in_versions(stored):
        if rows[0].version not in passed:
            continue
        events, cause, before = _of_game(game, rows), read_cause(rows[0].header), position
        if before is None or follower is None or isinstance(events[0], PositionSet):
            position, before, belief = _begin(game, events), None, None
            follower = Follower(ruleset, position, range(len(game.table.seats)))
        else:
            belief = None if cause.seat is None else follower.belief(cause.seat)
            position = before.copy()
            for event in events:
                ruleset.evolve(position, event)
            follower.follow(events)
        decided = rows[0].header.seat is not None
        yield Step(rows[0].version, cause.seat, decided, cause.command, cause.draws, events, before, position, belief)


def _of_game(game: Game, rows: Sequence[StoredEvent]) -> list[Any]:
    codec = game.codec
    return [codec.decode(row) for row in rows if codec.name(row.type) not in TABLE_EVENTS.by_name]


def _begin(game: Game, events: Sequence[Any]) -> Any:
    opening, *rest = events
    position = game.ruleset.begin(opening)
    for event in rest:
        game.ruleset.evolve(position, event)
    return position
