"""Tests that deadlines follow from the log, and what the table does when one has passed."""

from typing import Any

import pytest

from service.game.context import Context
from service.game.cursors import Cursor
from service.game.deadlines import CLOCK_DEADLINE
from service.game.results import Created, Voted
from service.handlers.commands import submit
from service.handlers.passed_deadlines import fall_due
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.seating import SeatWish, take_seat
from service.handlers.undo_requests import move_head, request_undo
from service.handlers.votes import abandon
from service.views.events_pages import events_page
from service.views.game_view import votes_document
from tests.service.looking import fairness, view
from tests.service.tables import Clock, caller, fresh, new_game, put_aside, refusal
from tests.toy import Roll

MINUTE = {"kind": "move", "seconds": 60, "on_timeout": "default"}


def timed(ctx: Context, *kinds: str, on_timeout: str = "default", **wish: Any) -> Created:
    """Make a game with a minute for everything."""
    return new_game(ctx, *kinds, clock={"seconds": 60, "on_timeout": on_timeout}, **wish)


def wait(ctx: Context, seconds: float) -> None:
    """Let time pass."""
    assert isinstance(ctx.clock, Clock)
    ctx.clock.ms += int(1000 * seconds)


def due(ctx: Context, game: str) -> list[str]:
    """Return the names of a game's deadlines that have passed, as the sweep finds them."""
    return [
        deadline.name
        for shard in range(64)
        for deadline in ctx.store.due(shard, ctx.clock(), 100)
        if deadline.game == game
    ]


def types(ctx: Context, made: Created, after: int) -> list[str]:
    """Return the types of the events since a version, except those of time."""
    events = events_page(ctx, caller(ctx, made), after=Cursor(after))["events"]
    return [event["type"] for event in events if event["type"] != "TimeUsed"]


def test_every_obligation_shows_its_deadline(ctx: Context) -> None:
    made = timed(ctx, "human", "ai", "human")

    seen = view(ctx, caller(ctx, made))

    assert seen["clock"] == MINUTE
    assert ["deadline" in entry for entry in seen["awaiting"]] == [True, False, True]
    since, deadline = (seen["awaiting"][0][name] for name in ("since", "deadline"))
    assert since[:17] != deadline[:17]
    assert since[17:] == deadline[17:]  # a minute later
    assert "deadline" not in view(ctx, caller(ctx, new_game(ctx)))["awaiting"][0]


def test_nothing_happens_before_the_time_is_over(ctx: Context) -> None:
    made = timed(ctx)
    wait(ctx, 59)

    assert CLOCK_DEADLINE not in due(ctx, made.id)
    fall_due(ctx, made.id, CLOCK_DEADLINE)
    assert ctx.store.head(made.id) == 1
    wait(ctx, 2)
    assert CLOCK_DEADLINE in due(ctx, made.id)


def test_the_tamest_command_is_done_for_every_late_seat(ctx: Context) -> None:
    made = timed(ctx)
    wait(ctx, 61)

    fall_due(fresh(ctx), made.id, CLOCK_DEADLINE)

    assert types(ctx, made, 1) == ["TimedOut", "ChipPutAside", "TimedOut", "ChipPutAside"]
    assert ctx.store.head(made.id) == 3
    assert CLOCK_DEADLINE not in due(ctx, made.id)
    seen = view(ctx, caller(ctx, made))
    assert [entry["frame"] for entry in seen["awaiting"]] == ["roll"]


def test_a_time_out_draws_from_the_games_own_chance(ctx: Context) -> None:
    made = timed(ctx, options={"target": 1})
    put_aside(ctx, made)
    wait(ctx, 61)

    fall_due(ctx, made.id, CLOCK_DEADLINE)

    assert types(ctx, made, 3) == ["TimedOut", "Rolled", "ToyHandsRevealed", "ToyGameWon", "SeedRevealed"]
    assert [draw["stream"] for draw in fairness(ctx, caller(ctx, made), "en")["draws"]][-1] == "dice"
    wait(ctx, 61)
    assert due(ctx, made.id) == []


def test_a_sweep_that_comes_twice_times_out_once(ctx: Context) -> None:
    made = timed(ctx)
    put_aside(ctx, made)
    wait(ctx, 61)

    for _ in range(3):
        fall_due(fresh(ctx), made.id, CLOCK_DEADLINE)

    assert ctx.store.head(made.id) == 4


