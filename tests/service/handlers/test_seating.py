"""Tests new games and their seats: kinds, tokens, joining, handing over, private tables, removal."""

from hashlib import sha256
from typing import Any

import pytest

from domain.core.chance import SeededChance
from service.clients.api_keys import NewKey, make_key
from service.clients.authentication import Caller, authenticate
from service.clients.ownership import NOBODY, Maker
from service.game.context import Context
from service.game.folds import event_table
from service.game.idempotency import Key
from service.game.results import Created
from service.handlers.commands import submit
from service.handlers.holders import renew_token
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.passed_deadlines import fall_due
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.seating import SeatWish, delete_game, take_seat
from service.views.events_pages import events_page
from tests.service.looking import view
from tests.service.tables import Clock, caller, first_chip, fresh, new_game, put_aside, refusal
from tests.toy import TOY, Roll

ANONYMOUS_KEY = "a-key-of-22-characters"


def stored(ctx: Context, game: str) -> list[Any]:
    """Return all events of a game."""
    return [ctx.games.load(game).codec.decode(event) for event in ctx.store.read(game)]


def test_a_game_without_open_seats_starts_at_once(ctx: Context) -> None:
    made = new_game(ctx, "human", "bot", "ai")

    assert (made.version, made.status) == (1, "running")
    assert [seat["kind"] for seat in made.seats] == ["human", "bot", "ai"]
    assert ["token" in seat for seat in made.seats] == [True, True, False]
    seats = view(ctx, caller(ctx, made))["seats"]
    assert seats[2] == {"seat": 2, "kind": "ai", "agent": "uniform", "agent_version": 1}


def test_the_last_open_seat_starts_the_game(ctx: Context) -> None:
    made = new_game(ctx, "human", "open", "open")
    assert made.status == "open"
    assert view(ctx, caller(ctx, made))["state"] is None

    first = take_seat(ctx, made.id, None, SeatWish(seat=2, name="Ana"))
    last = take_seat(ctx, made.id, None, SeatWish())

    assert (first.seat, first.version, first.status) == (2, 2, "open")
    assert (last.seat, last.version, last.status) == (1, 3, "running")
    seen = view(fresh(ctx), caller(ctx, made))
    assert seen["status"] == "running"
    assert seen["seats"][2] == {"seat": 2, "kind": "human", "name": "Ana", "held": True}
    assert len(seen["awaiting"]) == 3
    assert view(ctx, caller(ctx, made), 1)["seats"][2] == {"seat": 2, "kind": "open"}


def test_a_seat_token_acts_and_sees_as_its_seat(ctx: Context) -> None:
    made = new_game(ctx, "human", "open")
    seated = take_seat(ctx, made.id, None, SeatWish())
    who = authenticate(ctx, ctx.games.load(made.id), seated.token)

    assert who.seat == 1
    state = view(ctx, who)["state"]
    assert state["cards"][1] is not None
    assert state["cards"][0] is None


def test_nobody_takes_two_seats_or_a_taken_one(ctx: Context) -> None:
    made = new_game(ctx, "human", "open", "open")
    seated = take_seat(ctx, made.id, None, SeatWish(seat=1))

    with refusal("refused", "seat.one_each"):
        take_seat(ctx, made.id, seated.token, SeatWish())
    with refusal("refused", "seat.taken"):
        take_seat(ctx, made.id, None, SeatWish(seat=1))
    take_seat(ctx, made.id, None, SeatWish())
    with refusal("refused", "seat.none_open"):
        take_seat(ctx, made.id, None, SeatWish())


def test_a_repeated_creation_makes_one_game(ctx: Context) -> None:
    key = Key.of(ANONYMOUS_KEY, "POST", "/v1/games", None, b"{}")
    wish = NewGame("toy", [NewSeat("human"), NewSeat("human")])

    first = create_game(ctx, wish, key)
    again = create_game(fresh(ctx), wish, key)

    assert again.replayed
    assert (again.id, again.seats, again.owner_token) == (first.id, first.seats, first.owner_token)


