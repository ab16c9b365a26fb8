"""Folds the table's events into its state; it only assigns, since all was decided when the event was written."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from service.table.clock_events import GamePaused, GameResumed, HolidayTaken, TimedOut, TimeUsed, TurnCredited
from service.table.events import (
    DrawsChosen,
    GameClosed,
    RematchOpened,
    SeatsFilled,
    SeedRevealed,
    TableOpened,
    choices_of,
)
from service.table.seat_events import (
    SeatHandedOver,
    SeatLeft,
    SeatLent,
    SeatRenamed,
    SeatResigned,
    SeatReturned,
    SeatStoodIn,
    SeatTaken,
    TokenRenewed,
)
from service.table.state import Table
from service.table.terms import ABSENT, LENT, RESIGNED, Outcome, Question, Rest, Seat, SeatKind, Vote
from service.table.timesheets import MS, Holiday, bank_ms, new_sheet
from service.table.vote_events import HeadMoved, VoteCast, VoteClosed, VoteOpened

_WAYS_TO_LEAVE: Final = {SeatResigned: RESIGNED, SeatStoodIn: ABSENT, SeatLent: LENT}


def evolve(table: Table, event: Any) -> None:
    """Apply one of the table's events, in the version `table.version`."""
    _EVOLVERS[type(event)](table, event)


def _with_seat(table: Table, number: int, seat: Seat) -> tuple[Seat, ...]:
    return (*table.seats[:number], seat, *table.seats[number + 1 :])


def _with_vote(table: Table, vote: Vote) -> tuple[Vote, ...]:
    return (*table.votes[: vote.id - 1], vote, *table.votes[vote.id :])


def _open(table: Table, event: TableOpened) -> None:
    table.opened = event
    table.sheet = new_sheet(event.clock, len(event.seats))
    table.seats = tuple(_first_seat(event, n, seat) for n, seat in enumerate(event.seats))


def _first_seat(event: TableOpened, number: int, seat: Mapping[str, Any]) -> Seat:
    kind, is_held = seat["kind"], bool(event.held >> number & 1)
    client = event.client if kind in ("human", "bot") and not is_held else ""
    return Seat(kind, seat.get("agent", ""), deadline_s=seat.get("deadline_s", 0), held=is_held, client=client)


def _start(table: Table, event: SeatsFilled) -> None:
    table.started = table.version


def _seat_taken(table: Table, event: SeatTaken) -> None:
    seat = Seat("human", "", event.holder, joined=True, since=table.version, held=True, client=event.client)
    table.seats = _with_seat(table, event.seat, seat)
    table.sheet = table.sheet.renew(event.seat, bank_ms(table.opened.clock))
    if event.entropy and not table.started:
        table.entropies = (*table.entropies, event.entropy)


def _seat_handed_over(table: Table, event: SeatHandedOver) -> None:
    table.seats = _with_seat(table, event.seat, Seat(SeatKind(event.kind).word, event.agent, since=table.version))


def _leave(table: Table, event: SeatResigned | SeatStoodIn | SeatLent) -> None:
    seat = table.seats[event.seat]
    gone = seat if seat.left else replace(seat, was=seat.kind, spare=seat.agent)
    changed = replace(gone, kind="ai", agent=event.agent, since=table.version, left=_WAYS_TO_LEAVE[type(event)])
    table.seats = _with_seat(table, event.seat, changed)


def _seat_left(table: Table, event: SeatLeft) -> None:
    table.seats = _with_seat(table, event.seat, Seat("open", since=table.version))


def _seat_renamed(table: Table, event: SeatRenamed) -> None:
    """Change nothing, since names are stored beside the log."""


def _token_renewed(table: Table, event: TokenRenewed) -> None:
    renewed = replace(table.seats[event.seat], holder=event.holder, held=event.held, client=event.client)
    table.seats = _with_seat(table, event.seat, renewed)


