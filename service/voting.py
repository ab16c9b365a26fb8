"""Votes: on moving the head, where the undo policy is consent, and on abandoning the game.

Everybody else must accept, and silence is no.
"""

from typing import Any, Final

from service import moves
from service.answers import Voted
from service.appending import Act, append
from service.attempts import judged_again
from service.commands import VOTE_DEADLINE, require_running
from service.context import Context
from service.ending import ABANDONED, closed
from service.games import Game
from service.idempotency import Key, claimed_by, once
from service.moments import written
from service.parties import has_other_people
from service.play import Play
from service.problems import not_found, refused, unauthorized
from service.seats import Caller, require_player, require_seat
from service.sittings import Vote
from service.table_events import MOST_SEATS, OUTCOMES, OWNER, VOTES, VoteCast, VoteClosed, VoteOpened

VOTE_MS: Final = 60_000
NO_VERSION: Final = -1
ABANDON: Final = VOTES.index("abandon")
PASSED, REJECTED, EXPIRED = (OUTCOMES.index(word) for word in ("passed", "rejected", "expired"))


def open_vote(ctx: Context, game: Game, to: int, kind: int, by: int, key: Key | None) -> Voted:
    """Ask everybody else; with nobody to ask it is done at once. 409 while a vote is open.

    `kind` is an index into VOTES; `to` is the version that the head shall move to, or NO_VERSION.
    """
    act = opening(ctx, game, to, kind, by)
    is_open = isinstance(act.events[-1], VoteOpened)
    return _written(ctx, game, act, len(game.table.votes) + 1, key, act.events[-1].closes_at if is_open else 0)


def opening(ctx: Context, game: Game, to: int, kind: int, by: int) -> Act:
    """The act that opens a vote; raises Problem while another one is open."""
    now, last = ctx.clock(), game.table.vote
    if last and now < last.closes_at:
        raise refused("vote.open", vote=last.id)
    event = VoteOpened(len(game.table.votes) + 1, kind, by, to, _asked(game, by), now + VOTE_MS)
    before = [VoteClosed(last.id, EXPIRED)] if last else []
    if event.asked:
        return Act(None, [*before, event], now, game.play)
    done, play = _passed(ctx, game, kind, to, by)
    return Act(None, [*before, event, VoteClosed(event.vote, PASSED), *done], now, play)


def _passed(ctx: Context, game: Game, kind: int, to: int, by: int) -> tuple[list[Any], Play]:
    """What a passed vote brings about, and the play after it."""
    if kind == ABANDON:
        return closed(game, ABANDONED), game.play
    move, act = moves.moved(ctx, game, kind, to, by)
    return [move], act.play


def abandon(ctx: Context, caller: Caller, key: Key | None = None) -> Voted:
    """Ask everybody else to end the game without a winner; the owner asks only where no other person plays."""
    if caller.credential is None:
        raise unauthorized()

    def act() -> Voted:
        game = ctx.games.load(caller.game)
        by = OWNER if caller.seat is None else require_player(game, caller)
        check_abandon(game, by)
        return open_vote(ctx, game, NO_VERSION, ABANDON, by, key)

    return once(ctx, caller.game, key, Voted, lambda: judged_again(ctx, caller.game, act))


def check_abandon(game: Game, by: int) -> None:
    """Raise Problem unless a seat (or the owner) may ask to end the game."""
    require_running(game)
    if by == OWNER and has_other_people(game.table):
        raise refused("game.other_people")


def _asked(game: Game, by: int) -> int:
    """Every other human or bot seat; the owner, where alone, need not ask the one person."""
    kinds = ("bot",) if by == OWNER else ("human", "bot")
    return sum(1 << seat for seat in game.table.seats_of(*kinds) if seat != by)


def cast_vote(ctx: Context, caller: Caller, number: int, accept: bool, key: Key | None = None) -> Voted:
    """Answer a vote; the same answer again changes nothing, another one is 409."""
    seat = require_seat(caller)

    def act() -> Voted:
        game = ctx.games.load(caller.game)
        return _cast(ctx, game, find_vote(game, number), seat, accept, key)

    return once(ctx, caller.game, key, Voted, lambda: judged_again(ctx, caller.game, act))


def find_vote(game: Game, number: int) -> Vote:
    """A vote of a game; 404 for one that there never was."""
    if not 1 <= number <= len(game.table.votes):
        raise not_found()
    return game.table.votes[number - 1]


def _cast(ctx: Context, game: Game, vote: Vote, seat: int, accept: bool, key: Key | None) -> Voted:
    require_asked(vote, seat)
    if (vote.yes | vote.no) >> seat & 1:
        if accept == bool(vote.yes >> seat & 1):
            return Voted(vote_document(vote, ctx.clock()), is_new=False)
        raise refused("vote.answered")
    if vote.status != "open" or ctx.clock() >= vote.closes_at:
        raise refused("vote.closed")
    act = answering(ctx, game, vote, seat, accept)
    still_open = len(act.events) == 1
    return _written(ctx, game, act, vote.id, key, vote.closes_at if still_open else 0)


def require_asked(vote: Vote, seat: int) -> None:
    """Raise Problem for a seat that was not asked."""
    if not vote.asked >> seat & 1:
        raise refused("vote.not_asked")


def answering(ctx: Context, game: Game, vote: Vote, seat: int, accept: bool) -> Act:
    """The act of an answer, with what a passed vote brings about."""
    cast = VoteCast(vote.id, seat, accept)
    if not accept:
        return Act(None, [cast, VoteClosed(vote.id, REJECTED)], ctx.clock(), game.play)
    if vote.yes | 1 << seat != vote.asked:
        return Act(None, [cast], ctx.clock(), game.play)
    done, play = _passed(ctx, game, VOTES.index(vote.kind), vote.to, vote.by)
    return Act(None, [cast, VoteClosed(vote.id, PASSED), *done], ctx.clock(), play)


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
        append(ctx, game, [expiry(ctx, game, vote)], deadlines={VOTE_DEADLINE: 0})

    judged_again(ctx, game_id, act)


def expiry(ctx: Context, game: Game, vote: Vote) -> Act:
    """The act that closes a vote whose time is over."""
    return Act(None, [VoteClosed(vote.id, EXPIRED)], ctx.clock(), game.play)


def vote_document(vote: Vote, now_ms: int) -> dict[str, Any]:
    """A vote as the API shows it; `by` is null for the owner."""
    is_over = vote.status == "open" and now_ms >= vote.closes_at
    return {
        "id": vote.id,
        "kind": vote.kind,
        "by": None if vote.by == OWNER else vote.by,
        **({} if vote.to == NO_VERSION else {"to_version": vote.to}),
        "yes": _seats(vote.yes),
        "no": _seats(vote.no),
        "waiting": _seats(vote.asked & ~vote.yes & ~vote.no),
        "closes_at": written(vote.closes_at),
        "status": "expired" if is_over else vote.status,
    }


def _seats(mask: int) -> list[int]:
    return [seat for seat in range(MOST_SEATS) if mask >> seat & 1]
