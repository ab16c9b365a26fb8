"""Runs votes: on moving the head, abandoning or pausing the game, and opening a seat.

Every party but the asking one is asked, and all must accept. The meaning of silence depends on the kind of vote.
"""

from collections.abc import Sequence
from dataclasses import replace
from types import NoneType
from typing import Any, Final, NamedTuple

from eventstore.records import NOTHING, Beside
from service.clients.authentication import Caller, require_part, require_player, require_seat
from service.clients.standing_answers import answers_to
from service.game.clocks import DAY_MS
from service.game.context import Context
from service.game.deadlines import VOTE_DEADLINE
from service.game.debts import list_overdue
from service.game.games import Act, Game, table_after
from service.game.idempotency import Key
from service.game.position import Play
from service.game.results import Voted
from service.game.undo_rights import head_moved, turn_of
from service.handlers.accept import Accepted, Request, accept, require_running
from service.handlers.holders import leaving_facts
from service.handlers.resignation import closing_events
from service.problems import not_found, refusal
from service.table.clock_events import GamePaused
from service.table.seat_events import SeatHandedOver
from service.table.terms import (
    ABSENT,
    NO_SEAT,
    NO_VERSION,
    OWNER,
    RESIGNED,
    UNKNOWN_TURN,
    Ending,
    HeadMove,
    Outcome,
    Question,
    SeatKind,
    Vote,
)
from service.table.vote_events import VoteCast, VoteClosed, VoteOpened
from service.table.votes import KINDS, parties, party_of
from service.views.game_view import vote_document

VOTE_MS: Final = 60_000
"""Limits how long a vote is open, unless the game's clock counts in days."""
MOST_VOTES: Final = 3
"""Limits how many votes a party may open per turn."""
FAILED: Final = (Outcome.REJECTED.word, Outcome.EXPIRED.word)


class Motion(NamedTuple):
    """Describes what a vote decides: the kind of question, and its object.

    `to` is the version to move the head to; `until` (ms) the end of a pause, by which the vote ends too; `seat` the one
    to open to others.
    """

    kind: int
    to: int = NO_VERSION
    until: int = 0
    seat: int = NO_SEAT


def open_vote(ctx: Context, game: Game, motion: Motion, by: int) -> Accepted[Voted]:
    """Open a vote of all other parties; if there are none, or all accepted beforehand, it passes at once.

    Raises Problem (409) while a vote is open, for a party's fourth vote in one turn, and for a motion that has just
    been rejected.
    """
    act = opening(ctx, game, motion, by)
    return _vote(ctx, game, [act, *_beforehand(ctx, game, act)], len(game.table.votes) + 1)


def _beforehand(ctx: Context, game: Game, opened: Act) -> list[Act]:
    """Return the answers that parties gave beforehand to the vote that an act opens.

    A refusal ends the vote, so it is the only answer. The acts are appended together with the opening.
    """
    vote = table_after(game, [opened]).vote
    said = {} if vote is None else answers_to(ctx, game, vote)
    acts = [opened]
    for seat in [seat for seat, yes in said.items() if not yes][:1] or said:
        later = replace(game, version=game.version + len(acts), table=table_after(game, acts))
        act = answering(ctx, later, later.table.votes[-1], seat, said[seat])
        acts.append(replace(act, time_ms=opened.time_ms))
    return acts[1:]


def opening(ctx: Context, game: Game, motion: Motion, by: int, old: tuple[int, int] | None = None) -> Act:
    """Return the act that opens a vote; raises Problem if it may not be opened now.

    `old` holds the mask of the asked parties and the turn of a vote from an old log, which follows the rules of its
    time.
    """
    now, last = ctx.clock(), game.table.vote
    if last and (now < last.closes_at or _passes_in_silence(ctx, game, last)):
        raise refusal("vote.open", vote=last.id)
    if old is None:
        _check_patience(game, motion, by)
    others = sum(1 << party for party in parties(game.table) if party != _party(game, by))
    to_ask, turn = (others, turn_of(game)) if old is None else old
    kind, to, until, seat = motion
    lasts = _lasts_ms(game, seat)
    closes_at = min(now + lasts, until or now + lasts)
    event = VoteOpened(len(game.table.votes) + 1, kind, by, to, to_ask, closes_at, turn, until, seat)
    before = [VoteClosed(last.id, Outcome.EXPIRED)] if last else []
    if event.asked:
        return Act(None, [*before, event], now, game.play)
    vote = Vote(
        event.vote, Question(kind).word, by, to, event.asked, event.closes_at, turn=turn, until=until, seat=seat
    )
    return _passing(ctx, game, vote, now, [*before, event])


