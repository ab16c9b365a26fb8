"""Tests that only the holder of a seat gets its token, and only the holder renews it."""

from typing import Any

import pytest

from service.clients.api_keys import NewKey, make_key
from service.clients.authentication import authenticate
from service.clients.names import names_at
from service.clients.ownership import Maker, seats_of
from service.game.context import Context
from service.game.idempotency import Key
from service.game.results import Created
from service.handlers.holders import renew_token
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.resignation import resign
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.seating import SeatWish, take_seat
from tests.service.looking import view
from tests.service.tables import caller, fresh, new_game, put_aside, refusal

CHANGES = [SeatChange(reissue=True), SeatChange(open=True), SeatChange(agent="uniform")]


def with_a_stranger(ctx: Context, **wish: Any) -> tuple[Created, str]:
    """Return a running game whose owner sits on seat 0, and the token of a stranger who took seat 1."""
    made = new_game(ctx, "human", "open", **wish)
    taken = take_seat(ctx, made.id, None, SeatWish(name="Bea"))
    assert taken.token
    return made, taken.token


def renewed(ctx: Context, game: str, token: str, seat: int, **more: Any) -> str:
    """Renew the token of a seat, as its holder."""
    answer = renew_token(ctx, game, token, seat, **more)
    assert answer.token
    return answer.token


def held(ctx: Context, game: str) -> list[Any]:
    """Return what the view says of each seat's holder."""
    return [seat.get("held") for seat in view(ctx, authenticate(ctx, ctx.games.load(game), None))["seats"]]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("delay", [None, {"versions": 6}])
def test_the_owner_reads_no_strangers_hand(ctx: Context, change: SeatChange, delay: Any) -> None:
    made, token = with_a_stranger(ctx, spectator_delay=delay)
    version = ctx.store.head(made.id)

    with refusal("refused", "seat.held"):
        change_seat(ctx, caller(ctx, made, owner=True), 1, change)

    assert ctx.store.head(made.id) == version
    assert authenticate(ctx, ctx.games.load(made.id), token).seat == 1
    with refusal("refused", "seat.none_open"):
        take_seat(ctx, made.id, None, SeatWish())


@pytest.mark.parametrize("change", CHANGES)
def test_a_token_that_was_renewed_is_out_of_its_makers_reach(ctx: Context, change: SeatChange) -> None:
    made = new_game(ctx, "human", "human")
    token = renewed(ctx, made.id, made.seats[1]["token"], 1)

    with refusal("unauthorized"):
        caller(ctx, made, 1)
    with refusal("refused", "seat.held"):
        change_seat(ctx, caller(ctx, made, owner=True), 1, change)
    assert authenticate(fresh(ctx), ctx.games.load(made.id), token).seat == 1


def test_the_view_says_which_seats_are_held(ctx: Context) -> None:
    made = new_game(ctx, "human", "bot", "ai", "open")
    assert held(ctx, made.id) == [False, False, None, None]

    renewed(ctx, made.id, made.seats[1]["token"], 1)
    take_seat(ctx, made.id, None, SeatWish())

    assert held(ctx, made.id) == [False, True, None, True]


def test_a_renewed_token_dies_when_it_is_renewed_again(ctx: Context) -> None:
    made, first = with_a_stranger(ctx)
    second = renewed(ctx, made.id, first, 1)
    third = renewed(ctx, made.id, second, 1)

    for dead in (first, second):
        with refusal("unauthorized"):
            renew_token(ctx, made.id, dead, 1)
    assert authenticate(ctx, ctx.games.load(made.id), third).seat == 1
    assert len([value for value in ctx.store.facts(made.id).values() if value.startswith(b"seat:1:")]) == 1
    assert names_at(ctx, made.id) == {1: "Bea"}


def test_only_the_seats_own_token_renews_it(ctx: Context) -> None:
    made, _ = with_a_stranger(ctx)
    version = ctx.store.head(made.id)

    for token, slug in ((None, "unauthorized"), (made.seats[0]["token"], "forbidden"), (made.owner_token, "forbidden")):
        with refusal(slug):
            renew_token(ctx, made.id, token, 1)
    with refusal("not_found"):
        renew_token(ctx, made.id, made.seats[0]["token"], 2)
    assert ctx.store.head(made.id) == version


