"""Tests that any party may seat an agent for an overdue holder, and that it leaves as soon as the holder acts."""

import pytest

from service.clients.authentication import authenticate
from service.game.context import Context
from service.game.deadlines import CLOCK_DEADLINE
from service.handlers.commands import Sender, submit
from service.handlers.passed_deadlines import fall_due
from service.handlers.resignation import resign
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.seating import SeatWish, take_seat
from tests.service.handlers.lateness import AGENT, DAY_MS, late
from tests.service.looking import view
from tests.service.recorded import MINUTE_MS, pass_time
from tests.service.tables import caller, first_chip, new_game, put_aside, refusal
from tests.toy import Roll


def test_any_party_puts_an_agent_on_an_overdue_seat(ctx: Context) -> None:
    made = late(ctx)
    version = ctx.store.head(made.id)

    answer = change_seat(ctx, caller(ctx, made, 2), 0, AGENT)

    assert (answer.version, answer.kind, answer.token) == (version + 1, "ai", None)
    [event] = ctx.store.read(made.id, version)
    stored = ctx.games.load(made.id).codec.decode(event)
    assert (type(stored).__name__, stored.seat, stored.agent, stored.by) == ("SeatStoodIn", 0, "uniform", 2)
    assert view(ctx, caller(ctx, made, 1))["seats"][0]["left"] == "absent"
    assert view(ctx, caller(ctx, made, 0))["state"]["cards"][0] is not None
    with refusal("refused", "seat.stood_in"):
        change_seat(ctx, caller(ctx, made, 1), 0, AGENT)


def test_the_holder_takes_the_seat_back_by_acting(ctx: Context) -> None:
    made = late(ctx)
    change_seat(ctx, caller(ctx, made, 1), 0, AGENT)

    done = submit(ctx, made.id, 0, [Roll()], sender=Sender("0"))

    assert [event["type"] for event in done.events][:2] == ["SeatReturned", "Rolled"]
    assert "left" not in view(ctx, caller(ctx, made))["seats"][0]


def test_nobody_else_is_stood_in_for(ctx: Context) -> None:
    made = late(ctx)
    version = ctx.store.head(made.id)

    with refusal("refused", "seat.not_overdue"):
        change_seat(ctx, caller(ctx, made, 2), 1, AGENT)
    with refusal("refused", "seat.not_overdue"):
        change_seat(ctx, caller(ctx, made, 2), 1, SeatChange(open=True))
    for change in (SeatChange(name="Fool"), SeatChange(reissue=True), SeatChange(back=True)):
        with refusal("forbidden"):
            change_seat(ctx, caller(ctx, made, 2), 0, change)
    with refusal("unauthorized"):
        change_seat(ctx, caller(ctx, made), 0, AGENT)
    assert ctx.store.head(made.id) == version


def test_before_the_time_is_over_nobody_is_overdue(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    pass_time(ctx, DAY_MS - 3_600_000)

    with refusal("refused", "seat.not_overdue"):
        change_seat(ctx, caller(ctx, made, 1), 0, AGENT)


@pytest.mark.parametrize("agent", ["idle", "deep-blue", ""])
def test_a_rival_chooses_no_fool(ctx: Context, agent: str) -> None:
    made = late(ctx)
    with refusal("invalid_body"):
        change_seat(ctx, caller(ctx, made, 1), 0, SeatChange(agent=agent))


def test_an_ai_an_open_and_a_resigned_seat_are_nobodys_to_stand_in_for(ctx: Context) -> None:
    made = late(ctx, "human", "human", "ai", "human")
    resign(ctx, caller(ctx, made, 3))
    change_seat(ctx, caller(ctx, made, owner=True), 2, SeatChange(open=True))

    for seat in (2, 3):
        with refusal("refused", "seat.not_overdue"):
            change_seat(ctx, caller(ctx, made, 1), seat, AGENT)


def test_the_owner_puts_an_agent_on_a_held_seat_that_is_overdue(ctx: Context) -> None:
    made = new_game(ctx, "open", "human")
    taken = take_seat(ctx, made.id, None, SeatWish())
    put_aside(ctx, made)
    owner = caller(ctx, made, owner=True)
    with refusal("refused", "seat.held"):
        change_seat(ctx, owner, 0, AGENT)
    pass_time(ctx, DAY_MS)

    change_seat(ctx, owner, 0, AGENT)

    assert authenticate(ctx, ctx.games.load(made.id), taken.token).seat == 0
    assert view(ctx, owner)["seats"][0]["left"] == "absent"
    with refusal("refused", "seat.held"):
        change_seat(ctx, owner, 0, SeatChange(reissue=True))


def test_under_a_clock_whoever_was_timed_out_is_overdue(ctx: Context) -> None:
    made = new_game(ctx, clock={"seconds": 60, "on_timeout": "default"})
    submit(ctx, made.id, 1, [first_chip(ctx.games.load(made.id), 1)])
    with refusal("refused", "seat.not_overdue"):
        change_seat(ctx, caller(ctx, made, 1), 0, AGENT)
    pass_time(ctx, MINUTE_MS)
    fall_due(ctx, made.id, CLOCK_DEADLINE)

    change_seat(ctx, caller(ctx, made, 1), 0, AGENT)

    assert view(ctx, caller(ctx, made))["seats"][0]["left"] == "absent"


def test_a_party_invites_somebody_to_a_seat_that_is_open(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "ai", private=True)
    change_seat(ctx, caller(ctx, made, owner=True), 2, SeatChange(open=True))

    answer = change_seat(ctx, caller(ctx, made, 1), 2, SeatChange(open=True))

    assert answer.version == ctx.store.head(made.id)
    assert answer.invite
    assert take_seat(ctx, made.id, None, SeatWish(invite=answer.invite)).seat == 2
