"""Tests that what older versions stored plain is encrypted in its place, and that no plain copy of it remains."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import orjson
import pytest
from redis import Redis

from eventstore import keys
from eventstore.embedded.server import start
from eventstore.outages import StoreAway
from eventstore.store import EventStore
from eventstore.streams import open_store
from service.clients import fact_names
from service.clients.api_keys import NewKey, find_key, keys_of, make_key
from service.clients.names import cache_key, names_at
from service.clients.ownership import Maker, Party
from service.game.context import Context, compose
from service.game.data_keys import OWN, place_of
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.seat_changes import SeatChange, change_seat
from service.queue.jobs import Jobs
from service.settings import read_settings
from service.webhooks.deliveries import Delivery, find_delivery, keep_delivery
from service.webhooks.registry import NewHook, find_hook, make_hook
from tests.service.processes import wait_for
from tests.service.tables import RULESETS, Clock, caller, fresh
from workers.sweeping.sealing import PASS_MS, Sealing
from workers.webhooks.delivery_attempts import attempt

ANA, BEA, KEY = "Anastasia Plainly", "Beatrice Openly", "Clementine's laptop"
URL = "http://127.0.0.1:8009/hook-of-clementine"


class House:
    """Represents a service on a store with files of its own."""

    def __init__(self, directory: Path, url: str, rq_redis: Redis) -> None:
        self.files = directory / "appendonlydir"
        self.redis = Redis.from_url(url)
        given = read_settings({"LONGROAD_WEBHOOKS": "loopback"})
        self.ctx: Context = compose(given, open_store(url), RULESETS, Jobs(rq_redis), Clock())

    @property
    def store(self) -> EventStore:
        """Return the store."""
        return self.ctx.store

    def holds(self, text: str) -> bool:
        """Return whether the files hold a text, after a rewrite."""
        self.store.rewrite()
        assert wait_for(lambda: not self.store.is_rewriting())
        return any(text.encode() in path.read_bytes() for path in self.files.iterdir())


@pytest.fixture
def house(tmp_path: Path, rq_redis: Redis) -> Iterator[House]:
    """Yield a service over a store that an older version has written: a game, a key and a webhook, all plain."""
    server = start(tmp_path / "events", "no")
    house = House(tmp_path / "events", server.url, rq_redis)
    yield house
    house.store.close()
    house.redis.close()
    server.stop()


def test_what_is_plain_is_encrypted_and_no_copy_remains(house: House) -> None:
    ctx = house.ctx
    key, text = make_key(ctx, None, NewKey(KEY))
    hook = make_hook(ctx, Party(key=key), NewHook(URL))
    lone = create_game(ctx, NewGame("toy", [NewSeat("human")] * 2))
    owned = create_game(ctx, NewGame("toy", [NewSeat("human")] * 2), maker=Maker("share", key.id))
    for game, name in ((lone.id, ANA), (owned.id, BEA)):
        ctx.store.set_name(game, 0, name)
    _made_plain(ctx, key.id, fact_names.KEY, name=KEY)
    _made_plain(ctx, hook.id, fact_names.HOOK, url=URL, secret=hook.secret, token_key=hook.token_key)
    personal = (ANA, BEA, KEY, URL, hook.secret)
    assert all(house.holds(one) for one in personal)

    sealing = Sealing(fresh(ctx))
    while not sealing.is_done:
        sealing.step()

    assert [one for one in personal if house.holds(one)] == []
    again = fresh(ctx)
    assert (names_at(again, lone.id), names_at(again, owned.id)) == ({0: ANA}, {0: BEA})
    assert [one.name for one in keys_of(again, find_key(again, text))] == [KEY]
    assert find_hook(again, hook.id) == hook
    ctx.store.drop_data_keys(lone.id, ["0"])
    assert names_at(fresh(ctx), lone.id) == {}
    assert names_at(fresh(ctx), owned.id) == {0: BEA}

    ctx.store.set_name(owned.id, 1, BEA)
    sealing.step()
    assert ctx.store.names(owned.id)[1] == BEA, "a walk takes place once an hour"
    sealing.ctx = replace(sealing.ctx, clock=lambda: ctx.clock() + PASS_MS)
    sealing.step()
    while not sealing.is_done:
        sealing.step()
    assert ctx.store.names(owned.id)[1] != BEA
    assert names_at(fresh(ctx), owned.id) == {0: BEA, 1: BEA}


def test_what_is_encrypted_stays_as_it_is(house: House) -> None:
    ctx = house.ctx
    make_hook(ctx, Party(key=make_key(ctx, None, NewKey(KEY))[0]), NewHook(URL))
    made = create_game(ctx, NewGame("toy", [NewSeat("human", ANA), NewSeat("human", BEA)]))
    change_seat(ctx, caller(ctx, made, 1), 1, SeatChange(name="B."))
    before = ctx.store.names(made.id)

    sealing = Sealing(ctx)
    while not sealing.is_done:
        sealing.step()

    assert ctx.store.names(made.id) == before
    assert names_at(fresh(ctx), made.id) == {0: ANA, 1: "B."}
    assert [one for one in (ANA, BEA, KEY, URL) if house.holds(one)] == []


def test_what_is_sealed_after_the_store_lost_a_data_key_can_be_read(house: House) -> None:
    ctx, other = house.ctx, fresh(house.ctx)
    key, _ = make_key(ctx, None, NewKey(KEY))
    assert [one.name for one in keys_of(other, key)] == [KEY], "the other process remembers the data key, too"
    ctx.store.drop_data_keys(place_of(key.id), [OWN])
    hook = make_hook(ctx, Party(key=key), NewHook(URL))
    made = create_game(ctx, NewGame("toy", [NewSeat("human", ANA)] * 2), maker=Maker("share", key.id))
    for reader in (ctx, other, fresh(ctx)):
        assert names_at(reader, made.id) == {0: ANA, 1: ANA}
        assert find_hook(reader, hook.id) == hook


def test_nothing_is_given_up_while_the_forgotten_are_unknown(house: House) -> None:
    key, _ = make_key(house.ctx, None, NewKey(KEY))
    hook = make_hook(house.ctx, Party(key=key), NewHook(URL))
    game = create_game(house.ctx, NewGame("toy", [NewSeat("human", ANA)] * 2), maker=Maker("share", key.id)).id
    keep_delivery(house.ctx, hook.id, Delivery(1, "turn", game, 0, 1, 0, due=1))
    house.redis.set(keys.FORGOTTEN, "cannot be read as a list")
    another = fresh(house.ctx)
    with pytest.raises(StoreAway):
        attempt(another, hook.id, 1)
    before = cache_key(another, another.store.names(game))
    assert names_at(another, game) == {}

    house.redis.delete(keys.FORGOTTEN)
    assert wait_for(lambda: names_at(another, game) == {0: ANA, 1: ANA})
    assert cache_key(another, another.store.names(game)) != before, "no body without names is kept for one with them"
    assert find_hook(another, hook.id) == hook
    assert find_delivery(another, hook.id, 1) is not None


def _made_plain(ctx: Context, owner: str, fact: str, **plain: str) -> None:
    kept = orjson.loads(ctx.store.fact(owner, fact) or b"")
    ctx.store.set_facts(owner, {fact: orjson.dumps(kept | plain)})