def test_a_repeated_joining_gives_the_same_token(ctx: Context) -> None:
    made = new_game(ctx, "human", "open", "open")
    key = Key.of(ANONYMOUS_KEY, "POST", "/seats", None, b"{}")

    first = take_seat(ctx, made.id, None, SeatWish(seat=1), key)
    again = take_seat(ctx, made.id, None, SeatWish(seat=1), key)

    assert again.replayed
    assert again.token == first.token
    assert ctx.store.head(made.id) == 2


def test_tokens_are_kept_as_hashes_only(ctx: Context) -> None:
    made = new_game(ctx)
    kept = b"".join(key.encode() + value for key, value in ctx.store.facts(made.id).items())
    log = b"".join(event.body for event in ctx.store.read(made.id))

    for token in (made.owner_token, *(seat["token"] for seat in made.seats)):
        assert token.partition(".")[2].encode() not in kept + log


def test_unknown_tokens_are_401_and_those_of_other_games_403(ctx: Context) -> None:
    made, other = new_game(ctx), new_game(ctx)
    game = ctx.games.load(made.id)

    with refusal("unauthorized"):
        authenticate(ctx, game, "nonsense")
    with refusal("unauthorized"):
        authenticate(ctx, game, made.id + ".nonsense")
    with refusal("forbidden"):
        authenticate(ctx, game, other.owner_token)
    assert authenticate(ctx, game, None) == Caller(made.id)
    assert authenticate(ctx, game, made.owner_token).is_owner


def test_a_private_game_is_unknown_to_strangers(ctx: Context) -> None:
    made, other = new_game(ctx, "human", "open", private=True), new_game(ctx)
    game = ctx.games.load(made.id)

    for token in (None, "nonsense", other.owner_token):
        with refusal("not_found"):
            authenticate(ctx, game, token)
    assert caller(ctx, made, 0).seat == 0
    for invite in (None, "nonsense", made.owner_token):
        with refusal("not_found"):
            take_seat(ctx, made.id, None, SeatWish(invite=invite))
    assert take_seat(ctx, made.id, None, SeatWish(invite=made.invite)).seat == 1


def test_a_reissued_token_kills_the_old_one(ctx: Context) -> None:
    made = new_game(ctx)

    seated = change_seat(ctx, caller(ctx, made, owner=True), 0, SeatChange(reissue=True))

    assert authenticate(ctx, ctx.games.load(made.id), seated.token).seat == 0
    with refusal("unauthorized"):
        caller(ctx, made, 0)
    assert caller(ctx, made, 1).seat == 1


def test_only_the_owner_changes_seats(ctx: Context) -> None:
    made = new_game(ctx)

    with refusal("forbidden"):
        change_seat(ctx, caller(ctx, made, 0), 0, SeatChange(reissue=True))
    with refusal("unauthorized"):
        change_seat(ctx, caller(ctx, made), 0, SeatChange(reissue=True))
    with refusal("not_found"):
        change_seat(ctx, caller(ctx, made, owner=True), 2, SeatChange(reissue=True))


def test_a_seat_handed_to_an_agent_is_its_own(ctx: Context) -> None:
    made = new_game(ctx)

    seated = change_seat(ctx, caller(ctx, made, owner=True), 1, SeatChange(agent="uniform"))

    assert (seated.kind, seated.version) == ("ai", 2)
    with refusal("unauthorized"):
        caller(ctx, made, 1)
    agent = {"agent": "uniform", "agent_version": 1}
    assert view(ctx, caller(ctx, made))["seats"][1] == {"seat": 1, "kind": "ai", **agent}


