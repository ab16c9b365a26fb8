"""Undo and redo: judged at once, then done by a job (or a passed vote) if the log still stands where it stood."""

from typing import Any

from eventstore.store import Conflict
from service import moves
from service.answers import Queued, Voted
from service.appending import append
from service.attempts import judged_again
from service.commands import at_version
from service.context import Context
from service.games import Game
from service.idempotency import Key, once, queued_once
from service.jobs import JobKey
from service.problems import stale, unauthorized
from service.seats import Caller, require_player
from service.table_events import MOVES, OWNER, HeadMoved
from service.voting import open_vote


def request_undo(
    ctx: Context,
    caller: Caller,
    to_version: int | None = None,
    expected_version: int | None = None,
    key: Key | None = None,
) -> Queued | Voted:
    """Go back to an ancestor of the head, by default to before the caller's newest command.

    Answers a job, or a vote where the policy is consent. 409 where policy or line forbid it, 412 for another version
    than the expected one.
    """

    def target(game: Game, by: int) -> int:
        return moves.before_newest(game, by) if to_version is None else to_version

    return _request(ctx, caller, moves.UNDO, target, expected_version, key)


def request_redo(
    ctx: Context, caller: Caller, expected_version: int | None = None, key: Key | None = None
) -> Queued | Voted:
    """Go forward to the head that the newest undo left; 409 where there is none or a command has followed."""
    return _request(ctx, caller, moves.REDO, lambda game, by: moves.redo_target(game), expected_version, key)


def _request(
    ctx: Context, caller: Caller, kind: int, target: Any, expected: int | None, key: Key | None
) -> Queued | Voted:
    if caller.credential is None:
        raise unauthorized()
    by = OWNER if caller.seat is None else caller.seat

    def judged() -> tuple[Game, int]:
        game = at_version(ctx, caller.game, expected)
        if caller.seat is not None:
            require_player(game, caller)
        to = target(game, by)
        moves.check(ctx, game, kind, to, by)
        return game, to

    def vote() -> Voted:
        return open_vote(ctx, *judged(), kind, by, key)

    def enqueue(name: JobKey | None) -> dict[str, Any]:
        game, to = judged()
        return ctx.jobs.undo(game.id, to, game.version, caller.seat, caller.credential, MOVES[kind], name)

    if ctx.games.load(caller.game).table.opened.undo == moves.CONSENT:
        return once(ctx, caller.game, key, Voted, lambda: judged_again(ctx, caller.game, vote))
    return queued_once(ctx, MOVES[kind], key, caller.credential, enqueue)


def move_head(ctx: Context, game_id: str, to: int, expected: int, by: int | None) -> dict[str, Any]:
    """Move the head, as the queued job does: judged again, and 412 when the log has grown.

    `by` is a seat, or None for the owner. To go to an ancestor is an undo, anything else a redo. A job may run twice:
    the second time it finds the move made.
    """
    actor = OWNER if by is None else by
    if _is_done(ctx, game_id, to, expected, actor):
        return {"version": expected + 1, "to_version": to}
    game = at_version(ctx, game_id, expected)
    kind = moves.UNDO if game.line.is_ancestor(to, game.version) else moves.REDO
    moves.check(ctx, game, kind, to, actor)
    try:
        after = append(ctx, game, [moves.moved(ctx, game, kind, to, actor)[1]])
    except Conflict as conflict:
        raise stale(conflict.current) from None
    return {"version": after.version, "to_version": to}


def _is_done(ctx: Context, game_id: str, to: int, expected: int, by: int) -> bool:
    """Whether the version after the expected one is this very move."""
    game = ctx.games.load(game_id)
    if game.version <= expected:
        return False
    events = ctx.store.read(game_id, expected, expected + 1)
    made = game.codec.decode(events[0])
    return isinstance(made, HeadMoved) and (made.to, made.by) == (to, by)
