"""Ends what ends by itself in a game, such as an offer that was made for a stated time.

The end is an act of the table: the sweep appends it, or the next command does, right before its own versions.
"""

from collections.abc import Sequence
from dataclasses import replace

from domain.core.chance import NotedChance
from service.game.context import Context
from service.game.deadlines import ENDS_DEADLINE, next_end, set_again
from service.game.games import Act, Game
from service.handlers.accept import Accepted, Request, accept


def expiring(ctx: Context, game: Game) -> list[Act]:
    """Return the act that ends what has ended by itself in a running game; empty if nothing has.

    An open vote goes on. The game is not changed.
    """
    due = next_end(game)
    if not due:
        return []
    now = ctx.clock()
    if now < due:
        return []
    play = game.play.copy().follow(game.ruleset, None, game.version + 1)
    draft = game.ruleset.draft(game.position.copy(), NotedChance(game.table.chance))
    draft.now = now
    game.ruleset.expire(draft)
    play.position = draft.state
    return [Act(None, draft.events, now, play)]


def after_expiring(game: Game, acts: Sequence[Act]) -> Game:
    """Return the game that commands are judged on after the acts of `expiring`, if there are any."""
    return replace(game, version=game.version + 1, play=acts[0].play.copy()) if acts else game


def expire(ctx: Context, game_id: str) -> None:
    """End what has ended by itself in a game, and set the next deadline."""
    accept(ctx, Request(game_id, bool), _expire)


def _expire(ctx: Context, game: Game) -> Accepted[bool]:
    acts = expiring(ctx, game)
    if not acts:
        set_again(ctx, game, ENDS_DEADLINE, next_end)
    return Accepted(game, bool(acts), acts)