def test_a_renewal_is_an_event_that_hides_its_holder(ctx: Context) -> None:
    made, token = with_a_stranger(ctx)
    answer = renew_token(ctx, made.id, token, 1)

    game = ctx.games.load(made.id)
    [event] = ctx.store.read(made.id, game.version - 1)
    assert answer.version == game.version
    assert event.type == "TokenRenewed"
    assert game.table.seats[1].holder in event.body.decode()
    assert authenticate(ctx, game, answer.token).seat == 1


def test_a_lost_answer_of_a_renewal_is_given_again(ctx: Context) -> None:
    made, token = with_a_stranger(ctx)
    key = Key.of("a-key-of-22-characters", "POST", "/token", token, b"")

    first = renew_token(ctx, made.id, token, 1, key)
    again = renew_token(fresh(ctx), made.id, token, 1, key)

    assert again.replayed
    assert again.token == first.token
    assert ctx.store.head(made.id) == first.version


def test_the_first_renewal_takes_the_seat_from_its_makers_key(ctx: Context) -> None:
    creator, guest = make_key(ctx, None, NewKey())[0], make_key(ctx, None, NewKey())[0]
    wish = NewGame("toy", [NewSeat("human"), NewSeat("human")])
    made = create_game(ctx, wish, maker=Maker("share", creator.id))

    kept = renewed(ctx, made.id, made.seats[0]["token"], 0, taker=Maker("share", creator.id))
    token = renewed(ctx, made.id, made.seats[1]["token"], 1)
    game = ctx.games.load(made.id)
    assert (seats_of(ctx, game, creator.id), seats_of(ctx, game, guest.id)) == ([0], [])

    token = renewed(ctx, made.id, token, 1, taker=Maker("share", guest.id))
    renewed(ctx, made.id, token, 1)
    renewed(ctx, made.id, kept, 0)
    game = ctx.games.load(made.id)
    assert (seats_of(ctx, game, creator.id), seats_of(ctx, game, guest.id)) == ([0], [1])


def test_before_the_start_the_owner_opens_a_seat_that_somebody_took(ctx: Context) -> None:
    made = new_game(ctx, "human", "open", "open")
    taken = take_seat(ctx, made.id, None, SeatWish(seat=1, name="Bea"))
    owner = caller(ctx, made, owner=True)

    with refusal("refused", "seat.held"):
        change_seat(ctx, owner, 1, SeatChange(reissue=True))
    change_seat(ctx, owner, 1, SeatChange(open=True))

    with refusal("unauthorized"):
        authenticate(ctx, ctx.games.load(made.id), taken.token)
    assert view(ctx, caller(ctx, made))["seats"][1] == {"seat": 1, "kind": "open"}


def test_the_owner_keeps_what_nobody_holds(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "ai")
    owner = caller(ctx, made, owner=True)

    token = change_seat(ctx, owner, 1, SeatChange(reissue=True)).token
    assert authenticate(ctx, ctx.games.load(made.id), token).seat == 1
    assert held(ctx, made.id) == [False, False, None]
    change_seat(ctx, owner, 1, SeatChange(agent="uniform"))
    change_seat(ctx, owner, 2, SeatChange(open=True))

    assert [seat["kind"] for seat in view(ctx, owner)["seats"]] == ["human", "ai", "open"]


def test_a_resigned_seat_is_nobodys_to_give_away_alone(ctx: Context) -> None:
    made = new_game(ctx, "human", "human", "human")
    put_aside(ctx, made)
    resign(ctx, caller(ctx, made, 1))
    owner = caller(ctx, made, owner=True)

    for change in (SeatChange(reissue=True), SeatChange(agent="uniform")):
        with refusal("refused", "seat.resigned"):
            change_seat(ctx, owner, 1, change)
    with refusal("refused", "seat.resigned"):
        renew_token(ctx, made.id, made.seats[1]["token"], 1)
