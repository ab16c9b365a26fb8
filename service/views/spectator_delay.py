"""Delays spectators if a game says so, by seconds or by versions. Seats see everything at once.

The owner counts as a spectator. The creation is never delayed; a delay in versions ends with the game.
"""

from bisect import bisect_right

from service.clients.authentication import Caller
from service.game.context import Context
from service.game.games import Game
from service.problems import beyond_head


def visible(ctx: Context, caller: Caller, head: Game | None = None) -> Game:
    """Return the newest state that a caller may see by now; `head` is the game at its head, if already loaded."""
    game = head or ctx.games.load(caller.game)
    seen = visible_to(ctx, game, caller)
    return game if seen == game.version else ctx.games.load(game.id, seen)


def standing(ctx: Context, caller: Caller, version: int | None, newest: Game | None = None) -> Game:
    """Load the game as the caller may see it, now or right after a version; raises Problem (404) for a later one."""
    game = newest or visible(ctx, caller)
    if version is None:
        return game
    if version > game.version:
        raise beyond_head(game.version)
    return ctx.games.load(caller.game, version)


def visible_to(ctx: Context, game: Game, caller: Caller) -> int:
    """Return the newest version that a caller may see of a game at its head."""
    delay = game.table.opened.spectator_delay
    if caller.seat is not None or not delay:
        return game.version
    if "versions" in delay:
        return game.version if game.table.finished else max(1, game.version - delay["versions"])
    until = ctx.clock() - 1000 * delay["seconds"]
    versions = range(1, game.version + 1)
    return max(1, bisect_right(versions, until, key=game.time_of))


def shows_more_at(ctx: Context, game: Game) -> int:
    """Return when (ms) spectators next see more of what has happened so far; 0 if that does not depend on time."""
    seconds = (game.table.opened.spectator_delay or {}).get("seconds", 0)
    seen = visible_to(ctx, game, Caller(game.id)) if seconds else game.version
    return game.time_of(seen + 1) + 1000 * seconds if seen < game.version else 0
