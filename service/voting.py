"""Votes on moving the head, where the undo policy is consent: everybody else must accept, and silence is no."""

from typing import Any, Final

from service import moves
from service.answers import Voted
from service.appending import Act, append
from service.attempts import judged_again
from service.commands import VOTE_DEADLINE
from service.context import Context
from service.games import Game
from service.idempotency import Key, claimed_by, once
from service.moments import written
from service.problems import not_found, refused
from service.seats import Caller, require_seat
from service.table import Vote
from service.table_events import MOST_SEATS, MOVES, OUTCOMES, OWNER, VoteCast, VoteClosed, VoteOpened

VOTE_MS: Final = 60_000
PASSED, REJECTED, EXPIRED = (OUTCOMES.index(word) for word in ("passed", "rejected", "expired"))


def open_vote(ctx: Context, game: Game, to: int, kind: int, by: int, key: Key | None) -> Voted:
    """Ask everybody else whether the head may move; with nobody to ask it moves at once. 409 while a vote is open."""
    now, last = ctx.clock(), game.table.vote
    if last and now < last.closes_at:
        raise refused("vote.open", vote=last.id)
    event = VoteOpened(len(game.table.votes) + 1, kind, by, to, _asked(game, by), now + VOTE_MS)
    before = [VoteClosed(last.id, EXPIRED)] if last else []
    if event.asked:
        act = Act(None, [*before, event], now, game.play)
        return _written(ctx, game, act, event.vote, key, event.closes_at)
    move, act = moves.moved(ctx, game, kind, to, by)
    act = Act(None, [*before, event, VoteClosed(event.vote, PASSED), move], now, act.play)
    return _written(ctx, game, act, event.vote, key, 0)


def _asked(game: Game, by: int) -> int:
    """Every other human or bot seat; the owner, where alone, need not ask the one person."""
    kinds = ("bot",) if by == OWNER else ("human", "bot")
    return sum(1 << seat for seat in game.table.seats_of(*kinds) if seat != by)


def cast_vote(ctx: Context, caller: Caller, number: int, accept: bool, key: Key | None = None) -> Voted:
    """Answer a vote; the same answer again changes nothing, another one is 409."""
    seat = require_seat(caller)

    def act() -> Voted:
        game = ctx.games.load(caller.game)
        return _cast(ctx, game, _vote(game, number), seat, accept, key)

    return once(ctx, caller.game, key, Voted, lambda: judged_again(act))


def _vote(game: Game, number: int) -> Vote:
    if not 1 <= number <= len(game.table.votes):
        raise not_found()
    return game.table.votes[number - 1]


def _cast(ctx: Context, game: Game, vote: Vote, seat: int, accept: bool, key: Key | None) -> Voted:
    if not vote.asked >> seat & 1:
        raise refused("vote.not_asked")
    if (vote.yes | vote.no) >> seat & 1:
        if accept == bool(vote.yes >> seat & 1):
            return Voted(vote_document(vote, ctx.clock()), is_new=False)
        raise refused("vote.answered")
    if vote.status != "open" or ctx.clock() >= vote.closes_at:
        raise refused("vote.closed")
    act = _answering(ctx, game, vote, seat, accept)
    still_open = len(act.events) == 1
    return _written(ctx, game, act, vote.id, key, vote.closes_at if still_open else 0)


def _answering(ctx: Context, game: Game, vote: Vote, seat: int, accept: bool) -> Act:
    cast = VoteCast(vote.id, seat, accept)
    if not accept:
        return Act(None, [cast, VoteClosed(vote.id, REJECTED)], ctx.clock(), game.play)
    if vote.yes | 1 << seat != vote.asked:
        return Act(None, [cast], ctx.clock(), game.play)
    move, act = moves.moved(ctx, game, MOVES.index(vote.kind), vote.to, vote.by)
    return Act(None, [cast, VoteClosed(vote.id, PASSED), move], act.time_ms, act.play)


def _written(ctx: Context, game: Game, act: Act, number: int, key: Key | None, due_ms: int) -> Voted:
    table = game.table.copy()
    for event in act.events:
        table.evolve(event)
    answer = Voted(vote_document(table.votes[number - 1], act.time_ms))
    append(ctx, game, [act], claim=claimed_by(key, answer), deadlines={VOTE_DEADLINE: due_ms})
    return answer


def expire_vote(ctx: Context, game_id: str) -> None:
    """Close the open vote of a game when its time is over; silence is no."""

    def act() -> None:
        game = ctx.games.load(game_id)
        vote = game.table.vote
        if vote is None or ctx.clock() < vote.closes_at:
            ctx.store.set_deadlines(game_id, {VOTE_DEADLINE: vote.closes_at if vote else 0})
            return
        closing = Act(None, [VoteClosed(vote.id, EXPIRED)], ctx.clock(), game.play)
        append(ctx, game, [closing], deadlines={VOTE_DEADLINE: 0})

    judged_again(act)


def vote_document(vote: Vote, now_ms: int) -> dict[str, Any]:
    """A vote as the API shows it; `by` is null for the owner."""
    is_over = vote.status == "open" and now_ms >= vote.closes_at
    return {
        "id": vote.id,
        "kind": vote.kind,
        "by": None if vote.by == OWNER else vote.by,
        "to_version": vote.to,
        "yes": _seats(vote.yes),
        "no": _seats(vote.no),
        "waiting": _seats(vote.asked & ~vote.yes & ~vote.no),
        "closes_at": written(vote.closes_at),
        "status": "expired" if is_over else vote.status,
    }


def _seats(mask: int) -> list[int]:
    return [seat for seat in range(MOST_SEATS) if mask >> seat & 1]
