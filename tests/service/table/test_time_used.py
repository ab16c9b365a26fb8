"""Tests that the time a seat used for something stays used, wherever the head goes."""

import pytest

from service.game.context import Context
from service.game.cursors import Cursor
from service.game.deadlines import CLOCK_DEADLINE
from service.game.results import Created
from service.handlers.branches import NewBranch, branch
from service.handlers.commands import submit
from service.handlers.passed_deadlines import fall_due
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.seating import SeatWish, take_seat
from service.handlers.undo_requests import move_head
from service.handlers.votes import abandon, cast_vote
from service.table.clock_events import TimeUsed, TurnCredited
from service.views.events_pages import events_page
from tests.service.looking import view
from tests.service.tables import caller, first_chip, fresh, new_game, put_aside
from tests.service.time_passing import DAY, seconds_left, timed, wait
from tests.toy import EndTurn, Roll, Step, Wave


def used(ctx: Context, made: Created, after: int = 0) -> list[TimeUsed]:
    """Return the times used in the log, in whole seconds, without those that round to zero."""
    events = events_page(ctx, caller(ctx, made), after=Cursor(after))["events"]
    told = [
        TimeUsed(event["seat"], event["frame"], event["parent"], round(event["ms"] / 1000))
        for event in events
        if event["type"] == TimeUsed.__name__
    ]
    return [one for one in told if one.ms]


def test_the_log_says_how_long_each_seat_took(ctx: Context) -> None:
    made = timed(ctx)
    wait(ctx, 20)
    submit(ctx, made.id, 1, [first_chip(ctx.games.load(made.id), 1)])
    wait(ctx, 10)
    submit(ctx, made.id, 0, [first_chip(ctx.games.load(made.id), 0)])

    assert used(ctx, made) == [
        TimeUsed(0, "put_aside", 0, 20),
        TimeUsed(1, "put_aside", 0, 20),
        TimeUsed(0, "put_aside", 0, 10),
    ]


def test_the_answer_to_a_command_holds_what_the_log_holds(ctx: Context) -> None:
    made = timed(ctx)
    wait(ctx, 20)

    done = submit(ctx, made.id, 0, [first_chip(ctx.games.load(made.id), 0)])

    assert done.events == events_page(ctx, caller(ctx, made, 0), after=Cursor(1))["events"]
    assert [event["type"] for event in done.events] == ["TimeUsed", "TimeUsed", "ChipPutAside"]


def test_two_seats_that_owe_at_once_use_their_time_at_once(ctx: Context) -> None:
    made = timed(ctx)
    wait(ctx, 20)
    submit(ctx, made.id, 1, [first_chip(ctx.games.load(made.id), 1)])
    wait(ctx, 30)

    assert seconds_left(ctx, made) == {(0, "put_aside"): 10}


def test_placing_and_undoing_over_and_over_keeps_what_was_used(ctx: Context) -> None:
    made = timed(ctx)
    put_aside(ctx, made)
    wait(ctx, 10)
    submit(ctx, made.id, 0, [Roll()])
    for _ in range(2):
        wait(ctx, 10)
        head = ctx.store.head(made.id)
        move_head(ctx, made.id, 3, head, 0)
        wait(ctx, 10)
        submit(ctx, made.id, 0, [Roll()])

    assert seconds_left(ctx, made) == {(0, "turn"): 40}
    move_head(ctx, made.id, 3, ctx.store.head(made.id), 0)
    assert seconds_left(ctx, made) == {(0, "roll"): 30}
    wait(ctx, 31)
    fall_due(ctx, made.id, CLOCK_DEADLINE)
    assert "TimedOut" in {event["type"] for event in events_page(ctx, caller(ctx, made), after=Cursor(3))["events"]}


def test_no_undo_of_mine_spends_the_time_of_others(ctx: Context) -> None:
    made = timed(ctx)
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    submit(ctx, made.id, 0, [EndTurn()])
    wait(ctx, 20)
    assert seconds_left(ctx, made) == {(1, "roll"): 40}

    move_head(ctx, made.id, 4, 5, 0)
    wait(ctx, 50)
    submit(ctx, made.id, 0, [EndTurn()])

    assert seconds_left(ctx, made) == {(1, "roll"): 40}