def _seat_returned(table: Table, event: SeatReturned) -> None:
    seat = table.seats[event.seat]
    back = replace(seat, kind=seat.was, agent=seat.spare, since=table.version)
    changed = replace(back, left="", was="", spare="", late=0)
    table.seats = _with_seat(table, event.seat, changed)


def _time_used(table: Table, event: TimeUsed) -> None:
    table.sheet = table.sheet.charge((event.seat, event.frame, event.parent), event.ms)


def _turn_credited(table: Table, event: TurnCredited) -> None:
    clock = table.opened.clock or {}
    table.sheet = table.sheet.with_credit(event.seat, event.turn, MS * clock["increment_s"])


def _holiday_taken(table: Table, event: HolidayTaken) -> None:
    taken = Holiday(event.seat, event.days, event.until)
    table.sheet = replace(table.sheet, holidays=(*table.sheet.holidays, taken))


def _game_paused(table: Table, event: GamePaused) -> None:
    table.rests = (*table.rests, Rest(table.version, event.until))


def _game_resumed(table: Table, event: GameResumed) -> None:
    table.rests = (*table.rests[:-1], table.rests[-1]._replace(resumed=table.version))


def _time_out(table: Table, event: TimedOut) -> None:
    """Record the timeout; its consequences have events of their own."""
    table.sheet = table.sheet.clear((event.seat, event.frame, event.parent))
    table.seats = _with_seat(table, event.seat, replace(table.seats[event.seat], late=table.version))


def _game_closed(table: Table, event: GameClosed) -> None:
    table.closed = event


def _rematch_opened(table: Table, event: RematchOpened) -> None:
    table.rematch = event.game


def _head_moved(table: Table, event: HeadMoved) -> None:
    table.moved = table.version
    table.numbered = max(table.numbered, event.numbered)
    table.redo = tuple(event.redo)
    table.moves = (*table.moves, (event.by, event.turn))


def _draws_chosen(table: Table, event: DrawsChosen) -> None:
    table.chosen = choices_of(event)


def _vote_opened(table: Table, event: VoteOpened) -> None:
    vote = Vote(event.vote, Question(event.kind).word, event.by, event.to, event.asked, event.closes_at)
    vote = replace(vote, turn=event.turn, opened=table.version, until=event.until, seat=event.seat)
    table.votes = (*table.votes, vote)


def _vote_cast(table: Table, event: VoteCast) -> None:
    vote = table.votes[event.vote - 1]
    yes, no = (vote.yes | 1 << event.seat, vote.no) if event.accept else (vote.yes, vote.no | 1 << event.seat)
    table.votes = _with_vote(table, replace(vote, yes=yes, no=no))


def _vote_closed(table: Table, event: VoteClosed) -> None:
    table.votes = _with_vote(
        table, replace(table.votes[event.vote - 1], status=Outcome(event.outcome).word, closed=table.version)
    )


def _seed_revealed(table: Table, event: SeedRevealed) -> None:
    table.ended = table.version


_EVOLVERS: Final[Mapping[Any, Callable[[Table, Any], None]]] = MappingProxyType(
    {
        TableOpened: _open,
        SeatsFilled: _start,
        SeatTaken: _seat_taken,
        SeatHandedOver: _seat_handed_over,
        SeatResigned: _leave,
        SeatStoodIn: _leave,
        SeatReturned: _seat_returned,
        SeatLent: _leave,
        SeatLeft: _seat_left,
        SeatRenamed: _seat_renamed,
        TokenRenewed: _token_renewed,
        TimedOut: _time_out,
        TimeUsed: _time_used,
        GamePaused: _game_paused,
        GameResumed: _game_resumed,
        HolidayTaken: _holiday_taken,
        TurnCredited: _turn_credited,
        GameClosed: _game_closed,
        RematchOpened: _rematch_opened,
        HeadMoved: _head_moved,
        DrawsChosen: _draws_chosen,
        VoteOpened: _vote_opened,
        VoteCast: _vote_cast,
        VoteClosed: _vote_closed,
        SeedRevealed: _seed_revealed,
    }
)
