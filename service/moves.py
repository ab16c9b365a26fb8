"""Moves of the head: where an undo or a redo leads, and when it is allowed."""

from typing import Final

from service.appending import Act
from service.context import Context
from service.folds import event_table
from service.games import Game
from service.parties import has_other_people
from service.problems import forbidden, refused
from service.table_events import MOVES, OWNER, HeadMoved

UNDO, REDO = (MOVES.index(word) for word in ("undo", "redo"))
CONSENT: Final = "consent"


def moved(ctx: Context, game: Game, kind: int, to: int, by: int) -> tuple[HeadMoved, Act]:
    """The event that moves the head, and the act of that event alone."""
    left = (*_redoable(game), game.version) if kind == UNDO else game.table.redo[:-1]
    event = HeadMoved(to, kind, by, left)
    return event, Act(None, [event], ctx.clock(), ctx.games.load(game.id, to).play)


def before_newest(game: Game, by: int) -> int:
    """The version before the newest command of a seat (for the owner: of the people) on the line of the head."""
    actors = game.table.seats_of("human", "bot") if by == OWNER else [by]
    newest = max((game.line.newest_act(seat, game.version) or 0 for seat in actors), default=0)
    if not newest:
        raise refused("undo.nothing")
    return game.line.parent(newest)


def redo_target(game: Game) -> int:
    """The head that the newest undo left; refused when a command has followed."""
    redo = _redoable(game)
    if not redo:
        raise refused("redo.nothing")
    return redo[-1]


def check(ctx: Context, game: Game, kind: int, to: int, by: int) -> None:
    """Raise Problem unless a seat (or the owner) may have the head moved there, leaving consent aside."""
    _check_table(game, by)
    if kind == REDO:
        if redo_target(game) != to:
            raise refused("redo.nothing")
    else:
        _check_undo(ctx, game, to)


def _check_table(game: Game, by: int) -> None:
    table = game.table
    if by == OWNER and has_other_people(table):
        raise forbidden("undo.others")
    if table.opened.undo == "off":
        raise refused("undo.off")
    if table.finished:
        raise refused("undo.finished")
    if not table.started:
        raise refused("game.not_started")


def _check_undo(ctx: Context, game: Game, to: int) -> None:
    if not game.table.started <= to < game.version or not game.line.is_ancestor(to, game.version):
        raise refused("undo.not_an_ancestor")
    if game.table.opened.undo == "until_reveal" and _reveals_after(ctx, game, to):
        raise refused("undo.revealed")


def _redoable(game: Game) -> tuple[int, ...]:
    """The heads that undos have left, as long as no command has followed."""
    acts = (game.line.newest_act(seat, game.version) or 0 for seat in range(len(game.table.seats)))
    return () if max(acts, default=0) > game.table.moved else game.table.redo


def _reveals_after(ctx: Context, game: Game, to: int) -> bool:
    """Whether anything was drawn, rolled or shown on the way from a version to the head."""
    rows = event_table(game.ruleset).by_name
    line = set(game.line.ancestors(game.version))
    return any(
        rows[game.codec.name(event.type)].reveals
        for event in ctx.store.read(game.id, to, game.version)
        if event.version in line
    )
