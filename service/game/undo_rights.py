"""Who may undo and redo what: by oneself, by a vote, or not at all.

A party takes back by itself what is its own: its newest commands, as far as nobody else's follow and nobody else lost
or got anything by them. Everything else the parties decide together. Whatever an agent's seat began is not undone, for
otherwise an agent could be made to play the same move over and over.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from eventstore.lineage import Passed
from service.game.folds import REVEALS, SEATS, TIMED_OUT
from service.game.games import Game
from service.problems import refused
from service.table.choices import HeadMove, UndoPolicy
from service.table.events import OWNER
from service.table.parties import owners, party_of
from service.table.state import Table

MOST_MOVES: Final = 10
"""How often a seat may undo and redo in one turn: each time is written to the log for ever."""


class Right(Enum):
    """How a move of the head comes about: at once, or by a vote of the parties."""

    OWN = "own"
    VOTE = "vote"


def right_to_move(game: Game, kind: int, to: int, by: int) -> Right:
    """By which right a seat (or the OWNER) moves the head of a game to a version; raises Problem where it may not.

    An undo leads to an ancestor of the head, a redo to where the newest undo came from.
    """
    check_table(game)
    if kind == HeadMove.REDO:
        passed = _restored(game, to)
    else:
        passed = _undone(game, to)
        _check_undone(game, passed)
    if moves_in_turn(game, by) >= MOST_MOVES:
        raise refused("undo.too_often")
    return _right(game.table, by, passed)


def check_table(game: Game) -> None:
    """Raise Problem where nothing is undone, whoever asks: by the game's policy, before its start, after its end."""
    if game.table.opened.undo == UndoPolicy.OFF:
        raise refused("undo.off")
    if game.table.finished:
        raise refused("undo.finished")
    if not game.table.started:
        raise refused("game.not_started")


def check_ancestor(game: Game, to: int) -> None:
    """Raise Problem unless a version is an ancestor of the head in which the game was running already."""
    if not game.table.started <= to < game.version or not game.line.is_ancestor(to, game.version):
        raise refused("undo.not_an_ancestor")


def check_revealed(game: Game, passed: Sequence[Passed]) -> None:
    """Raise Problem where the policy keeps what was drawn, rolled or shown in these versions."""
    if game.table.opened.undo == UndoPolicy.UNTIL_REVEAL and any(one.marks & REVEALS for one in passed):
        raise refused("undo.revealed")


def before_newest(game: Game, by: int) -> int:
    """The version before the newest command of a seat's party, for the OWNER of any party, on the line of the head."""
    who = owners(game.table)
    seats = [n for n, party in enumerate(who) if party is not None and (by == OWNER or party == who[by])]
    newest = max([game.line.newest_act(seat, game.version) or 0 for seat in seats], default=0)
    if not newest:
        raise refused("undo.nothing")
    return game.line.parent(newest)


def redo_target(game: Game) -> int:
    """The head that the newest undo left; refused when a command has followed."""
    redo = redoable(game)
    if not redo:
        raise refused("redo.nothing")
    return redo[-1]


def redoable(game: Game) -> tuple[int, ...]:
    """The heads that undos have left, as long as nothing has happened in the game since."""
    return () if game.play.version > game.table.moved else game.table.redo


def moves_in_turn(game: Game, by: int) -> int:
    """How often a seat has moved the head in the turn that is being played."""
    turn = turn_of(game)
    return sum(1 for move in game.table.moves if move == (by, turn))


def turn_of(game: Game) -> int:
    """The number of the turn that is being played; 0 before the game is set up."""
    return 0 if game.position is None else game.ruleset.turn(game.position)


def is_own(who: Sequence[int | None], party: int | None, passed: Sequence[Passed]) -> bool:
    """Whether all that happened in these versions is a party's own affair; `who` are the parties by seat."""
    acts = [one for one in passed if one.is_game]
    others = sum([1 << seat for seat, owner in enumerate(who) if owner not in (None, party)])
    return (
        party is not None
        and _party(who, acts[0]) == party
        and all(_party(who, act) in (None, party) for act in acts)
        and not any(one.marks & (TIMED_OUT | SEATS & others) for one in passed)
    )


def _undone(game: Game, to: int) -> list[Passed]:
    check_ancestor(game, to)
    passed = game.line.passed(to, game.version)
    if not any(one.is_game for one in passed):
        raise refused("undo.nothing")
    return passed


def _check_undone(game: Game, passed: Sequence[Passed]) -> None:
    first = next(one for one in passed if one.is_game)
    if first.seat is not None and party_of(game.table, first.seat) is None:
        raise refused("undo.not_yours")
    check_revealed(game, passed)


def _restored(game: Game, to: int) -> list[Passed]:
    if redo_target(game) != to:
        raise refused("redo.nothing")
    return game.line.passed(game.line.newest_common(game.version, to), to)


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
