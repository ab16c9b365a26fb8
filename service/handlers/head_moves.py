"""Moves the head: makes the event, and computes the position after it."""

from service.game.append import Act
from service.game.context import Context
from service.game.games import Game
from service.game.undo_rights import redoable, turn_of
from service.table.choices import HeadMove
from service.table.vote_events import HeadMoved
from service.table.vote_kinds import closing


def move(ctx: Context, game: Game, kind: int, to: int, by: int, turn: int | None = None) -> tuple[HeadMoved, Act]:
    """Return the event that moves the head, and an act of that event alone, which also closes an open vote.

    `turn` is the turn to record, by default the game's current one.
    """
    left = (*redoable(game), game.version) if kind == HeadMove.UNDO else game.table.redo[:-1]
    numbered = max(game.table.numbered, game.ruleset.numbered(game.position))
    event = HeadMoved(to, kind, by, left, turn_of(game) if turn is None else turn, numbered)
    return event, Act(None, [*closing(game.table), event], ctx.clock(), ctx.games.load(game.id, to).play)
