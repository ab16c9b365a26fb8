"""Handles undo and redo: judged at once, then done by a job (or a passed vote) if the log has not changed."""

import secrets
from contextlib import suppress
from typing import Any, Final

from redis.exceptions import RedisError

from eventstore.outages import StorageFull
from eventstore.records import Conflict, Tip
from service.clients.authentication import Caller, by_whom, require_part, require_player
from service.game.context import Context
from service.game.deadlines import OwedMove
from service.game.games import Game
from service.game.idempotency import Key, find_earlier, find_queued, job_key
from service.game.quarantine import Quarantined
from service.game.results import Queued, Voted
from service.game.undo_rights import Right, before_newest, check_table, head_moved, redo_target, right_to_move
from service.handlers.accept import Accepted, Request, accept, at_version, require_awake, write
from service.handlers.votes import Motion, open_vote
from service.problems import Problem, refusal, stale
from service.queue.jobs import Move
from service.table.terms import OWNER, HeadMove, Question
from service.table.vote_events import HeadMoved
from service.views.spectator_delay import visible_to

_REQUEST_BYTES: Final = 6


def request_undo(
    ctx: Context,
    caller: Caller,
    to_version: int | None = None,
    expected_version: int | None = None,
    key: Key | None = None,
) -> Queued | Voted:
    """Move the head back to an ancestor, by default to before the caller's newest command.

    Returns a job if the caller may do so alone, otherwise a vote of the parties. Raises Problem: 409 if policy or line
    forbid it, 412 if the game is not at the expected version.
    """
    return _request(ctx, caller, HeadMove.UNDO, to_version, expected_version, key)


def request_redo(
    ctx: Context, caller: Caller, expected_version: int | None = None, key: Key | None = None
) -> Queued | Voted:
    """Move the head to where the newest undo left it; raises Problem (409) if there is none, or a command followed."""
    return _request(ctx, caller, HeadMove.REDO, None, expected_version, key)


def _request(
    ctx: Context, caller: Caller, kind: HeadMove, to: int | None, expected: int | None, key: Key | None
) -> Queued | Voted:
    require_part(caller)
    queued = find_queued(ctx, kind.word, key, caller.credential, caller.game)
    earlier = find_earlier(ctx, caller.game, key, Voted) if queued is None else queued
    if earlier is not None:
        return earlier
    request = Request(caller.game, Voted, key)
    return accept(ctx, request, _ask, caller=caller, kind=kind, to=to, expected=expected, key=key)


def _ask(
    ctx: Context, game: Game, caller: Caller, kind: HeadMove, to: int | None, expected: int | None, key: Key | None
) -> Accepted[Queued | Voted]:
    if caller.seat is not None:
        require_player(game, caller)
    check_table(game)
    require_awake(ctx, game)
    seen = visible_to(ctx, game, caller)
    if expected is not None and expected != seen:
        raise stale(seen)
    by = by_whom(caller)
    if to is None:
        to = before_newest(game, by) if kind is HeadMove.UNDO else redo_target(game)
    if right_to_move(game, kind, to, by) is Right.VOTE:
        return open_vote(ctx, game, Motion(Question(kind), to), by)
    move = OwedMove(to, caller.seat, game.tip, secrets.token_hex(_REQUEST_BYTES))
    return Accepted(game, _queue(ctx, game, caller, move, kind, key))


def _queue(ctx: Context, game: Game, caller: Caller, move: OwedMove, kind: HeadMove, key: Key | None) -> Queued:
    """Record the move, and queue its job. If that fails, remove the record and raise Problem.

    If the store has no room for the record, there is only the job, which waits until the store has room.
    """
    with suppress(StorageFull):
        move.note(ctx, game.id)
    try:
        to_queue = Move(move.to, move.base, move.by)
        job = ctx.jobs.undo(game.id, to_queue, caller.credential, kind.word, job_key(key), move.request)
    except BaseException:  # after any failure the move is not accepted
        with suppress(RedisError):
            move.settle(ctx, game.id)
        raise
    return Queued(job)


def move_head(
    ctx: Context, game_id: str, to: int, expected: int, by: int | None, chain: str | None = None, request: str = ""
) -> dict[str, Any]:
    """Move the head, as the queued job does: judged again, and 412 if the log has grown or lacks that `chain`.

    `by` is a seat, or None for the owner. Moving to an ancestor is an undo, anything else a redo. The job is
    idempotent: if it runs twice, the second run finds the move made. With a `chain` it was recorded as owed for this
    `request`; the record is removed at the end.
    """
    if chain is None:
        return _move(ctx, game_id, to, expected, by, chain)
    return carry_out(ctx, game_id, OwedMove(to, by, Tip(expected, chain), request))


def carry_out(ctx: Context, game_id: str, owed: OwedMove) -> dict[str, Any]:
    """Make a move that is owed, and remove its record even if it is refused; raises the errors of `move_head`."""
    try:
        answer = _move(ctx, game_id, owed.to, owed.base.version, owed.by, owed.base.chain)
    except Quarantined:
        raise
    except Problem:
        owed.settle(ctx, game_id)
        raise
    owed.settle(ctx, game_id)
    return answer


def _move(ctx: Context, game_id: str, to: int, expected: int, by: int | None, chain: str | None) -> dict[str, Any]:
    actor = OWNER if by is None else by
    base = expected if chain is None else Tip(expected, chain)
    if _is_done(ctx, game_id, to, base, actor):
        return {"version": expected + 1, "to_version": to}
    game = at_version(ctx, game_id, base)
    require_awake(ctx, game)
    kind = HeadMove.UNDO if game.line.is_ancestor(to, game.version) else HeadMove.REDO
    if right_to_move(game, kind, to, actor) is Right.VOTE:
        raise refusal("undo.not_yours")
    answer = {"version": game.version + 1, "to_version": to}
    try:
        write(ctx, Accepted(game, answer, [head_moved(ctx, game, kind, to, actor)[1]]))
    except Conflict as conflict:
        raise stale(conflict.current) from None
    return answer


def _is_done(ctx: Context, game_id: str, to: int, expected: int | Tip, by: int) -> bool:
    """Return whether the version after the expected one is this very move."""
    game, number = ctx.games.load(game_id), expected.version if isinstance(expected, Tip) else expected
    if game.version <= number or expected not in (number, ctx.store.tip(game_id, number)):
        return False
    with ctx.games.reading(game_id):
        events = [game.codec.decode(event) for event in ctx.store.read(game_id, number, number + 1)]
    return any(isinstance(made, HeadMoved) and (made.to, made.by) == (to, by) for made in events)
