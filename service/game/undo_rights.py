"""Decides who may undo and redo what, alone, by a vote, or not at all, and makes the event that moves the head.

A party may take back its own newest commands alone, if no other party acted after them, gained or lost anything by
them. For everything else the parties vote. Acts that an agent began are not undone: otherwise it could be made to play
the same move over and over.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from eventstore.log.lineage import Passed
from service.game.context import Context
from service.game.folds import REVEALS, SEATS, TIMED_OUT
from service.game.games import Act, Game
from service.problems import refusal
from service.table.state import Table
from service.table.terms import OWNER, HeadMove, UndoPolicy
from service.table.vote_events import HeadMoved
from service.table.votes import closing, owners, party_of

MOST_MOVES: Final = 10
"""Limits how often a seat may undo and redo in one turn, since each time is written to the log for ever."""


class Right(Enum):
    """Says how a move of the head is decided: at once, or by a vote of the parties."""

    OWN = "own"
    VOTE = "vote"


def right_to_move(game: Game, kind: int, to: int, by: int) -> Right:
    """Return the right by which a seat (or the OWNER) moves the head to a version; raises Problem if it may not.

    An undo leads to an ancestor of the head, a redo to where the newest undo came from.
    """
    check_table(game)
    passed = _list_restored(game, to) if kind == HeadMove.REDO else _list_undone(game, to)
    if game.table.moves.count((by, turn_of(game))) >= MOST_MOVES:
        raise refusal("undo.too_often")
    return _right(game.table, by, passed)


def check_table(game: Game) -> None:
    """Raise Problem if undo is off, or the game has not started or is finished."""
    if game.table.opened.undo == UndoPolicy.OFF:
        raise refusal("undo.off")
    if game.table.finished:
        raise refusal("undo.finished")
    if not game.table.started:
        raise refusal("game.not_started")


def check_ancestor(game: Game, to: int) -> None:
    """Raise Problem unless a version is an ancestor of the head at which the game had started."""
    if not game.table.started <= to < game.version or not game.line.is_ancestor(to, game.version):
        raise refusal("undo.not_an_ancestor", version=game.version, started=game.table.started)


def check_revealed(game: Game, passed: Sequence[Passed]) -> None:
    """Raise Problem if the policy forbids undoing these versions because they drew, rolled or showed something."""
    if game.table.opened.undo == UndoPolicy.UNTIL_REVEAL and any(one.marks & REVEALS for one in passed):
        raise refusal("undo.revealed")


def before_newest(game: Game, by: int) -> int:
    """Return the version before the newest command of a seat's party (OWNER: any party) on the head's line."""
    who = owners(game.table)
    seats = [n for n, party in enumerate(who) if party is not None and (by == OWNER or party == who[by])]
    newest = max([game.line.newest_act(seat, game.version) or 0 for seat in seats], default=0)
    if not newest:
        raise refusal("undo.nothing")
    return game.line.parent(newest)


def redo_target(game: Game) -> int:
    """Return the head that the newest undo left; raises Problem if a command has followed."""
    redo = redoable(game)
    if not redo:
        raise refusal("redo.nothing")
    return redo[-1]


def redoable(game: Game) -> tuple[int, ...]:
    """Return the heads that undos have left, as long as nothing has happened in the game since."""
    return () if game.play.version > game.table.moved else game.table.redo


def head_moved(ctx: Context, game: Game, kind: int, to: int, by: int, turn: int | None = None) -> tuple[HeadMoved, Act]:
    """Return the event that moves the head, and an act of that event alone, which also closes an open vote.

    `turn` is the turn to record, by default the game's current one.
    """
    left = (*redoable(game), game.version) if kind == HeadMove.UNDO else game.table.redo[:-1]
    numbered = max(game.table.numbered, game.ruleset.numbered(game.position))
    event = HeadMoved(to, kind, by, left, turn_of(game) if turn is None else turn, numbered)
    return event, Act(None, [*closing(game.table), event], ctx.clock(), ctx.games.load(game.id, to).play)


def turn_of(game: Game) -> int:
    """Return the number of the current turn; 0 before the game is set up."""
    return 0 if game.position is None else game.ruleset.turn(game.position)


def is_own(who: Sequence[int | None], party: int | None, passed: Sequence[Passed]) -> bool:
    """Return whether everything in these versions is one party's own affair; `who` maps seats to parties."""
    acts = [one for one in passed if one.is_game]
    others = sum([1 << seat for seat, owner in enumerate(who) if owner not in (None, party)])
    return (
        party is not None
        and _party(who, acts[0]) == party
        and all(_party(who, act) in (None, party) for act in acts)
        and not any(one.marks & (TIMED_OUT | (SEATS & others if one.is_game else 0)) for one in passed)
    )


def _list_undone(game: Game, to: int) -> list[Passed]:
    check_ancestor(game, to)
    passed = game.line.list_passed(to, game.version)
    first = next((one for one in passed if one.is_game), None)
    if first is None:
        raise refusal("undo.nothing")
    if first.seat is not None and party_of(game.table, first.seat) is None:
        raise refusal("undo.not_yours")
    check_revealed(game, passed)
    return passed


def _list_restored(game: Game, to: int) -> list[Passed]:
    if redo_target(game) != to:
        raise refusal("redo.nothing")
    return game.line.list_passed(game.line.newest_common(game.version, to), to)


def _right(table: Table, by: int, passed: Sequence[Passed]) -> Right:
    who = owners(table)
    party = None if by == OWNER else who[by]
    if all(other in (None, party) for other in who):
        return Right.OWN
    if table.opened.undo == UndoPolicy.CONSENT or not is_own(who, party, passed):
        return Right.VOTE
    return Right.OWN


def _party(who: Sequence[int | None], one: Passed) -> int | None:
    return None if one.seat is None else who[one.seat]
