"""Folds the table's events into its state; it only assigns, since all was decided when the event was written."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from service.table import clock_events, events, seat_events, timesheets, vote_events
from service.table.state import Table
from service.table.terms import ABSENT, LENT, RESIGNED, Outcome, Question, Rest, Seat, SeatKind, Vote
from workers.agents.catalog import with_version

_WAYS_TO_LEAVE: Final = {
    seat_events.SeatResigned: RESIGNED,
    seat_events.SeatStoodIn: ABSENT,
    seat_events.SeatLent: LENT,
}


def evolve(table: Table, event: Any) -> None:
    """Apply one of the table's events, in the version `table.version`."""
    _EVOLVERS[type(event)](table, event)


def _with_seat(table: Table, number: int, seat: Seat) -> tuple[Seat, ...]:
    return (*table.seats[:number], seat, *table.seats[number + 1 :])


def _with_vote(table: Table, vote: Vote) -> tuple[Vote, ...]:
    return (*table.votes[: vote.id - 1], vote, *table.votes[vote.id :])


def _open(table: Table, event: events.TableOpened) -> None:
    table.opened = event
    table.sheet = timesheets.new_sheet(event.clock, len(event.seats))
    table.seats = tuple(_first_seat(event, n, seat) for n, seat in enumerate(event.seats))


def _first_seat(event: events.TableOpened, number: int, seat: Mapping[str, Any]) -> Seat:
    kind, is_held = seat["kind"], bool(event.held >> number & 1)
    client = event.client if kind in ("human", "bot") and not is_held else ""
    agent = with_version(seat.get("agent", ""), seat.get("agent_version", 0))
    return Seat(kind, agent, deadline_s=seat.get("deadline_s", 0), held=is_held, client=client)


def _start(table: Table, event: events.SeatsFilled) -> None:
    table.started = table.version


def _seat_taken(table: Table, event: seat_events.SeatTaken) -> None:
    seat = Seat("human", "", event.holder, joined=True, since=table.version, held=True, client=event.client)
    table.seats = _with_seat(table, event.seat, seat)
    table.sheet = table.sheet.renew(event.seat, timesheets.bank_ms(table.opened.clock))
    if event.entropy and not table.started:
        table.entropies = (*table.entropies, event.entropy)


def _seat_handed_over(table: Table, event: seat_events.SeatHandedOver) -> None:
    seat = Seat(SeatKind(event.kind).word, seat_events.agent_named_in(event), since=table.version)
    table.seats = _with_seat(table, event.seat, seat)


def _leave(table: Table, event: seat_events.SeatResigned | seat_events.SeatStoodIn | seat_events.SeatLent) -> None:
    seat = table.seats[event.seat]
    gone = seat if seat.left else replace(seat, was=seat.kind, spare=seat.agent)
    agent, left = seat_events.agent_named_in(event), _WAYS_TO_LEAVE[type(event)]
    changed = replace(gone, kind="ai", agent=agent, since=table.version, left=left)
    table.seats = _with_seat(table, event.seat, changed)


def _agent_replaced(table: Table, event: seat_events.AgentReplaced) -> None:
    changed = replace(table.seats[event.seat], agent=seat_events.agent_named_in(event))
    table.seats = _with_seat(table, event.seat, changed)


def _seat_left(table: Table, event: seat_events.SeatLeft) -> None:
    table.seats = _with_seat(table, event.seat, Seat("open", since=table.version))


def _seat_renamed(table: Table, event: seat_events.SeatRenamed) -> None:
    """Change nothing, since names are stored beside the log."""


def _token_renewed(table: Table, event: seat_events.TokenRenewed) -> None:
    renewed = replace(table.seats[event.seat], holder=event.holder, held=event.held, client=event.client)
    table.seats = _with_seat(table, event.seat, renewed)


def _seat_returned(table: Table, event: seat_events.SeatReturned) -> None:
    seat = table.seats[event.seat]
    back = replace(seat, kind=seat.was, agent=seat.spare, since=table.version)
    changed = replace(back, left="", was="", spare="", late=0)
    table.seats = _with_seat(table, event.seat, changed)


def _time_used(table: Table, event: clock_events.TimeUsed) -> None:
    table.sheet = table.sheet.charge((event.seat, event.frame, event.parent), event.ms)


