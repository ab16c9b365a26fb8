"""Tests what a holder does with a seat: rename it, lend it to an agent, take it back, leave it before the start."""

import pytest

from service.clients.authentication import Caller, authenticate
from service.game.context import Context
from service.game.results import Created
from service.handlers.commands import Sender, submit
from service.handlers.holders import leave
from service.handlers.resignation import resign
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.seating import SeatWish, take_seat
from service.views.events_pages import events_page
from tests.service.looking import legal_actions, view
from tests.service.tables import caller, new_game, put_aside, refusal
from tests.toy import Roll, Wave


def newest(ctx: Context, made: Created) -> list[str]:
    """Return the types of the events of the newest version."""
    game = ctx.games.load(made.id)
    return [event.type for event in ctx.store.read(made.id, game.version - 1)]


def lent(ctx: Context) -> tuple[Created, Caller]:
    """Return a running game whose first seat is lent, and its holder."""
    made = new_game(ctx, "human", "human")
    put_aside(ctx, made)
    who = caller(ctx, made, 0)
    change_seat(ctx, who, 0, SeatChange(agent="uniform"))
    return made, who


def test_a_name_is_changed_by_the_holder_and_stands_beside_the_log(ctx: Context) -> None:
    made = new_game(ctx)
    answer = change_seat(ctx, caller(ctx, made, 1), 1, SeatChange(name="Zoraida"))

    assert view(ctx, caller(ctx, made))["seats"][1]["name"] == "Zoraida"
    assert newest(ctx, made) == ["SeatRenamed"]
    assert b"Zoraida" not in b"".join(event.body for event in ctx.store.read(made.id))
    assert change_seat(ctx, caller(ctx, made, 1), 1, SeatChange(name="Zoraida")).version == answer.version


def test_nobody_else_renames_lends_or_leaves(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "open")
    for who in (caller(ctx, made, 0), caller(ctx, made, owner=True)):
        for change in (SeatChange(name="Bea"), SeatChange(back=True)):
            with refusal("forbidden"):
                change_seat(ctx, who, 1, change)
        with refusal("forbidden"):
            leave(ctx, who, 1)
    for change in (SeatChange(reissue=True), SeatChange(open=True)):
        with refusal("forbidden"):
            change_seat(ctx, caller(ctx, made, 1), 1, change)
    with refusal("unauthorized"):
        leave(ctx, caller(ctx, made), 1)
    assert ctx.store.head(made.id) == 1


def test_the_holder_of_a_lent_seat_sees_on(ctx: Context) -> None:
    _, who = lent(ctx)

    seen = view(ctx, who)
    agent = {"agent": "uniform", "agent_version": 1}
    assert seen["seats"][0] == {"seat": 0, "kind": "ai", **agent, "left": "lent", "held": False}
    assert seen["state"]["cards"][0] is not None
    told = legal_actions(ctx, who, "en")
    assert told["actions"]
    assert not told["must_act"]


def test_a_lent_seat_is_taken_back(ctx: Context) -> None:
    made, who = lent(ctx)

    answer = change_seat(ctx, who, 0, SeatChange(back=True))

    assert (answer.kind, newest(ctx, made)) == ("human", ["SeatReturned"])
    with refusal("refused", "seat.not_lent"):
        change_seat(ctx, who, 0, SeatChange(back=True))


def test_a_command_of_the_holder_takes_the_seat_back_in_the_same_version(ctx: Context) -> None:
    made, who = lent(ctx)
    before = ctx.store.head(made.id)

    done = submit(ctx, made.id, 0, [Wave(2), Roll()], sender=Sender(who.holder))

    assert done.version == before + 2
    assert [(event["version"], event["type"]) for event in done.events][:2] == [
        (before + 1, "SeatReturned"),
        (before + 1, "Waved"),
    ]
    assert view(ctx, who)["seats"][0] == {"seat": 0, "kind": "human", "held": False}


def test_a_refused_command_takes_nothing_back(ctx: Context) -> None:
    made, who = lent(ctx)
    before = ctx.store.head(made.id)

    with refusal("refused", "toy.wave_to_others"):
        submit(ctx, made.id, 0, [Wave(1)], sender=Sender(who.holder))

    assert ctx.store.head(made.id) == before
    assert view(ctx, who)["seats"][0]["left"] == "lent"


def test_an_agents_command_leaves_a_lent_seat_lent(ctx: Context) -> None:
    made, who = lent(ctx)
    submit(ctx, made.id, 0, [Wave(2)])
    assert view(ctx, who)["seats"][0]["left"] == "lent"


def test_a_command_of_a_holder_who_is_no_more_is_refused(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "human")
    put_aside(ctx, made)
    with refusal("unauthorized"):
        submit(ctx, made.id, 0, [Wave(2)], sender=Sender("somebody else"))
    resign(ctx, caller(ctx, made, 0))
    with refusal("refused", "seat.resigned"):
        submit(ctx, made.id, 0, [Wave(2)], sender=Sender("0"))


def test_another_agent_on_a_lent_seat_and_an_unknown_one(ctx: Context) -> None:
    _, who = lent(ctx)
    change_seat(ctx, who, 0, SeatChange(agent="uniform"))
    for agent in ("deep-blue", ""):
        with refusal("invalid_body"):
            change_seat(ctx, who, 0, SeatChange(agent=agent))
    change_seat(ctx, who, 0, SeatChange(back=True))
    assert view(ctx, who)["seats"][0] == {"seat": 0, "kind": "human", "held": False}


def test_whoever_leaves_before_the_start_opens_the_seat(ctx: Context) -> None:
    made = new_game(ctx, "human", "open", "open")
    taken = take_seat(ctx, made.id, None, SeatWish(seat=2, name="Bea"))
    who = authenticate(ctx, ctx.games.load(made.id), taken.token)

    leave(ctx, who, 2)

    assert newest(ctx, made) == ["SeatLeft"]
    assert view(ctx, caller(ctx, made))["seats"][2] == {"seat": 2, "kind": "open"}
    assert ctx.store.names(made.id) == {}
    assert not [value for value in ctx.store.facts(made.id).values() if value.startswith(b"seat:2:")]
    with refusal("unauthorized"):
        leave(ctx, who, 2)
    assert take_seat(ctx, made.id, None, SeatWish(seat=2)).seat == 2


def test_nobody_leaves_a_game_that_runs(ctx: Context) -> None:
    made = new_game(ctx)
    with refusal("refused", "game.started"):
        leave(ctx, caller(ctx, made, 0), 0)
    assert ctx.store.head(made.id) == 1


def test_a_finished_game_changes_no_more_seats(ctx: Context) -> None:
    made = new_game(ctx)
    who = caller(ctx, made, 0)
    resign(ctx, caller(ctx, made, 1))

    for change in (SeatChange(name="Bea"), SeatChange(agent="uniform")):
        with refusal("refused", "game.finished"):
            change_seat(ctx, who, 0, change)


@pytest.mark.parametrize("delay", [None, {"versions": 6}, {"seconds": 60}])
def test_whoever_resigned_sees_as_late_as_spectators(ctx: Context, delay: dict[str, int] | None) -> None:
    made = new_game(ctx, "human", "human", "human", spectator_delay=delay)
    put_aside(ctx, made)
    resign(ctx, caller(ctx, made, 1))
    who, nobody = caller(ctx, made, 1), caller(ctx, made)

    assert who.seat is None
    assert view(ctx, who) == view(ctx, nobody)
    assert events_page(ctx, who) == events_page(ctx, nobody)
    assert legal_actions(ctx, who, "en")["seat"] is None
