"""Decides again a record's votes and moves of the head: who could open them, who was asked, and their effects.

Logs from before turns were recorded follow the rules of their time: any seat moved the head, as the policy allowed.
"""

from dataclasses import replace
from typing import Final

from service.game import undo_rights
from service.game.context import Context
from service.game.debts import list_overdue
from service.game.games import Act, Game
from service.game.undo_rights import Right, right_to_move
from service.handlers.accept import require_running
from service.handlers.pauses import check_pause
from service.handlers.votes import Motion, answering, expiry, find_vote, opening, require_asked
from service.problems import refusal
from service.records.recorded_version import RecordedVersion, Unaccountable, check_person
from service.table.terms import (
    NO_VERSION,
    OWNER,
    PEOPLE,
    RESIGNED,
    UNKNOWN_NUMBER,
    UNKNOWN_TURN,
    HeadMove,
    Question,
    UndoPolicy,
)
from service.table.vote_events import HeadMoved, VoteCast, VoteClosed, VoteOpened

_OF_HEAD: Final = (Question.UNDO, Question.REDO)


def head_moved(ctx: Context, game: Game, event: HeadMoved, recorded: RecordedVersion) -> Act:
    """Move the head again, without a vote."""
    is_old = event.turn == UNKNOWN_TURN
    if is_old:
        _check_old_mover(game, event)
        if game.table.opened.undo == UndoPolicy.CONSENT:
            raise refusal("undo.off")
    elif _right(game, event) is not Right.OWN:
        raise refusal("undo.not_yours")
    return undo_rights.head_moved(ctx, game, event.kind, event.to, event.by, UNKNOWN_TURN if is_old else None)[1]


def number_as_recorded(act: Act, recorded: RecordedVersion) -> Act:
    """Return the act without the highest number if the head moved when logs did not record it."""
    if not any(isinstance(event, HeadMoved) and event.numbered == UNKNOWN_NUMBER for event in recorded.events):
        return act
    events = [
        replace(event, numbered=UNKNOWN_NUMBER) if isinstance(event, HeadMoved) else event for event in act.events
    ]
    return replace(act, events=events)


def _right(game: Game, event: HeadMoved | VoteOpened) -> Right:
    check_person(game, event.by)
    return right_to_move(game, event.kind, event.to, event.by)


def _check_old_mover(game: Game, event: HeadMoved | VoteOpened) -> None:
    """Raise unless a seat could move the head by the rules of old logs: any seat, as the policy allowed."""
    check_person(game, event.by)
    undo_rights.check_table(game)
    if event.kind == HeadMove.UNDO:
        undo_rights.check_ancestor(game, event.to)
        if game.table.opened.undo != UndoPolicy.CONSENT:
            undo_rights.check_revealed(game, game.line.list_passed(event.to, game.version))
    elif undo_rights.redo_target(game) != event.to:
        raise refusal("redo.nothing")


def vote_opened(ctx: Context, game: Game, event: VoteOpened, recorded: RecordedVersion) -> Act:
    """Open a vote again, with its effects if it passed at once."""
    if event.turn == UNKNOWN_TURN:
        return _old_vote_opened(ctx, game, event)
    if event.kind == Question.ABANDON:
        check_person(game, event.by)
        require_running(game)
    elif event.kind == Question.PAUSE:
        check_person(game, event.by)
        check_pause(ctx, game, event.until)
        return opening(ctx, game, Motion(Question.PAUSE, until=event.until), event.by)
    elif event.kind == Question.SEAT:
        return _seat_asked(ctx, game, event)
    elif event.kind not in _OF_HEAD or _right(game, event) is not Right.VOTE:
        raise Unaccountable
    to = NO_VERSION if event.kind == Question.ABANDON else event.to
    return opening(ctx, game, Motion(event.kind, to), event.by)


def _seat_asked(ctx: Context, game: Game, event: VoteOpened) -> Act:
    check_person(game, event.by)
    require_running(game)
    if event.by == event.seat or not 0 <= event.seat < len(game.table.seats):
        raise Unaccountable
    if game.table.seats[event.seat].left != RESIGNED and event.seat not in list_overdue(ctx, game):
        raise Unaccountable
    return opening(ctx, game, Motion(Question.SEAT, seat=event.seat), event.by)


def _old_vote_opened(ctx: Context, game: Game, event: VoteOpened) -> Act:
    """Open a vote by the rules of old logs: every other person's and bot's seat is asked, by the owner only bots."""
    if event.kind == Question.ABANDON:
        require_running(game)
        check_person(game, event.by)
    elif event.kind in _OF_HEAD and game.table.opened.undo == UndoPolicy.CONSENT:
        _check_old_mover(game, event)
    else:
        raise Unaccountable
    kinds = ("bot",) if event.by == OWNER else PEOPLE
    asked = sum(1 << seat for seat in game.table.seats_of(*kinds) if seat != event.by)
    return opening(ctx, game, Motion(event.kind, event.to), event.by, (asked, UNKNOWN_TURN))


def vote_cast(ctx: Context, game: Game, event: VoteCast, recorded: RecordedVersion) -> Act:
    """Cast a party's vote again, with its effects if it passed."""
    vote = find_vote(game, event.vote)
    require_asked(vote, event.seat)
    if vote.status != "open" or (vote.yes | vote.no) >> event.seat & 1:
        raise refusal("vote.closed")
    return answering(ctx, game, vote, event.seat, event.accept)


def vote_closed(ctx: Context, game: Game, event: VoteClosed, recorded: RecordedVersion) -> Act:
    """Close an expired vote again."""
    vote = game.table.vote
    if vote is None or ctx.clock() < vote.closes_at:
        raise refusal("vote.closed")
    return expiry(ctx, game, vote)
