"""Tests which seats are overdue: by the clock, or without a clock by the events of the table."""

from typing import Any

import pytest

from service.game.context import Context
from service.game.deadlines import CLOCK_DEADLINE
from service.game.debts import list_overdue
from service.handlers.commands import submit
from service.handlers.passed_deadlines import fall_due
from service.handlers.resignation import resign
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.seating import SeatWish, take_seat
from service.handlers.undo_requests import move_head
from service.process.wall_clock import write_time
from service.views.game_view import view_document
from tests.service.tables import Clock, caller, first_chip, fresh, new_game, put_aside
from tests.toy import EndTurn, Roll, Wave

HOUR = 3_600


def wait(ctx: Context, seconds: float) -> None:
    """Let time pass."""
    assert isinstance(ctx.clock, Clock)
    ctx.clock.ms += int(1000 * seconds)


def overdue(ctx: Context, game: str) -> list[int]:
    """Return the overdue seats of a game, as another process sees them."""
    again = fresh(ctx)
    return list_overdue(again, again.games.load(game))


def test_without_a_clock_a_day_is_given(ctx: Context) -> None:
    made = new_game(ctx, "human", "ai", "human")

    wait(ctx, 86_399)
    assert overdue(ctx, made.id) == []
    wait(ctx, 2)
    assert overdue(ctx, made.id) == [0, 2]


def test_a_table_may_give_another_time_than_a_day(ctx: Context) -> None:
    made = new_game(ctx, overdue_after_s=HOUR)
    put_aside(ctx, made)

    wait(ctx, HOUR - 1)
    assert overdue(ctx, made.id) == []
    wait(ctx, 2)
    assert overdue(ctx, made.id) == [0]


@pytest.mark.parametrize("clock", [None, {"seconds": HOUR, "on_timeout": "default"}])
def test_the_view_says_when_a_seat_is_overdue(ctx: Context, clock: dict[str, Any] | None) -> None:
    made = new_game(ctx, overdue_after_s=HOUR, clock=clock)
    put_aside(ctx, made)
    wait(ctx, HOUR / 2)
    submit(ctx, made.id, 0, [Wave(2)])
    game = ctx.games.load(made.id)
    told = [one.get("overdue_at") for one in view_document(ctx, game, caller(ctx, made, 0), is_newest=True)["awaiting"]]

    assert told == [None if clock else write_time(game.time_of(game.version) + 1000 * HOUR)]
    wait(ctx, HOUR - 1)
    assert overdue(ctx, made.id) == ([0] if clock else [])
    wait(ctx, 2)
    assert overdue(ctx, made.id) == [0]


def test_the_time_begins_anew_with_every_act_of_ones_own(ctx: Context) -> None:
    made = new_game(ctx, overdue_after_s=HOUR)
    put_aside(ctx, made)
    wait(ctx, HOUR - 1)
    submit(ctx, made.id, 0, [Wave(2)])
    wait(ctx, HOUR - 1)

    assert overdue(ctx, made.id) == []


def test_what_the_others_do_gives_nobody_more_time(ctx: Context) -> None:
    made = new_game(ctx, overdue_after_s=HOUR)
    wait(ctx, HOUR - 1)
    submit(ctx, made.id, 0, [first_chip(ctx.games.load(made.id), 0)])
    wait(ctx, 2)

    assert overdue(ctx, made.id) == [1]


def test_nobody_is_overdue_before_the_start_and_after_the_end(ctx: Context) -> None:
    waiting, over = new_game(ctx, "human", "open"), new_game(ctx)
    resign(ctx, caller(ctx, over, 0))
    wait(ctx, 90_000)

    assert overdue(ctx, waiting.id) == []
    assert overdue(ctx, over.id) == []


def test_whoever_sat_down_late_has_the_whole_time(ctx: Context) -> None:
    made = new_game(ctx, overdue_after_s=HOUR)
    put_aside(ctx, made)
    change_seat(ctx, caller(ctx, made, owner=True), 0, SeatChange(open=True))
    wait(ctx, 2 * HOUR)
    assert overdue(ctx, made.id) == []

    take_seat(ctx, made.id, None, SeatWish())
    wait(ctx, HOUR - 1)
    assert overdue(ctx, made.id) == []
    wait(ctx, 2)
    assert overdue(ctx, made.id) == [0]


def test_under_a_clock_its_end_makes_overdue(ctx: Context) -> None:
    made = new_game(ctx, clock={"seconds": 60, "on_timeout": "default"}, overdue_after_s=HOUR)
    put_aside(ctx, made)

    wait(ctx, 59)
    assert overdue(ctx, made.id) == []
    wait(ctx, 2)
    assert overdue(ctx, made.id) == [0]  # the sweep has not run yet


@pytest.mark.parametrize("on_timeout", ["default", "agent"])
def test_a_seat_that_was_timed_out_stays_overdue_until_it_comes_back(ctx: Context, on_timeout: str) -> None:
    made = new_game(ctx, clock={"seconds": 60, "on_timeout": on_timeout}, undo="free")
    put_aside(ctx, made)
    wait(ctx, 61)
    fall_due(ctx, made.id, CLOCK_DEADLINE)
    assert overdue(ctx, made.id) == [0]

    if on_timeout == "agent":
        submit(ctx, made.id, 0, [Roll()])  # the agent did
        assert overdue(ctx, made.id) == [0]
        take_seat(ctx, made.id, made.seats[0]["token"], SeatWish())
    else:
        submit(ctx, made.id, 0, [EndTurn()])
    assert overdue(ctx, made.id) == []


def test_return_survives_undo(ctx: Context) -> None:
    made = new_game(ctx, clock={"seconds": 60, "on_timeout": "default"}, undo="free")
    put_aside(ctx, made)
    wait(ctx, 61)
    fall_due(ctx, made.id, CLOCK_DEADLINE)
    head = submit(ctx, made.id, 0, [EndTurn()]).version

    move_head(ctx, made.id, head - 1, head, 0)

    assert overdue(ctx, made.id) == []


def test_resigned_seat_is_never_overdue(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "human", clock={"seconds": 60, "on_timeout": "resign"})
    put_aside(ctx, made)
    wait(ctx, 61)
    fall_due(ctx, made.id, CLOCK_DEADLINE)

    assert overdue(ctx, made.id) == []
