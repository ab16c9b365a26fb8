"""Tests that a seat still belongs to an API key while an agent plays it: the key sees everything and owes nothing."""

from typing import Any

import pytest

from service.clients.api_keys import ApiKey, NewKey, make_key
from service.clients.authentication import authenticate
from service.clients.feed import Cursor, events_page
from service.clients.feed_proofs import Trail
from service.clients.ownership import Maker, Party, people, seats_of
from service.clients.seat_duties import Watch
from service.game.context import Context
from service.game.deadlines import CLOCK_DEADLINE
from service.game.results import Created
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.passed_deadlines import fall_due
from service.handlers.resignation import resign
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.seating import SeatWish, take_seat
from service.views.games_pages import games_page
from tests.service.recorded import MINUTE_MS, pass_time
from tests.service.tables import caller, first_chip
from tests.settling import settle
from tests.toy import Roll

KINDS = ["human", "bot"]


def held(ctx: Context, kind: str, on_timeout: str = "agent") -> tuple[ApiKey, Created]:
    """Return a game of an API key whose seat 0 has timed out, or resigned."""
    key, _ = make_key(ctx, None, NewKey())
    clock = {"seconds": 60, "on_timeout": on_timeout}
    wish = NewGame(
        "toy", [NewSeat(kind), NewSeat("ai"), NewSeat("human")], clock=clock, spectator_delay={"versions": 9}
    )
    made = create_game(ctx, wish, maker=Maker("share", key.id))
    for seat in range(3):
        submit(ctx, made.id, seat, [first_chip(ctx.games.load(made.id), seat)])
    pass_time(ctx, MINUTE_MS)
    fall_due(ctx, made.id, CLOCK_DEADLINE)
    return key, made


def owed(ctx: Context, party: Party) -> list[int]:
    """Return the seats of a party that owe something."""
    watch = Watch(ctx, party)
    watch.look(party.games(ctx))
    return [debt.seat for debt in watch.debts()]


def seen(ctx: Context, key: ApiKey) -> list[dict[str, Any]]:
    """Return what happened in the games of a key, as its first seat sees it."""
    settle(ctx.store)
    page = events_page(ctx, Party(key=key), Cursor(0, 0, 0, 0), Trail(), 1000)
    return [entry["event"] for entry in page.events if entry["you"] == 0]


@pytest.mark.parametrize("kind", KINDS)
def test_a_seat_that_was_resigned_shows_its_key_what_spectators_see(ctx: Context, kind: str) -> None:
    key, made = held(ctx, kind, "resign")
    game = ctx.games.load(made.id)

    assert list(people(game)) == [0, 2]
    assert seats_of(ctx, game, key.id) == [2]
    assert seen(ctx, key) == []
    resign(ctx, caller(ctx, made, 2))
    [row] = games_page(ctx, party=Party(key=key))["games"]
    assert row["id"] == made.id


@pytest.mark.parametrize("kind", KINDS)
def test_a_seat_belongs_to_its_key_while_an_agent_plays_there(ctx: Context, kind: str) -> None:
    key, made = held(ctx, kind)
    game = ctx.games.load(made.id)

    assert game.table.seats[0].kind == "ai"
    assert list(people(game)) == [0, 2]
    assert seats_of(ctx, game, key.id) == [0, 2]
    assert seen(ctx, key)[-1]["version"] == game.version
    [row] = games_page(ctx, party=Party(key=key))["games"]
    assert row["version"] == game.version


@pytest.mark.parametrize("kind", KINDS)
def test_whoever_is_absent_owes_nothing_until_the_seat_is_taken_back(ctx: Context, kind: str) -> None:
    key, made = held(ctx, kind)
    by_seat = Party(caller=caller(ctx, made, 0))
    assert [entry.seat for entry in ctx.games.load(made.id).awaiting()] == [0]
    assert owed(ctx, Party(key=key)) == owed(ctx, by_seat) == []

    take_seat(ctx, made.id, made.seats[0]["token"], SeatWish())

    assert owed(ctx, Party(key=key)) == owed(ctx, by_seat) == [0]
    submit(ctx, made.id, 0, [Roll()])
    assert seen(ctx, key)[-1]["type"] == "Rolled"


def test_a_seat_that_was_handed_over_belongs_to_nobody(ctx: Context) -> None:
    key, made = held(ctx, "human")
    owner = caller(ctx, made, owner=True)

    change_seat(ctx, owner, 0, SeatChange(agent="uniform"))

    assert seats_of(ctx, ctx.games.load(made.id), key.id) == [2]


def test_the_owner_reissues_the_token_of_whoever_is_absent(ctx: Context) -> None:
    _, made = held(ctx, "human")

    again = change_seat(ctx, caller(ctx, made, owner=True), 0, SeatChange(reissue=True))

    assert authenticate(ctx, ctx.games.load(made.id), again.token).seat == 0
    assert take_seat(ctx, made.id, again.token, SeatWish()).seat == 0


def test_of_a_game_that_is_over_all_is_still_seen(ctx: Context) -> None:
    key, made = held(ctx, "human")

    resign(ctx, caller(ctx, made, 2))

    assert ctx.games.load(made.id).table.seats[0].left == "absent"
    assert "SeatResigned" in [event["type"] for event in seen(ctx, key)]
