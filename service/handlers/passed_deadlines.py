"""Handles passed deadlines for the sweep: votes close, clocks run out, and idle games are removed."""

from collections.abc import Callable
from typing import Final

from service.game.context import Context
from service.game.deadlines import (
    CLOCK_DEADLINE,
    EXPIRY_DEADLINE,
    IMPORT_DEADLINE,
    PAUSE_DEADLINE,
    START_DEADLINE,
    VOTE_DEADLINE,
    abandonment_ms,
    expires_at,
    parse_owed,
)
from service.game.quarantine import Quarantined
from service.handlers.pauses import wake
from service.handlers.seating import remove
from service.handlers.timeouts import run_out
from service.handlers.undo import carry_out
from service.handlers.votes import expire_vote
from service.problems import Problem

LATER_MS: Final = 60_000
"""Sets after how many ms a deadline that this code does not know is looked at again."""


def fall_due(ctx: Context, game_id: str, name: str) -> None:
    """Handle a game's passed deadline, or remove it if it is obsolete. Raises Quarantined.

    An unknown deadline is postponed, since a newer version may have set it.
    """
    handler = _carry_out(name) or _HANDLERS.get(name)
    if handler is None:
        ctx.store.set_deadlines(game_id, {name: ctx.clock() + LATER_MS if ctx.store.head(game_id) else 0})
        return
    try:
        handler(ctx, game_id)
    except Quarantined:
        raise
    except Problem:
        ctx.store.set_deadlines(game_id, {name: 0})


def _carry_out(name: str) -> Callable[[Context, str], object] | None:
    """Return a function that carries out the undo or redo of a deadline; None for other deadlines."""
    move = parse_owed(name)
    if move is None:
        return None
    return lambda ctx, game_id: carry_out(ctx, game_id, move)


def _expire_unstarted(ctx: Context, game_id: str) -> None:
    game = ctx.games.load(game_id)
    if game.table.status == "open" and ctx.clock() >= expires_at(game):
        remove(ctx, game_id)
    else:
        ctx.store.set_deadlines(game_id, {START_DEADLINE: 0})


def _expire_abandoned(ctx: Context, game_id: str) -> None:
    game = ctx.games.load(game_id)
    due = abandonment_ms(game)
    if game.table.status == "running" and ctx.clock() >= due:
        remove(ctx, game_id)
    else:
        ctx.store.set_deadlines(game_id, {EXPIRY_DEADLINE: due if game.table.status == "running" else 0})


def _expire_import(ctx: Context, game_id: str) -> None:
    """Remove an import unless its log was written, in which case remove only the deadline."""
    if ctx.store.head(game_id):
        ctx.store.set_deadlines(game_id, {IMPORT_DEADLINE: 0})
    else:
        remove(ctx, game_id)


_HANDLERS: Final[dict[str, Callable[[Context, str], None]]] = {
    START_DEADLINE: _expire_unstarted,
    VOTE_DEADLINE: expire_vote,
    CLOCK_DEADLINE: run_out,
    PAUSE_DEADLINE: wake,
    EXPIRY_DEADLINE: _expire_abandoned,
    IMPORT_DEADLINE: _expire_import,
}
"""Maps deadline names to handlers; the sweep handles those of AI seats itself."""