def test_an_agent_plays_until_the_seat_is_taken_back(ctx: Context) -> None:
    made = timed(ctx, on_timeout="agent")
    put_aside(ctx, made)
    wait(ctx, 61)

    fall_due(ctx, made.id, CLOCK_DEADLINE)

    assert types(ctx, made, 3) == ["TimedOut", "SeatStoodIn"]
    token = made.seats[0]["token"]
    assert view(ctx, caller(ctx, made, 0))["seats"][0]["left"] == "absent"
    back = take_seat(ctx, made.id, token, SeatWish())
    assert (back.seat, back.kind, back.token) == (0, "human", None)
    seen = view(ctx, caller(ctx, made, 0))
    assert "left" not in seen["seats"][0]
    assert "deadline" in seen["awaiting"][0]
    wait(ctx, 30)
    assert CLOCK_DEADLINE not in due(ctx, made.id)  # the clock started again
    assert submit(ctx, made.id, 0, [Roll()]).version == 6
    with refusal("refused", "seat.one_each"):
        take_seat(ctx, made.id, token, SeatWish())


def test_whoever_lets_time_run_out_resigns(ctx: Context) -> None:
    made = timed(ctx, on_timeout="resign")
    put_aside(ctx, made)
    wait(ctx, 61)

    fall_due(ctx, made.id, CLOCK_DEADLINE)

    assert types(ctx, made, 3) == ["TimedOut", "SeatResigned", "GameClosed", "SeedRevealed"]
    assert view(ctx, caller(ctx, made))["result"]["winners"] == [1]


@pytest.mark.parametrize("on_timeout", ["default", "agent", "resign"])
@pytest.mark.parametrize("asks", ["abandon", "undo"])
def test_an_open_vote_delays_no_clock(ctx: Context, asks: str, on_timeout: str) -> None:
    made = timed(ctx, "human", "human", "human", on_timeout=on_timeout, undo="consent")
    put_aside(ctx, made)
    wait(ctx, 50)
    answer = abandon(ctx, caller(ctx, made, 0)) if asks == "abandon" else request_undo(ctx, caller(ctx, made, 2))
    assert isinstance(answer, Voted)
    wait(ctx, 11)

    assert CLOCK_DEADLINE in due(ctx, made.id)
    fall_due(ctx, made.id, CLOCK_DEADLINE)

    assert sorted(types(ctx, made, 5)[:2]) == ["TimedOut", "VoteClosed"]
    assert votes_document(ctx, caller(ctx, made, 1))["votes"][0]["status"] == "stale"
    assert "vote" not in due(ctx, made.id)


def test_a_move_of_the_head_winds_the_clock_again(ctx: Context) -> None:
    made = timed(ctx, undo="free")
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    wait(ctx, 50)

    move_head(ctx, made.id, 3, 4, 0)
    wait(ctx, 50)

    assert CLOCK_DEADLINE not in due(ctx, made.id)
    wait(ctx, 11)
    assert CLOCK_DEADLINE in due(ctx, made.id)


def test_an_open_seat_has_no_clock_and_a_new_player_a_whole_one(ctx: Context) -> None:
    made = timed(ctx)
    put_aside(ctx, made)
    change_seat(ctx, caller(ctx, made, owner=True), 0, SeatChange(open=True))
    wait(ctx, 500)
    assert CLOCK_DEADLINE not in due(ctx, made.id)

    take_seat(ctx, made.id, None, SeatWish())
    wait(ctx, 59)
    assert CLOCK_DEADLINE not in due(ctx, made.id)
    wait(ctx, 2)
    fall_due(ctx, made.id, CLOCK_DEADLINE)

    assert types(ctx, made, 5) == ["TimedOut", "Rolled"]


def test_a_running_game_that_all_forgot_goes_away(ctx: Context) -> None:
    made, lively = new_game(ctx), new_game(ctx)
    wait(ctx, 29 * 86_400)
    put_aside(ctx, lively)
    wait(ctx, 2 * 86_400)

    for game in (made.id, lively.id):
        for name in due(ctx, game):
            fall_due(ctx, game, name)

    assert ctx.store.head(made.id) == 0
    assert ctx.store.head(lively.id) == 3