def _check_patience(game: Game, motion: Motion, by: int) -> None:
    """Raise Problem if a party opens too many votes, or repeats a motion before any other party has acted."""
    party, question = _party(game, by), (Question(motion.kind).word, motion.to, motion.seat)
    mine = [
        vote for vote in game.table.votes if vote.by == by or (party is not None and _party(game, vote.by) == party)
    ]
    if sum(vote.turn == turn_of(game) for vote in mine) >= MOST_VOTES:
        raise refusal("vote.too_many")
    failed = [vote.closed for vote in mine if vote.status in FAILED and (vote.kind, vote.to, vote.seat) == question]
    others = (seat for seat in range(len(game.table.seats)) if party_of(game.table, seat) not in (None, party))
    if failed and not any(game.line.has_acted_after(failed[-1], seat) for seat in others):
        raise refusal("vote.again")


def _party(game: Game, by: int) -> int | None:
    """Return the asking party; None for the owner, who has no seat."""
    return None if by == OWNER else party_of(game.table, by)


def _lasts_ms(game: Game, seat: int) -> int:
    """Return how many ms a vote stays open: a minute, or under a clock of days as long as one obligation.

    Under other clocks a vote on opening a seat lasts at least one obligation, without a clock a day or
    `overdue_after_s`: its holder can reject it for that long. A player who resigned is not asked.
    """
    clock = game.table.opened.clock
    usual = int(clock["days"]) * DAY_MS if clock and clock.get("kind") == "days" else VOTE_MS
    if seat == NO_SEAT or game.table.seats[seat].left == RESIGNED:
        return usual
    if clock is None:
        return max(DAY_MS, 1000 * game.table.opened.overdue_after_s)
    return max(usual, 1000 * clock.get("seconds", 0))


def abandon(ctx: Context, caller: Caller, key: Key | None = None) -> Voted:
    """Open a vote on ending the game without a winner; the owner, who has no seat, asks all parties."""
    require_part(caller)
    return accept(ctx, Request(caller.game, Voted, key), _abandon, caller=caller)


def _abandon(ctx: Context, game: Game, caller: Caller) -> Accepted[Voted]:
    by = OWNER if caller.seat is None else require_player(game, caller)
    require_running(game)
    return open_vote(ctx, game, Motion(Question.ABANDON), by)


def cast_vote(ctx: Context, caller: Caller, number: int, yes: bool, key: Key | None = None) -> Voted:
    """Answer a vote for one's party; repeating the answer changes nothing, changing it is refused (409)."""
    seat = require_seat(caller)
    return accept(ctx, Request(caller.game, Voted, key), _cast, number=number, seat=seat, yes=yes)


def find_vote(game: Game, number: int) -> Vote:
    """Return a vote of a game; raises Problem (404) for one that never existed."""
    if not 1 <= number <= len(game.table.votes):
        raise not_found("vote")
    return game.table.votes[number - 1]


def _cast(ctx: Context, game: Game, number: int, seat: int, yes: bool) -> Accepted[Voted]:
    vote, party = find_vote(game, number), party_of(game.table, seat)
    voter = seat if party is None else party
    require_asked(vote, voter)
    if (vote.yes | vote.no) >> voter & 1:
        if yes == bool(vote.yes >> voter & 1):
            return Accepted(game, Voted(vote_document(vote, ctx.clock()), is_new=False))
        raise refusal("vote.answered")
    if vote.status != "open" or ctx.clock() >= vote.closes_at or party is None:
        raise refusal("vote.closed")
    return _vote(ctx, game, [answering(ctx, game, vote, voter, yes)], vote.id)


