"""Tests what a game's creator chose for its seats: agents fill those that stay open, and play for whoever is late."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from service.game.context import Context
from service.game.deadlines import CLOCK_DEADLINE, FILL_DEADLINE, LATE_DEADLINE
from service.game.results import Created
from service.handlers.branches import NewBranch, branch
from service.handlers.commands import Sender, submit
from service.handlers.holders import leave
from service.handlers.passed_deadlines import fall_due
from service.handlers.pauses import ask_pause
from service.handlers.rematches import rematch
from service.handlers.resignation import resign
from service.handlers.seating import SeatWish, take_seat
from service.problems import Problem
from service.process.wall_clock import write_time
from tests.service.looking import view
from tests.service.recorded import imported, record_of
from tests.service.tables import caller, fresh, new_game, put_aside, refusal
from tests.service.time_passing import DAY, types, wait
from tests.toy import Roll
from workers.sweeping.due_work import sweep

FILL = {"after_s": 60, "agent": "uniform"}
HOUR = 3_600


def seats(ctx: Context, made: Created) -> list[tuple[str, str | None, str | None]]:
    shown = view(ctx, caller(ctx, made))["seats"]
    return [(seat["kind"], seat.get("agent"), seat.get("left")) for seat in shown]


def test_agents_take_the_seats_that_are_open_when_the_time_is_over(ctx: Context) -> None:
    made = new_game(ctx, "human", "open", "open", fill=FILL)
    shown = view(ctx, caller(ctx, made))["fill"]
    assert shown["after_s"] == 60
    assert (shown["agent"], shown["at"]) == ("uniform", write_time(ctx.games.load(made.id).time_of(1) + 60_000))
    take_seat(ctx, made.id, None, SeatWish())
    wait(ctx, 59)
    sweep(ctx)
    assert view(ctx, caller(ctx, made))["status"] == "open"
    wait(ctx, 2)
    sweep(ctx)
    assert seats(ctx, made) == [("human", None, None), ("human", None, None), ("ai", "uniform", None)]
    again = view(ctx, caller(ctx, made))
    assert again["status"] == "running"
    assert "at" not in again["fill"]
    put_aside(ctx, made)


def test_the_time_begins_with_the_first_person_at_the_table(ctx: Context) -> None:
    made = new_game(ctx, "open", "open", fill=FILL)
    assert "at" not in view(ctx, caller(ctx, made))["fill"]
    wait(ctx, HOUR)
    sweep(ctx)
    assert view(ctx, caller(ctx, made))["status"] == "open"
    first = take_seat(ctx, made.id, None, SeatWish())
    wait(ctx, 50)
    leave(ctx, caller(ctx, made_with(made, first.seat, first.token), first.seat), first.seat)
    wait(ctx, 50)
    sweep(ctx)
    assert view(ctx, caller(ctx, made))["status"] == "open"
    take_seat(ctx, made.id, None, SeatWish())
    wait(ctx, 61)
    sweep(ctx)
    assert view(ctx, caller(ctx, made))["status"] == "running"


def test_a_person_who_sits_down_while_the_deadline_is_cleared_gets_a_new_one(
    ctx: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, clear = new_game(ctx, "open", "open", fill=FILL), ctx.store.set_deadlines

    def sit_first(game: str, due: Mapping[str, int]) -> None:
        monkeypatch.undo()
        take_seat(ctx, made.id, None, SeatWish())
        clear(game, due)

    monkeypatch.setattr(ctx.store, "set_deadlines", sit_first)
    fall_due(ctx, made.id, FILL_DEADLINE)
    wait(ctx, 61)
    sweep(ctx)
    assert view(ctx, caller(ctx, made))["status"] == "running"


def made_with(made: Created, seat: int, token: str | None) -> Created:
    made.seats[seat]["token"] = token
    return made


def test_who_sits_down_in_time_plays_and_nobody_is_seated_twice(ctx: Context) -> None:
    made = new_game(ctx, "human", "open", fill=FILL)
    wait(ctx, 61)
    others = [fresh(ctx) for _ in range(6)]

    def act(number: int) -> Any:
        if number % 2:
            return fall_due(others[number], made.id, FILL_DEADLINE)
        try:
            return take_seat(others[number], made.id, None, SeatWish())
        except Problem as problem:
            return problem

    with ThreadPoolExecutor(6) as pool:
        [*pool.map(act, range(6))]
    happened = types(ctx, made)
    assert happened.count("SeatTaken") + happened.count("SeatHandedOver") == 1
    assert happened.count("SeatsFilled") == 1


def test_seats_are_filled_later_while_there_is_no_room_for_a_slow_agent(
    ctx: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = new_game(ctx, "human", "open", fill=FILL)
    wait(ctx, 61)
    with monkeypatch.context() as patched:
        patched.setattr("service.handlers.seat_policies.admit_agent", _refuse)
        sweep(ctx)
        assert view(ctx, caller(ctx, made))["status"] == "open"
    wait(ctx, 11)
    sweep(ctx)
    assert view(ctx, caller(ctx, made))["status"] == "running"


def _refuse(*_: Any) -> None:
    raise Problem("agents_busy", retry_after=5, free_ms=0.0, needed_ms=9.0)


def test_the_record_of_a_filled_game_proves_true(ctx: Context) -> None:
    made = new_game(ctx, "human", "open", "open", fill=FILL, stand_in={"agent": "uniform"})
    wait(ctx, 61)
    sweep(ctx)
    put_aside(ctx, made)
    resign(ctx, caller(ctx, made, 0))
    record = record_of(ctx, made.id)
    assert view(ctx, caller(ctx, imported(ctx, record)))["fill"]["agent"] == "uniform"
    early = record["versions"][0]["events"][0]
    early["fill"]["after_s"] = 600
    with pytest.raises(Problem):
        imported(ctx, record)


def test_an_agent_of_the_game_plays_for_who_is_late_and_gives_the_seat_back(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "human", stand_in={"agent": "uniform"})
    put_aside(ctx, made)
    assert view(ctx, caller(ctx, made))["stand_in"]["agent"] == "uniform"
    wait(ctx, DAY - HOUR)
    sweep(ctx)
    assert seats(ctx, made)[0] == ("human", None, None)
    wait(ctx, HOUR)
    sweep(ctx)
    assert seats(ctx, made)[0] == ("ai", "uniform", "absent")
    assert types(ctx, made)[-1] == "SeatStoodIn"
    submit(ctx, made.id, 0, [Roll()], sender=Sender("0"))
    assert seats(ctx, made)[0] == ("human", None, None)
    wait(ctx, DAY + 1)
    sweep(ctx)
    assert seats(ctx, made)[0] == ("ai", "uniform", "absent")


def test_a_command_that_nobody_sent_gives_no_seat_back(ctx: Context) -> None:
    made = new_game(ctx, stand_in={"agent": "uniform"})
    put_aside(ctx, made)
    wait(ctx, DAY + 1)
    sweep(ctx)
    submit(ctx, made.id, 0, [Roll()])  # by the agent, or an order
    assert seats(ctx, made)[0] == ("ai", "uniform", "absent")


def test_in_a_pause_and_without_the_policy_nobody_is_replaced(ctx: Context) -> None:
    made, paused = new_game(ctx), new_game(ctx, "human", "ai", stand_in={"agent": "uniform"})
    put_aside(ctx, made)
    ask_pause(ctx, caller(ctx, paused, 0), ctx.clock() + 3 * DAY * 1000)
    wait(ctx, 2 * DAY)
    sweep(ctx)
    for game in (made, paused):
        assert seats(ctx, game)[0] == ("human", None, None)
    wait(ctx, 2 * DAY + HOUR)
    sweep(ctx)
    sweep(ctx)
    assert seats(ctx, paused)[0] == ("ai", "uniform", "absent")


def test_under_a_clock_the_agent_of_the_game_plays_on(ctx: Context) -> None:
    clock = {"kind": "move", "seconds": 60, "on_timeout": "agent"}
    made = new_game(ctx, clock=clock, stand_in={"agent": "idle"})
    put_aside(ctx, made)
    wait(ctx, DAY)
    fall_due(ctx, made.id, LATE_DEADLINE)
    assert seats(ctx, made)[0] == ("human", None, None)
    fall_due(ctx, made.id, CLOCK_DEADLINE)
    assert seats(ctx, made)[0] == ("ai", "idle", "absent")


def test_rivals_name_no_other_agent_than_that_of_the_game(ctx: Context) -> None:
    from service.handlers.seat_changes import SeatChange, change_seat

    made = new_game(ctx, stand_in={"agent": "idle"})
    put_aside(ctx, made)
    wait(ctx, DAY)
    with refusal("invalid_body"):
        change_seat(ctx, caller(ctx, made, 1), 0, SeatChange(agent="uniform"))
    change_seat(ctx, caller(ctx, made, 1), 0, SeatChange(agent="idle"))
    assert seats(ctx, made)[0] == ("ai", "idle", "absent")


def test_a_rematch_keeps_the_choice_and_a_branch_does_not(ctx: Context) -> None:
    made = new_game(ctx, stand_in={"agent": "uniform"})
    put_aside(ctx, made)
    other = branch(ctx, caller(ctx, made, 0), NewBranch(ctx.store.head(made.id)))
    resign(ctx, caller(ctx, made, 0))
    again = rematch(ctx, caller(ctx, made, 1))
    assert view(ctx, caller(ctx, again))["stand_in"]["agent"] == "uniform"
    assert "stand_in" not in view(ctx, caller(ctx, other))
