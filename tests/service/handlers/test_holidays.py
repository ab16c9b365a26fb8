"""Tests holidays under a clock of days."""

import pytest

from service.game.context import Context
from service.game.deadlines import CLOCK_DEADLINE
from service.game.results import Created
from service.handlers.commands import submit
from service.handlers.passed_deadlines import fall_due
from service.handlers.pauses import take_holiday
from service.handlers.resignation import resign
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.seating import SeatWish, take_seat
from service.handlers.undo_requests import move_head
from tests.service.looking import view
from tests.service.tables import caller, new_game, put_aside, refusal
from tests.service.time_passing import DAY, seconds_left, wait
from tests.toy import EndTurn, Roll

DAYS = {"kind": "days", "days": 3, "holidays": 5, "on_timeout": "default"}


def table(ctx: Context, *kinds: str, **clock: object) -> Created:
    """Return a game under a clock of three days, with five days of holiday, at its first turn."""
    made = new_game(ctx, *kinds, undo="free", clock={**DAYS, **clock})
    put_aside(ctx, made)
    return made


def test_a_holiday_puts_off_what_is_owed(ctx: Context) -> None:
    made = table(ctx)
    wait(ctx, DAY)

    done = take_holiday(ctx, caller(ctx, made, 0), 0, 2)

    assert [event["type"] for event in done.events] == ["TimeUsed", "HolidayTaken"]
    assert done.events[1]["days"] == 2
    assert seconds_left(ctx, made) == {(0, "roll"): 4 * DAY}
    assert [seat["holidays_left"] for seat in view(ctx, caller(ctx, made))["seats"]] == [3, 5]
    wait(ctx, 4 * DAY - 60)
    fall_due(ctx, made.id, CLOCK_DEADLINE)
    assert ctx.store.head(made.id) == done.version
    wait(ctx, 61)
    fall_due(ctx, made.id, CLOCK_DEADLINE)
    assert ctx.store.head(made.id) == done.version + 1


def test_a_holiday_puts_off_what_comes_up_meanwhile_and_nothing_later(ctx: Context) -> None:
    made = table(ctx)
    take_holiday(ctx, caller(ctx, made, 1), 1, 2)
    submit(ctx, made.id, 0, [Roll()])
    wait(ctx, DAY)
    submit(ctx, made.id, 0, [EndTurn()])

    assert seconds_left(ctx, made) == {(1, "roll"): 5 * DAY}
    submit(ctx, made.id, 1, [Roll()])
    assert seconds_left(ctx, made) == {(1, "turn"): 5 * DAY}
    wait(ctx, DAY)
    submit(ctx, made.id, 1, [EndTurn()])
    assert seconds_left(ctx, made) == {(0, "roll"): 3 * DAY}
    submit(ctx, made.id, 0, [Roll()])
    submit(ctx, made.id, 0, [EndTurn()])
    assert seconds_left(ctx, made) == {(1, "roll"): 3 * DAY}


def test_no_undo_takes_a_holiday_back(ctx: Context) -> None:
    made = table(ctx)
    submit(ctx, made.id, 0, [Roll()])
    head = take_holiday(ctx, caller(ctx, made, 0), 0, 5).version
    move_head(ctx, made.id, 3, head, 0)

    assert seconds_left(ctx, made) == {(0, "roll"): 8 * DAY}
    with refusal("refused", "holiday.none_left"):
        take_holiday(ctx, caller(ctx, made, 0), 0, 1)


def test_days_of_holiday_run_out(ctx: Context) -> None:
    made = table(ctx)
    take_holiday(ctx, caller(ctx, made, 0), 0, 3)
    with refusal("refused", "holiday.none_left"):
        take_holiday(ctx, caller(ctx, made, 0), 0, 3)
    take_holiday(ctx, caller(ctx, made, 0), 0, 2)

    assert seconds_left(ctx, made) == {(0, "roll"): 8 * DAY}


def test_a_new_person_has_all_the_days(ctx: Context) -> None:
    made = table(ctx)
    take_holiday(ctx, caller(ctx, made, 0), 0, 5)
    change_seat(ctx, caller(ctx, made, owner=True), 0, SeatChange(open=True))
    take_seat(ctx, made.id, None, SeatWish())

    assert seconds_left(ctx, made) == {(0, "roll"): 3 * DAY}
    assert [seat["holidays_left"] for seat in view(ctx, caller(ctx, made))["seats"]] == [5, 5]


def test_no_holiday_once_the_time_is_over(ctx: Context) -> None:
    made = table(ctx)
    wait(ctx, 3 * DAY + 1)

    with refusal("refused", "holiday.too_late"):
        take_holiday(ctx, caller(ctx, made, 0), 0, 1)
    take_holiday(ctx, caller(ctx, made, 1), 1, 1)  # a seat that owes nothing may take a holiday


@pytest.mark.parametrize("clock", [None, {"kind": "move", "seconds": 60, "on_timeout": "default"}])
def test_holidays_belong_to_a_clock_of_days(ctx: Context, clock: dict[str, object] | None) -> None:
    made = new_game(ctx, clock=clock)

    with refusal("refused", "holiday.no_days_clock"):
        take_holiday(ctx, caller(ctx, made, 0), 0, 1)
    assert "holidays_left" not in view(ctx, caller(ctx, made))["seats"][0]


def test_a_holiday_is_taken_for_ones_own_seat_alone(ctx: Context) -> None:
    made = table(ctx)

    with refusal("forbidden"):
        take_holiday(ctx, caller(ctx, made, 1), 0, 1)
    with refusal("forbidden"):
        take_holiday(ctx, caller(ctx, made, owner=True), 0, 1)
    with refusal("unauthorized"):
        take_holiday(ctx, caller(ctx, made), 0, 1)
    with refusal("not_found"):
        take_holiday(ctx, caller(ctx, made, 0), 2, 1)


def test_nobody_takes_a_holiday_from_a_game_that_does_not_run(ctx: Context) -> None:
    over = table(ctx)
    resign(ctx, caller(ctx, over, 0))

    with refusal("refused", "game.finished"):
        take_holiday(ctx, caller(ctx, over, 1), 1, 1)
    with refusal("refused", "game.not_started"):
        waiting = new_game(ctx, "human", "open", clock=DAYS)
        take_holiday(ctx, caller(ctx, waiting, 0), 0, 1)