def test_a_redo_gives_nobody_time_back(ctx: Context) -> None:
    made = timed(ctx)
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    wait(ctx, 20)
    move_head(ctx, made.id, 3, 4, 0)
    move_head(ctx, made.id, 4, 5, 0)

    assert seconds_left(ctx, made) == {(0, "turn"): 40}


def test_a_vote_in_between_makes_no_other_obligation(ctx: Context) -> None:
    made = timed(ctx)
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    wait(ctx, 20)
    move_head(ctx, made.id, 3, 4, 0)
    abandon(ctx, caller(ctx, made, 1))
    cast_vote(ctx, caller(ctx, made, 0), 1, yes=False)

    submit(ctx, made.id, 0, [Roll()])

    assert seconds_left(ctx, made) == {(0, "turn"): 40}


def test_in_a_batch_the_first_version_alone_tells_of_time(ctx: Context) -> None:
    made = timed(ctx)
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    wait(ctx, 15)
    submit(ctx, made.id, 0, [Step(), Wave(2), Step()])

    events = events_page(ctx, caller(ctx, made), after=Cursor(4))["events"]
    assert [(event["version"], event["type"]) for event in events] == [
        (5, "TimeUsed"),
        (5, "Stepped"),
        (6, "Waved"),
        (7, "Stepped"),
    ]
    assert seconds_left(ctx, made) == {(0, "turn"): 45}


def test_a_time_out_is_no_act_of_the_late_seat(ctx: Context) -> None:
    made = timed(ctx)
    put_aside(ctx, made)
    wait(ctx, 61)

    fall_due(ctx, made.id, CLOCK_DEADLINE)

    game = fresh(ctx).games.load(made.id)
    assert game.line.newest_act(0, game.version) == 2
    [stored, *_] = ctx.store.read(made.id, 3, 4)
    assert stored.header.seat is None
    assert seconds_left(ctx, made) == {(0, "turn"): 60}


def test_what_was_timed_out_begins_anew_should_it_stand_again(ctx: Context) -> None:
    made = timed(ctx, on_timeout="agent")
    put_aside(ctx, made)
    wait(ctx, 61)
    fall_due(ctx, made.id, CLOCK_DEADLINE)
    wait(ctx, 500)  # while the agent plays

    take_seat(ctx, made.id, made.seats[0]["token"], SeatWish())

    assert seconds_left(ctx, made) == {(0, "roll"): 60}


def test_a_new_person_on_a_seat_has_used_nothing(ctx: Context) -> None:
    made = timed(ctx)
    put_aside(ctx, made)
    wait(ctx, 50)
    change_seat(ctx, caller(ctx, made, owner=True), 0, SeatChange(open=True))
    wait(ctx, 50)
    assert seconds_left(ctx, made) == {}

    take_seat(ctx, made.id, None, SeatWish())

    assert seconds_left(ctx, made) == {(0, "roll"): 60}


def test_agents_and_games_without_a_clock_use_no_time(ctx: Context) -> None:
    made, free = timed(ctx, "ai", "human"), new_game(ctx)
    wait(ctx, 20)
    submit(ctx, made.id, 1, [first_chip(ctx.games.load(made.id), 1)])
    wait(ctx, 20)
    submit(ctx, made.id, 0, [first_chip(ctx.games.load(made.id), 0)])
    submit(ctx, free.id, 0, [first_chip(ctx.games.load(free.id), 0)])

    assert used(ctx, made) == [TimeUsed(1, "put_aside", 0, 20)]
    assert used(ctx, free) == []


def test_a_branch_has_no_clock_and_uses_no_time(ctx: Context) -> None:
    made = timed(ctx)
    put_aside(ctx, made)
    wait(ctx, 20)
    other = branch(ctx, caller(ctx, made, 0), NewBranch(3))
    wait(ctx, 20)
    submit(ctx, other.id, 0, [Roll()])

    assert used(ctx, other) == []


