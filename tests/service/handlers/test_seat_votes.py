"""Tests votes on opening a seat that was resigned, or whose holder is overdue; such a holder votes too."""

from typing import Any

import pytest

from service.clients.authentication import authenticate
from service.game.context import Context
from service.handlers.commands import Sender, submit
from service.handlers.passed_deadlines import fall_due
from service.handlers.resignation import resign
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.seating import SeatWish, take_seat
from service.handlers.votes import VOTE_MS, cast_vote
from service.views.game_view import votes_document
from tests.service.handlers.lateness import AGENT, DAY_MS, late
from tests.service.looking import view
from tests.service.recorded import imported, pass_time, record_of
from tests.service.tables import caller, fresh, new_game, put_aside, refusal
from tests.toy import Roll

OPEN = SeatChange(open=True)


def kind(ctx: Context, game: str) -> str:
    """Return the kind of seat 0 now."""
    return str(ctx.games.load(game).table.seats[0].kind)


def asked(ctx: Context, made: Any, by: int = 1) -> dict[str, Any]:
    """Open a vote on seat 0 for a party."""
    vote = change_seat(ctx, caller(ctx, made, by), 0, OPEN).vote
    assert vote is not None
    return vote


def close(ctx: Context, made: Any) -> str:
    """Let the time of the vote pass; return how it ended."""
    pass_time(ctx, DAY_MS)
    fall_due(ctx, made.id, "vote")
    return str(votes_document(ctx, caller(ctx, made))["votes"][-1]["status"])


def test_the_holder_is_asked_too_and_their_silence_is_not_no(ctx: Context) -> None:
    made = late(ctx)
    vote = asked(ctx, made)
    assert (vote["kind"], vote["seat"], vote["waiting"]) == ("seat", 0, [0, 2])

    cast_vote(ctx, caller(ctx, made, 2), 1, yes=True)
    assert kind(ctx, made.id) == "human"
    pass_time(ctx, DAY_MS - 3_600_000)
    fall_due(ctx, made.id, "vote")
    assert kind(ctx, made.id) == "human"

    assert close(ctx, made) == "passed"
    assert kind(fresh(ctx), made.id) == "open"
    with refusal("unauthorized"):
        caller(ctx, made, 0)
    assert not [value for value in ctx.store.facts(made.id).values() if value.startswith(b"seat:0:")]
    seated = take_seat(ctx, made.id, None, SeatWish(name="Bea"))
    assert authenticate(ctx, ctx.games.load(made.id), seated.token).seat == 0


def test_the_holder_says_no(ctx: Context) -> None:
    made = late(ctx)
    asked(ctx, made)

    cast_vote(ctx, caller(ctx, made, 0), 1, yes=False)

    assert votes_document(ctx, caller(ctx, made))["votes"][0]["status"] == "rejected"
    assert kind(ctx, made.id) == "human"
    with refusal("refused", "vote.again"):
        change_seat(ctx, caller(ctx, made, 1), 0, OPEN)


def test_the_holder_who_acts_is_absent_no_more(ctx: Context) -> None:
    made = late(ctx)
    asked(ctx, made)
    cast_vote(ctx, caller(ctx, made, 2), 1, yes=True)
    pass_time(ctx, 3_600_000)
    submit(ctx, made.id, 0, [Roll()], sender=Sender("0"))
    assert votes_document(ctx, caller(ctx, made))["votes"][0]["status"] == "open"

    pass_time(ctx, DAY_MS - 3_600_000)
    fall_due(ctx, made.id, "vote")

    assert votes_document(ctx, caller(ctx, made))["votes"][0]["status"] == "expired"
    assert kind(ctx, made.id) == "human"


def test_the_silence_of_somebody_present_is_no(ctx: Context) -> None:
    made = late(ctx)
    asked(ctx, made)
    assert close(ctx, made) == "expired"
    assert kind(ctx, made.id) == "human"


def test_an_agent_may_play_meanwhile(ctx: Context) -> None:
    made = late(ctx)
    asked(ctx, made)
    change_seat(ctx, caller(ctx, made, 2), 0, AGENT)
    cast_vote(ctx, caller(ctx, made, 2), 1, yes=True)

    assert close(ctx, made) == "passed"
    assert kind(ctx, made.id) == "open"


def test_with_only_the_holder_to_ask_it_waits_for_the_time_of_an_answer(ctx: Context) -> None:
    made = late(ctx, "human", "human")
    assert asked(ctx, made)["waiting"] == [0]
    assert kind(ctx, made.id) == "human"
    assert close(ctx, made) == "passed"


