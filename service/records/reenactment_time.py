"""Decides again what time does in a record: timeouts, the ends of pauses, holidays."""

from collections.abc import Sequence

from service.game import clocks
from service.game.context import Context
from service.game.deadlines import fill_due
from service.game.games import Act, Game
from service.handlers.accept import require_running
from service.handlers.passed_deadlines import give_grace, leave_to
from service.handlers.pauses import resuming, taking_holiday
from service.records.recorded_version import RecordedVersion, Unaccountable, check_person
from service.table.clock_events import GameResumed, GraceGiven, HolidayTaken, TimedOut, TimeUsed
from service.table.seat_events import SeatHandedOver, SeatResigned, SeatStoodIn, agent_named_in
from service.table.terms import OWNER, Timeout


def is_of_old(game: Game, recorded: RecordedVersion) -> bool:
    """Return whether a version may come from before the log recorded the time that seats used."""
    clock = game.table.opened.clock or {"kind": ""}
    return "kind" not in clock and not any(isinstance(event, TimeUsed | GameResumed) for event in recorded.events)


def check_time(ctx: Context, game: Game, event: TimedOut, recorded: RecordedVersion) -> None:
    """Raise unless the time of a seat was over, and this is what the table does then."""
    require_running(game)
    now = ctx.clock()
    obligation = (event.seat, event.frame, event.parent)
    is_over = any(one.obligation == obligation for one in clocks.late(game, now))
    is_over = is_over or (is_of_old(game, recorded) and _was_over(game, event, now))
    clock = game.table.opened.clock or {}
    if not is_over or Timeout(event.action).word != clock["on_timeout"]:
        raise Unaccountable


def _was_over(game: Game, event: TimedOut, now: int) -> bool:
    """Return whether the time was over as formerly counted: from when the obligation arose or the seat was taken."""
    since = {one.place: one.since for one in clocks.running(game)}.get((event.seat, event.frame))
    if since is None:
        return False
    begun = max(since, game.table.moved, game.table.started, game.table.seats[event.seat].since)
    return game.time_of(begun) + clocks.allowance_ms(game) <= now


def time_out(ctx: Context, game: Game, event: TimedOut, recorded: RecordedVersion) -> Act:
    """Time out again a seat that goes to an agent, or resigns."""
    check_time(ctx, game, event, recorded)
    gone = next((other for other in recorded.events if isinstance(other, SeatStoodIn | SeatResigned)), None)
    agent = None if gone is None else agent_named_in(gone)
    if event.action == Timeout.DEFAULT or agent is None:
        raise Unaccountable
    return leave_to(ctx, game, event, agent)


def grace_given(ctx: Context, game: Game, event: GraceGiven, recorded: RecordedVersion) -> Act:
    """Give a late seat its grace again; whether its connection was lost, no record can prove."""
    require_running(game)
    late = [one for one in clocks.late(game, ctx.clock()) if one.obligation == (event.seat, event.frame, event.parent)]
    if not late or not clocks.may_get_grace(game, late[0]) or event.turn != game.ruleset.turn(game.position):
        raise Unaccountable
    return give_grace(ctx, game, late[0])


def check_fill(ctx: Context, game: Game, given: Sequence[SeatHandedOver]) -> None:
    """Raise unless the open seats of a game were due to be taken by its agents."""
    is_due = 0 < fill_due(game) <= ctx.clock()
    if not is_due or [one.seat for one in given] != [*game.table.seats_of("open")]:
        raise Unaccountable


def resume(ctx: Context, game: Game, event: GameResumed, recorded: RecordedVersion) -> Act:
    """End a pause again, as a party did or its time came."""
    if event.by != OWNER:
        return resuming(ctx, game, event.by)
    if not 0 < game.table.paused <= ctx.clock():
        raise Unaccountable
    return Act(None, [], ctx.clock(), game.play)  # time alone adds the events


def holiday_taken(ctx: Context, game: Game, event: HolidayTaken, recorded: RecordedVersion) -> Act:
    """Take the holiday of a seat again."""
    check_person(game, event.seat)
    return taking_holiday(ctx, game, event.seat, event.days)