def test_a_bank_is_for_the_whole_game_and_grows_once_a_turn(ctx: Context) -> None:
    made = timed(ctx, kind="bank", increment_s=5)
    wait(ctx, 10)
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    wait(ctx, 10)
    assert seconds_left(ctx, made) == {(0, "turn"): 40}

    submit(ctx, made.id, 0, [EndTurn()])

    assert [round(seat["bank_ms"] / 1000) for seat in view(ctx, caller(ctx, made))["seats"]] == [45, 50]
    assert seconds_left(ctx, made) == {(1, "roll"): 50}
    for _ in range(2):  # an end of turn that is undone and repeated is paid no second time
        head = ctx.store.head(made.id)
        move_head(ctx, made.id, 4, head, 0)
        submit(ctx, made.id, 0, [EndTurn()])
    credits = [
        event for event in events_page(ctx, caller(ctx, made))["events"] if event["type"] == TurnCredited.__name__
    ]
    assert [(event["seat"], event["turn"]) for event in credits] == [(0, 0)]
    assert [round(seat["bank_ms"] / 1000) for seat in view(ctx, caller(ctx, made))["seats"]] == [45, 50]


def test_no_undo_fills_a_bank(ctx: Context) -> None:
    made = timed(ctx, kind="bank", increment_s=0)
    put_aside(ctx, made)
    for _ in range(3):
        wait(ctx, 10)
        head = submit(ctx, made.id, 0, [Roll()]).version
        wait(ctx, 5)
        move_head(ctx, made.id, 3, head, 0)

    assert seconds_left(ctx, made) == {(0, "roll"): 15}


@pytest.mark.parametrize("on_timeout", ["default", "agent", "resign"])
def test_an_empty_bank_is_no_time_at_all(ctx: Context, on_timeout: str) -> None:
    made = timed(ctx, "human", "human", "human", kind="bank", increment_s=30, on_timeout=on_timeout)
    put_aside(ctx, made)
    wait(ctx, 61)

    fall_due(ctx, made.id, CLOCK_DEADLINE)

    events = [event["type"] for event in events_page(ctx, caller(ctx, made), after=Cursor(4))["events"]]
    assert events.count("TimedOut") == (2 if on_timeout == "default" else 1)
    assert "TurnCredited" not in events
    seats = view(ctx, caller(ctx, made))["seats"]
    assert seats[0]["bank_ms"] == 0
    if on_timeout == "default":  # the next turn comes, and is over at once
        assert seconds_left(ctx, made) == {(1, "roll"): 60}
    if on_timeout == "agent":
        take_seat(ctx, made.id, made.seats[0]["token"], SeatWish())
        fall_due(ctx, made.id, CLOCK_DEADLINE)
        assert view(ctx, caller(ctx, made))["seats"][0]["left"] == "absent"


def test_days_are_given_for_each_thing_owed(ctx: Context) -> None:
    made = new_game(ctx, clock={"kind": "days", "days": 3, "holidays": 0, "on_timeout": "default"})
    put_aside(ctx, made)
    wait(ctx, DAY)

    assert seconds_left(ctx, made) == {(0, "roll"): 2 * DAY}
    submit(ctx, made.id, 0, [Roll()])
    assert seconds_left(ctx, made) == {(0, "turn"): 3 * DAY}


def test_the_deadline_in_the_view_hangs_on_the_version_alone(ctx: Context) -> None:
    made = timed(ctx)
    put_aside(ctx, made)
    wait(ctx, 20)
    submit(ctx, made.id, 0, [Roll()])
    seen = view(ctx, caller(ctx, made))
    wait(ctx, 20)

    assert view(fresh(ctx), caller(ctx, made))["awaiting"] == seen["awaiting"]
    assert view(fresh(ctx), caller(ctx, made), version=4)["awaiting"] == seen["awaiting"]
