"""Tests that what is kept beside the log is written in the same append as its events, or not at all."""

from collections.abc import Sequence
from contextlib import suppress

import pytest
from redis import Redis

from eventstore.memory.store import MemoryEventStore
from eventstore.records import Beside, Tip, Version
from service.clients.api_keys import ApiKey, NewKey, make_key
from service.clients.names import names_at
from service.clients.own_games import UNMADE_MS
from service.clients.ownership import Maker, Party, note_game, seats_of
from service.game.context import Context
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.seating import SeatWish, take_seat
from service.views.games_pages import games_page
from tests.service.recorded import pass_time
from tests.service.tables import caller, new_context, new_game, refusal


class Killed(Exception):
    """Reports that the process died."""


class Mortal(MemoryEventStore):
    """Represents a store whose process dies at an append: right before it is written, or right after."""

    dies = ""

    def _append(self, game: str, base: Tip, versions: Sequence[Version], beside: Beside) -> int:
        if self.dies == "before":
            raise Killed
        head = super()._append(game, base, versions, beside)
        if self.dies == "after":
            raise Killed
        return head


@pytest.fixture
def mortal(rq_redis: Redis) -> Context:
    """Return a context over a store whose process can die at an append."""
    return new_context(Mortal(), rq_redis)


def client(ctx: Context) -> ApiKey:
    return make_key(ctx, None, NewKey())[0]


def dies(ctx: Context, moment: str) -> None:
    assert isinstance(ctx.store, Mortal)
    ctx.store.dies = moment


def test_a_seat_taken_belongs_to_its_key_whenever_the_process_dies(mortal: Context) -> None:
    for moment, owned in (("before", []), ("after", [1])):
        key, made = client(mortal), new_game(mortal, "human", "open")
        facts = mortal.store.facts(made.id)
        dies(mortal, moment)
        with suppress(Killed):
            take_seat(mortal, made.id, None, SeatWish(name="Bea"), taker=Maker("share", key.id))
        dies(mortal, "")

        mortal.games.forget(made.id)
        assert seats_of(mortal, mortal.games.load(made.id), key.id) == owned
        assert names_at(mortal, made.id) == ({1: "Bea"} if owned else {})
        assert (mortal.store.facts(made.id) == facts) == (not owned)
        assert [game["id"] for game in games_page(mortal, party=Party(key=key))["games"]] == [made.id] * len(owned)


def test_a_game_made_belongs_to_its_key_whenever_the_process_dies(mortal: Context) -> None:
    for moment, count in (("before", 0), ("after", 1)):
        key = client(mortal)
        dies(mortal, moment)
        with suppress(Killed):
            create_game(mortal, NewGame("toy", [NewSeat("human"), NewSeat("ai")]), maker=Maker("share", key.id))
        dies(mortal, "")

        rows = games_page(mortal, party=Party(key=key))["games"]
        assert len(rows) == count
        assert [seats_of(mortal, mortal.games.load(row["id"]), key.id) for row in rows] == [[0]] * count
        if not count:
            [noted] = [name for name in mortal.store.facts(key.id) if name.startswith("game:")]
            assert mortal.store.facts(noted.removeprefix("game:")) == {}


def test_a_game_handed_out_by_an_append_that_lost_leaves_nothing(ctx: Context) -> None:
    made = new_game(ctx, "human", "open")
    take_seat(ctx, made.id, None, SeatWish(name="Bea"))
    facts, key = ctx.store.facts(made.id), client(ctx)

    with refusal("refused", "seat.none_open"):
        take_seat(ctx, made.id, None, SeatWish(name="Cyd"), taker=Maker("share", key.id))

    assert ctx.store.facts(made.id) == facts
    assert names_at(ctx, made.id) == {1: "Bea"}
    assert games_page(ctx, party=Party(key=key))["games"] == []


def test_a_key_keeps_a_game_that_is_about_to_be_made(ctx: Context) -> None:
    key = client(ctx)
    note_game(ctx, Maker("share", key.id), "soon")

    assert games_page(ctx, party=Party(key=key))["games"] == []
    assert "game:soon" in ctx.store.facts(key.id)
    pass_time(ctx, UNMADE_MS + 1)
    assert games_page(ctx, party=Party(key=key))["games"] == []
    assert "game:soon" not in ctx.store.facts(key.id)


def test_a_seat_opened_forgets_name_and_tokens_in_the_same_append(mortal: Context) -> None:
    made = create_game(mortal, NewGame("toy", [NewSeat("human", "Ana"), NewSeat("human", "Bea")]))
    dies(mortal, "after")
    with suppress(Killed):
        change_seat(mortal, caller(mortal, made, owner=True), 1, SeatChange(open=True))

    assert names_at(mortal, made.id) == {0: "Ana"}
    assert not [value for value in mortal.store.facts(made.id).values() if value.startswith(b"seat:1:")]