def test_a_seat_opened_again_can_be_taken_in_a_running_game(ctx: Context) -> None:
    made = new_game(ctx)
    change_seat(ctx, caller(ctx, made, owner=True), 1, SeatChange(open=True))
    assert view(ctx, caller(ctx, made))["status"] == "running"

    seated = take_seat(ctx, made.id, None, SeatWish())

    assert seated.seat == 1
    assert authenticate(ctx, ctx.games.load(made.id), seated.token).seat == 1
    assert submit(ctx, made.id, 1, [first_chip(ctx.games.load(made.id), 1)]).version == 4


def test_a_seat_of_a_private_game_is_opened_with_an_invitation(ctx: Context) -> None:
    made = new_game(ctx, private=True)
    assert made.invite is None

    opened = change_seat(ctx, caller(ctx, made, owner=True), 1, SeatChange(open=True))

    assert opened.invite is not None
    with refusal("not_found"):
        take_seat(ctx, made.id, None, SeatWish())
    assert take_seat(ctx, made.id, None, SeatWish(invite=opened.invite)).seat == 1


def test_an_agent_on_the_last_open_seat_starts_the_game(ctx: Context) -> None:
    made = new_game(ctx, "human", "open")

    seated = change_seat(ctx, caller(ctx, made, owner=True), 1, SeatChange(agent="uniform"))

    assert seated.status == "running"


@pytest.mark.parametrize(
    ("wish", "slug"),
    [
        ({"ruleset": "chess"}, "invalid_body"),
        ({"seats": [NewSeat("human")]}, "invalid_configuration"),
        ({"map": "moon"}, "invalid_configuration"),
        ({"options": {"target": 0}}, "invalid_configuration"),
        ({"seats": [NewSeat("human"), NewSeat("ai", agent="deep-blue")]}, "invalid_body"),
        ({"seats": [NewSeat("human"), NewSeat("human", agent="uniform")]}, "invalid_body"),
    ],
)
def test_an_impossible_game_is_refused(ctx: Context, wish: dict[str, Any], slug: str) -> None:
    usual: dict[str, Any] = {"ruleset": "toy", "seats": [NewSeat("human"), NewSeat("human")]}

    with refusal(slug):
        create_game(ctx, NewGame(**usual | wish))


def test_a_seed_is_committed_to_hidden_and_revealed_at_the_end(ctx: Context) -> None:
    made = new_game(ctx, options={"target": 1}, seed=None)
    put_aside(ctx, made)
    opening = events_page(ctx, caller(ctx, made, 0))["events"][0]
    assert "seed" not in opening

    done = submit(ctx, made.id, 0, [Roll()])

    assert [event["type"] for event in done.events] == ["Rolled", "ToyHandsRevealed", "ToyGameWon", "SeedRevealed"]
    seed = bytes.fromhex(done.events[-1]["seed"])
    assert sha256(seed).hexdigest() == opening["commitment"]
    config = TOY.configure(2, None, (), {"target": 1})
    dealt = [event for event in stored(ctx, made.id) if type(event) in TOY.events.by_class]
    assert dealt[: 1 + 2] == TOY.setup(config, SeededChance(seed))
    assert view(ctx, caller(ctx, made))["result"]["winners"] == [0]
    assert events_page(ctx, caller(ctx, made, 0))["events"][0] == opening


def test_a_given_seed_makes_the_game_unfair_and_repeatable(ctx: Context) -> None:
    one, two = new_game(ctx, seed="x"), new_game(ctx, seed="x")
    rolled = []
    for made in (one, two):
        put_aside(ctx, made)
        rolled.append(submit(ctx, made.id, 0, [Roll()]).events[0]["pips"])

    assert rolled[0] == rolled[1]
    assert view(ctx, caller(ctx, one))["unfair"] is True
    assert view(ctx, caller(ctx, new_game(ctx, seed=None)))["unfair"] is False