def require_asked(vote: Vote, seat: int) -> None:
    """Raise Problem for a seat that was not asked."""
    if not vote.asked >> seat & 1:
        raise refusal("vote.not_asked")


def answering(ctx: Context, game: Game, vote: Vote, seat: int, yes: bool) -> Act:
    """Return the act of an answer, with the effects of the vote if it passes."""
    cast = VoteCast(vote.id, seat, yes)
    if not yes:
        return Act(None, [cast, VoteClosed(vote.id, Outcome.REJECTED)], ctx.clock(), game.play)
    if _silent(game, vote) & ~(1 << seat):
        return Act(None, [cast], ctx.clock(), game.play)
    return _passing(ctx, game, vote, ctx.clock(), [cast])


def _silent(game: Game, vote: Vote) -> int:
    """Return the mask of parties that were asked, have not answered, and are still at the table."""
    return vote.asked & ~vote.yes & ~vote.no & sum(1 << party for party in parties(game.table))


def _passing(ctx: Context, game: Game, vote: Vote, now: int, before: list[Any]) -> Act:
    """Return the act by which a vote passes, with its effects; `before` are the events that come first."""
    done, play = _effects(ctx, game, vote)
    return Act(None, [*before, VoteClosed(vote.id, Outcome.PASSED), *done], now, play)


def _effects(ctx: Context, game: Game, vote: Vote) -> tuple[list[Any], Play]:
    """Return the events after a vote passes, and the play after those."""
    match Question.of(vote.kind):
        case Question.ABANDON:
            return closing_events(game, Ending.ABANDONED), game.play
        case Question.PAUSE:
            return [GamePaused(vote.until)], game.play
        case Question.SEAT:  # unless it has changed hands or lost its player meanwhile
            place = game.table.seats[vote.seat]
            is_same = place.left in (RESIGNED, ABSENT) or place.since <= vote.opened
            opens = is_same and place.belongs_to in ("human", "bot")
            return ([SeatHandedOver(vote.seat, SeatKind.OPEN, "")] if opens else []), game.play
        case _:
            move, act = head_moved(ctx, game, HeadMove.of(vote.kind), vote.to, vote.by, vote.turn)
            return [move], act.play


def _vote(ctx: Context, game: Game, acts: Sequence[Act], number: int) -> Accepted[Voted]:
    vote = table_after(game, acts).votes[number - 1]
    return Accepted(game, Voted(vote_document(vote, acts[-1].time_ms)), acts, _beside(ctx, game, acts[-1]))


def _beside(ctx: Context, game: Game, act: Act) -> Beside:
    """Return the facts and names to remove once a vote has opened a seat: tokens, webhooks, the name."""
    opened = [event.seat for event in act.events if isinstance(event, SeatHandedOver)]
    return Beside(facts=leaving_facts(ctx, game, opened[0]), names={opened[0]: ""}) if opened else NOTHING


def expire_vote(ctx: Context, game_id: str) -> None:
    """Close the open vote of a game when its time is over."""
    accept(ctx, Request(game_id, NoneType), _expire)


def _expire(ctx: Context, game: Game) -> Accepted[None]:
    vote = game.table.vote
    if vote is None or ctx.clock() < vote.closes_at:
        ctx.store.set_deadlines(game.id, {VOTE_DEADLINE: vote.closes_at if vote else 0})
        return Accepted(game, None)
    act = expiry(ctx, game, vote)
    return Accepted(game, None, [act], _beside(ctx, game, act))


def expiry(ctx: Context, game: Game, vote: Vote) -> Act:
    """Return the act that closes a vote whose time is over: silence rejects, unless it is excused."""
    if _passes_in_silence(ctx, game, vote):
        return _passing(ctx, game, vote, ctx.clock(), [])
    return Act(None, [VoteClosed(vote.id, Outcome.EXPIRED)], ctx.clock(), game.play)


def _passes_in_silence(ctx: Context, game: Game, vote: Vote) -> bool:
    """Return whether an expired vote has passed because all silent parties are excused; in old logs none was."""
    if vote.turn == UNKNOWN_TURN or not KINDS[vote.kind].excuses_absent:
        return False
    absent = sum(1 << seat for seat in list_overdue(ctx, game))
    return not _silent(game, vote) & ~absent