def _turn_credited(table: Table, event: clock_events.TurnCredited) -> None:
    clock = table.opened.clock or {}
    table.sheet = table.sheet.with_credit(event.seat, event.turn, timesheets.MS * clock["increment_s"])


def _holiday_taken(table: Table, event: clock_events.HolidayTaken) -> None:
    taken = timesheets.Holiday(event.seat, event.days, event.until)
    table.sheet = replace(table.sheet, holidays=(*table.sheet.holidays, taken))


def _grace_given(table: Table, event: clock_events.GraceGiven) -> None:
    given = timesheets.Grace(event.seat, event.frame, event.parent, event.turn)
    table.sheet = replace(table.sheet, graces=(*table.sheet.graces, given))


def _game_paused(table: Table, event: clock_events.GamePaused) -> None:
    table.rests = (*table.rests, Rest(table.version, event.until))


def _game_resumed(table: Table, event: clock_events.GameResumed) -> None:
    table.rests = (*table.rests[:-1], table.rests[-1]._replace(resumed=table.version))


def _time_out(table: Table, event: clock_events.TimedOut) -> None:
    """Record the timeout; its consequences have events of their own."""
    table.sheet = table.sheet.clear((event.seat, event.frame, event.parent))
    table.seats = _with_seat(table, event.seat, replace(table.seats[event.seat], late=table.version))


def _game_closed(table: Table, event: events.GameClosed) -> None:
    table.closed = event


def _rematch_opened(table: Table, event: events.RematchOpened) -> None:
    table.rematch = event.game


def _head_moved(table: Table, event: vote_events.HeadMoved) -> None:
    table.moved = table.version
    table.numbered = max(table.numbered, event.numbered)
    table.redo = tuple(event.redo)
    table.moves = (*table.moves, (event.by, event.turn))


def _draws_chosen(table: Table, event: events.DrawsChosen) -> None:
    table.chosen = events.choices_of(event)


def _vote_opened(table: Table, event: vote_events.VoteOpened) -> None:
    vote = Vote(event.vote, Question(event.kind).word, event.by, event.to, event.asked, event.closes_at)
    vote = replace(vote, turn=event.turn, opened=table.version, until=event.until, seat=event.seat)
    table.votes = (*table.votes, vote)


def _vote_cast(table: Table, event: vote_events.VoteCast) -> None:
    vote = table.votes[event.vote - 1]
    yes, no = (vote.yes | 1 << event.seat, vote.no) if event.accept else (vote.yes, vote.no | 1 << event.seat)
    table.votes = _with_vote(table, replace(vote, yes=yes, no=no))


def _vote_closed(table: Table, event: vote_events.VoteClosed) -> None:
    table.votes = _with_vote(
        table, replace(table.votes[event.vote - 1], status=Outcome(event.outcome).word, closed=table.version)
    )


def _seed_revealed(table: Table, event: events.SeedRevealed) -> None:
    table.ended = table.version


_EVOLVERS: Final[Mapping[Any, Callable[[Table, Any], None]]] = MappingProxyType(
    {
        events.TableOpened: _open,
        events.SeatsFilled: _start,
        seat_events.SeatTaken: _seat_taken,
        seat_events.SeatHandedOver: _seat_handed_over,
        seat_events.SeatResigned: _leave,
        seat_events.SeatStoodIn: _leave,
        seat_events.SeatReturned: _seat_returned,
        seat_events.SeatLent: _leave,
        seat_events.AgentReplaced: _agent_replaced,
        seat_events.SeatLeft: _seat_left,
        seat_events.SeatRenamed: _seat_renamed,
        seat_events.TokenRenewed: _token_renewed,
        clock_events.TimedOut: _time_out,
        clock_events.TimeUsed: _time_used,
        clock_events.GraceGiven: _grace_given,
        clock_events.GamePaused: _game_paused,
        clock_events.GameResumed: _game_resumed,
        clock_events.HolidayTaken: _holiday_taken,
        clock_events.TurnCredited: _turn_credited,
        events.GameClosed: _game_closed,
        events.RematchOpened: _rematch_opened,
        vote_events.HeadMoved: _head_moved,
        events.DrawsChosen: _draws_chosen,
        vote_events.VoteOpened: _vote_opened,
        vote_events.VoteCast: _vote_cast,
        vote_events.VoteClosed: _vote_closed,
        events.SeedRevealed: _seed_revealed,
    }
)
