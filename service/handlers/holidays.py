"""Takes holidays: under a clock of days, a seat extends its current deadlines and those that arise until the end."""

from service.clients.authentication import Caller, require_player, require_seat
from service.game.append import Act
from service.game.clocks import DAY_MS, holidays_left, late
from service.game.context import Context
from service.game.games import Game
from service.game.idempotency import Key
from service.game.results import Submitted
from service.handlers.accept import Accepted, Request, accept, answer_submitted
from service.handlers.commands import require_running
from service.problems import forbidden, not_found, refusal
from service.table.clock_events import HolidayTaken
from service.table.timesheets import DAYS


def take_holiday(ctx: Context, caller: Caller, number: int, days: int, key: Key | None = None) -> Submitted:
    """Extend the caller's own deadlines by some days, before they have passed."""
    return accept(ctx, Request(caller.game, Submitted, key), _take, caller=caller, number=number, days=days)


def _take(ctx: Context, game: Game, caller: Caller, number: int, days: int) -> Accepted[Submitted]:
    if number >= len(game.table.seats):
        raise not_found("seat")
    if require_seat(caller) != number:
        raise forbidden("token_of_another_seat", "token_of_this_seat")
    require_player(game, caller)
    return answer_submitted(ctx, game, [taking(ctx, game, number, days)], number)


def taking(ctx: Context, game: Game, seat: int, days: int) -> Act:
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