@pytest.mark.parametrize(("after_s", "days"), [(60, 1), (86_400, 1), (172_800, 2)])
def test_without_a_clock_it_lasts_a_day_at_least(ctx: Context, after_s: int, days: int) -> None:
    made = new_game(ctx, overdue_after_s=after_s)
    put_aside(ctx, made)
    pass_time(ctx, 1000 * after_s)
    before = ctx.clock()
    asked(ctx, made)
    assert ctx.games.load(made.id).table.votes[0].closes_at - before - days * DAY_MS in range(100)


def test_the_others_decide_on_a_resigned_seat(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "human")
    put_aside(ctx, made)
    resign(ctx, caller(ctx, made, 0))
    assert asked(ctx, made)["waiting"] == [2]

    with refusal("refused", "seat.resigned"):
        cast_vote(ctx, caller(ctx, made, 0), 1, yes=False)
    cast_vote(ctx, caller(ctx, made, 2), 1, yes=True)

    assert kind(ctx, made.id) == "open"
    with refusal("unauthorized"):
        caller(ctx, made, 0)


def test_where_no_other_party_is_left_a_resigned_seat_is_opened_at_once(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "ai", private=True)
    put_aside(ctx, made)
    resign(ctx, caller(ctx, made, 0))

    answer = change_seat(ctx, caller(ctx, made, 1), 0, OPEN)

    assert (answer.kind, answer.vote and answer.vote["status"]) == ("open", "passed")
    assert take_seat(ctx, made.id, None, SeatWish(invite=answer.invite)).seat == 0


def test_a_vote_on_a_resigned_seat_lasts_as_long_as_any_other(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "human")
    resign(ctx, caller(ctx, made, 0))
    asked(ctx, made)
    pass_time(ctx, VOTE_MS)
    fall_due(ctx, made.id, "vote")
    assert votes_document(ctx, caller(ctx, made))["votes"][0]["status"] == "expired"


def test_commands_do_not_end_it(ctx: Context) -> None:

    made = new_game(ctx, "human", "human", "human")
    put_aside(ctx, made)
    resign(ctx, caller(ctx, made, 2))
    change_seat(ctx, caller(ctx, made, 1), 2, OPEN)
    submit(ctx, made.id, 0, [Roll()])
    assert votes_document(ctx, caller(ctx, made))["votes"][0]["status"] == "open"


def test_nobody_asks_for_a_seat_that_is_neither(ctx: Context) -> None:
    made = late(ctx)
    version = ctx.store.head(made.id)
    with refusal("refused", "seat.not_overdue"):
        change_seat(ctx, caller(ctx, made, 1), 2, OPEN)
    with refusal("forbidden"):
        change_seat(ctx, caller(ctx, made, 0), 0, OPEN)
    assert ctx.store.head(made.id) == version
    asked(ctx, made)
    with refusal("refused", "vote.open"):
        change_seat(ctx, caller(ctx, made, 2), 0, OPEN)


def test_whoever_sits_there_by_then_stays(ctx: Context) -> None:
    made = late(ctx)
    asked(ctx, made)
    change_seat(ctx, caller(ctx, made, owner=True), 0, OPEN)  # the seat had no holder
    taken = take_seat(ctx, made.id, None, SeatWish())
    for seat, token in ((0, taken.token), (2, made.seats[2]["token"])):
        cast_vote(ctx, authenticate(ctx, ctx.games.load(made.id), token), 1, yes=True)
        assert seat in (0, 2)

    assert votes_document(ctx, caller(ctx, made))["votes"][0]["status"] == "passed"
    assert authenticate(ctx, ctx.games.load(made.id), taken.token).seat == 0


def test_the_record_of_such_a_game_is_imported(ctx: Context) -> None:
    made = late(ctx)
    change_seat(ctx, caller(ctx, made, 2), 0, AGENT)
    asked(ctx, made)
    cast_vote(ctx, caller(ctx, made, 2), 1, yes=True)
    assert close(ctx, made) == "passed"
    seated = take_seat(ctx, made.id, None, SeatWish())
    resign(ctx, caller(ctx, made, 1))
    change_seat(ctx, caller(ctx, made, 2), 1, OPEN)
    cast_vote(ctx, authenticate(ctx, ctx.games.load(made.id), seated.token), 2, yes=True)
    resign(ctx, caller(ctx, made, 2))
    resign(ctx, authenticate(ctx, ctx.games.load(made.id), seated.token))
    assert view(ctx, caller(ctx, made))["status"] == "finished"

    record = record_of(ctx, made.id)
    assert record_of(ctx, imported(ctx, record).id)["versions"] == record["versions"]
