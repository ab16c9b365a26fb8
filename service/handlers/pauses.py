"""Pauses a game when all parties agree, and gives one seat a holiday under a clock of days.

In a pause commands, undo, agents and clocks stop; votes, resigning and reading go on. A holiday extends the current
deadlines of its seat, and those that arise until its end.
"""

from types import NoneType
from typing import Final

from service.clients.authentication import Caller, require_part, require_player, require_seat
from service.game.clocks import DAY_MS, holidays_left, late
from service.game.context import Context
from service.game.deadlines import PAUSE_DEADLINE
from service.game.games import Act, Game
from service.game.idempotency import Key
from service.game.results import Submitted, Voted
from service.handlers.accept import Accepted, Request, accept, answer_submitted, require_awake, require_running
from service.handlers.holders import require_own
from service.handlers.votes import Motion, open_vote
from service.problems import invalid, refusal
from service.table.clock_events import GameResumed, HolidayTaken
from service.table.terms import OWNER, Question
from service.table.timesheets import DAYS
from service.table.votes import party_of

LONGEST_MS: Final = 30 * DAY_MS


def ask_pause(ctx: Context, caller: Caller, until: int, key: Key | None = None) -> Voted:
    """Open a vote of all other parties on pausing until a time (ms); the owner, who has no seat, asks all of them."""
    require_part(caller)
    return accept(ctx, Request(caller.game, Voted, key), _ask, caller=caller, until=until)


def _ask(ctx: Context, game: Game, caller: Caller, until: int) -> Accepted[Voted]:
    by = OWNER if caller.seat is None else require_player(game, caller)
    check_pause(ctx, game, until)
    return open_vote(ctx, game, Motion(Question.PAUSE, until=until), by)


def check_pause(ctx: Context, game: Game, until: int) -> None:
    """Raise Problem unless the game may be paused until then."""
    require_running(game)
    require_awake(ctx, game)
    if not 0 < until - ctx.clock() <= LONGEST_MS:
        raise invalid("until", "ahead")


def end_pause(ctx: Context, caller: Caller, key: Key | None = None) -> Submitted:
    """Resume the game at once; any party may."""
    return accept(ctx, Request(caller.game, Submitted, key), _end, caller=caller)


def _end(ctx: Context, game: Game, caller: Caller) -> Accepted[Submitted]:
    seat = require_seat(caller)
    return answer_submitted(ctx, game, [resuming(ctx, game, seat)], seat)


def resuming(ctx: Context, game: Game, seat: int) -> Act:
    """Return the act by which a seat ends a pause; raises Problem if there is none, or the seat has resigned."""
    require_running(game)
    if game.table.paused <= ctx.clock():
        raise refusal("game.not_paused")
    if party_of(game.table, seat) is None:
        raise refusal("seat.resigned")
    return Act(None, [GameResumed(seat)], ctx.clock(), game.play)


def wake(ctx: Context, game_id: str) -> None:
    """Resume a game whose pause is over; otherwise set its deadline again."""
    accept(ctx, Request(game_id, NoneType), _wake)


def _wake(ctx: Context, game: Game) -> Accepted[None]:
    until = game.table.paused if game.table.status == "running" else 0
    if until and until <= ctx.clock():
        return Accepted(game, None, [Act(None, [], ctx.clock(), game.play)])
    ctx.store.set_deadlines(game.id, {PAUSE_DEADLINE: until})
    return Accepted(game, None)


def take_holiday(ctx: Context, caller: Caller, number: int, days: int, key: Key | None = None) -> Submitted:
    """Extend the caller's own deadlines by some days, before they have passed."""
    return accept(ctx, Request(caller.game, Submitted, key), _take_holiday, caller=caller, number=number, days=days)


def _take_holiday(ctx: Context, game: Game, caller: Caller, number: int, days: int) -> Accepted[Submitted]:
    require_own(game, caller, number)
    require_player(game, caller)
    return answer_submitted(ctx, game, [taking_holiday(ctx, game, number, days)], number)


def taking_holiday(ctx: Context, game: Game, seat: int, days: int) -> Act:
    """Return the act by which a seat takes a holiday from now on; raises Problem if it may not."""
    require_running(game)
    clock = game.table.opened.clock or {}
    if clock.get("kind") != DAYS:
        raise refusal("holiday.no_days_clock")
    now = ctx.clock()
    if any(one.obligation[0] == seat for one in late(game, now)):
        raise refusal("holiday.too_late")
    if days > holidays_left(game, seat):
        raise refusal("holiday.none_left")
    return Act(None, [HolidayTaken(seat, days, now + DAY_MS * days)], now, game.play)