def test_seats_in_random_order_keep_kind_and_name(ctx: Context) -> None:
    wanted = [NewSeat("human", "Ana"), NewSeat("bot", "Ben"), NewSeat("ai"), NewSeat("ai", "Cyd")]
    orders = set()
    for n in range(8):
        made = create_game(ctx, NewGame("toy", wanted, seat_order="random", seed=str(n)))
        seats = view(ctx, caller(ctx, made))["seats"]
        orders.add(tuple(seat["kind"] for seat in seats))
        assert {(seat["kind"], seat.get("name")) for seat in seats} == {(s.kind, s.name) for s in wanted}
        assert all(("token" in made.seats[n]) == (seats[n]["kind"] in ("human", "bot")) for n in range(4))
    assert len(orders) > 1


def test_names_stand_beside_the_log(ctx: Context) -> None:
    made = create_game(ctx, NewGame("toy", [NewSeat("human", "Zoraida"), NewSeat("human")]))

    assert b"Zoraida" not in b"".join(event.body for event in ctx.store.read(made.id))
    assert view(ctx, caller(ctx, made))["seats"][0]["name"] == "Zoraida"


def test_the_owner_removes_a_game_without_other_people(ctx: Context) -> None:
    alone, together = new_game(ctx, "human", "ai"), new_game(ctx, "human", "human")

    delete_game(ctx, caller(ctx, alone, owner=True))

    with refusal("not_found"):
        ctx.games.load(alone.id)
    with refusal("forbidden"):
        delete_game(ctx, caller(ctx, together, 0))
    with refusal("refused", "game.other_people"):
        delete_game(ctx, caller(ctx, together, owner=True))


def test_who_made_a_sandbox_with_a_key_removes_it_while_the_key_has_all_seats(ctx: Context) -> None:
    mine, other = (make_key(ctx, None, NewKey())[0].id for _ in range(2))

    def sandbox(*takers: Maker, maker: str | None = mine, kind: str = "human") -> Created:
        """Make a sandbox with a key, in which seats take or renew their tokens, each with a key or without one."""
        wish = NewGame("toy", [NewSeat("human"), NewSeat(kind)], seed="a", sandbox=True)
        made = create_game(ctx, wish, maker=Maker("share", maker))
        for seat, taker in enumerate(takers):
            if "token" in made.seats[seat]:
                renew_token(ctx, made.id, made.seats[seat]["token"], seat, taker=taker)
            else:
                take_seat(ctx, made.id, None, SeatWish(seat), taker=taker)
        return made

    me, friend = Maker("share", mine), Maker("share", other)
    for made in (sandbox(), sandbox(me), sandbox(me, me), sandbox(me, me, kind="open"), sandbox(kind="bot")):
        delete_game(ctx, caller(ctx, made, owner=True))
        assert ctx.store.head(made.id) == 0
    for made in (
        sandbox(friend),
        sandbox(me, friend),
        sandbox(NOBODY),
        sandbox(me, NOBODY),
        sandbox(me, NOBODY, kind="open"),
        sandbox(friend, friend),
        sandbox(me, me, maker=None),
        sandbox(me, me, maker=other),
    ):
        with refusal("refused", "game.other_people"):
            delete_game(ctx, caller(ctx, made, owner=True))


def test_a_game_that_never_started_expires(ctx: Context) -> None:
    waiting, joined = new_game(ctx, "human", "open"), new_game(ctx, "human", "open")
    take_seat(ctx, joined.id, None, SeatWish())
    clock = ctx.clock
    assert isinstance(clock, Clock)
    clock.ms += 25 * 3_600_000

    fall_due(ctx, waiting.id, "start")
    fall_due(ctx, joined.id, "start")

    assert ctx.store.head(waiting.id) == 0
    assert ctx.store.head(joined.id) == 2


def test_the_tables_of_every_event_have_one_name_each(ctx: Context) -> None:
    for ruleset in ctx.rulesets.values():
        assert {"TableOpened", "PositionSet"} <= event_table(ruleset).by_name.keys()


def test_the_longest_seed_there_is_can_be_read_again(ctx: Context) -> None:
    made = new_game(ctx, seed="\N{GAME DIE}" * 64)

    assert fresh(ctx).games.load(made.id).table.seed == ("\N{GAME DIE}" * 64).encode()
