"""Tests the law of forgetting: of one person nothing is left, and of everybody else everything is as it was."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from redis import Redis

from eventstore.streams import open_store
from service.clients import fact_names
from service.clients.api_keys import NewKey, find_key, keys_of, make_key
from service.clients.authentication import Caller, authenticate
from service.clients.limits import Limits, all_limits, set_limits
from service.clients.names import GONE, names_at
from service.clients.ownership import Maker, Party
from service.forgetting.people import find_key as find_person_of_key
from service.forgetting.people import find_seat, finish_all, forget
from service.game.context import Context, compose
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.problems import Problem
from service.queue.jobs import Jobs
from service.records.replay import replay
from service.settings import read_settings
from service.views.client_games import counts
from service.views.games_pages import games_page
from service.webhooks.registry import hooks_of
from tests.conftest import StorePair
from tests.eventstore.clusters import Cluster
from tests.service.forgetting.people import Person, World, everything
from tests.service.tables import RULESETS, Clock, fresh

Place = tuple[str, str]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Yield a cluster of this file's own."""
    running = Cluster(tmp_path_factory.mktemp("cluster"), replicas=0, options=())
    yield running
    running.stop()


@pytest.fixture
def ctx(stores: StorePair, events_redis: Redis, rq_redis: Redis, tmp_path: Path) -> Context:
    """Return a context over an empty store, with a data directory of its own."""
    given = read_settings({"LONGROAD_DATA_DIR": str(tmp_path), "LONGROAD_WEBHOOKS": "loopback"})
    return compose(given, open_store(stores.events_url), RULESETS, Jobs(rq_redis), Clock())


def forgotten(ctx: Context, person: Person) -> None:
    """Forget a person: by their API key, or seat by seat."""
    if person.key:
        forget(ctx, find_person_of_key(ctx, person.key.id))
        return
    for game, seat in person.seats.items():
        forget(ctx, find_seat(ctx, game, seat))


def is_of(person: Person, place: Place, value: bytes) -> bool:
    """Return whether what a store holds at a place may go, or change, with a person."""
    key, name = place
    own = [f"g:{hook.id}:" for hook in person.hooks]
    own += [f"g:{person.key.id}:", f"g:of-{person.key.id}:"] if person.key else []
    if any(one in key for one in own) or any(name.startswith(f"{hook.id}:") for hook in person.hooks):
        return True
    return any(_is_of_seat(key, name, value, game, seat) for game, seat in person.seats.items()) or _is_of_maker(
        person, place, value
    )


def _is_of_seat(key: str, name: str, value: bytes, game: str, seat: int) -> bool:
    if f"g:{game}:" not in key:
        return game in name and key.endswith((":due", ":rows", ":lists", "}:rows", "}:lists"))
    if key.endswith((":names", ":keys")):
        return name == str(seat)
    own = value.startswith(b"seat:%d:" % seat) or name in (f"client:{seat}", f"kept:{seat}")
    return key.endswith(":facts") and (own or name.startswith(f"hook:{seat}:"))


def _is_of_maker(person: Person, place: Place, value: bytes) -> bool:
    mine = person.key and any(f"g:{game}:facts" in place[0] for game in person.seats)
    return bool(mine) and (value == fact_names.OWNER or place[1] == fact_names.MAKER)


def told(ctx: Context, world: World, person: Person) -> dict[str, Any]:
    """Return what the service says of a person to themselves and to spectators."""
    found: dict[str, Any] = {game: names_at(ctx, game).get(seat) for game, seat in person.seats.items()}
    found["hooks"] = [hook.document for hook in hooks_of(ctx, Party(key=person.key))] if person.key else []
    if person.key:
        known = find_key(ctx, person.text)
        found["keys"] = [key.document for key in keys_of(ctx, known)]
        found["games"] = sorted(row["id"] for row in games_page(ctx, party=Party(key=known))["games"])
    else:
        found["seats"] = [world.caller(person, game).sat for game in person.seats]
    return found


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6), chosen=st.integers(0, 4))
def test_forgetting_one_leaves_everything_of_the_others(
    ctx: Context, events_redis: Redis, seed: int, chosen: int
) -> None:
    events_redis.flushdb()
    ctx = fresh(ctx)
    world = World(ctx, seed)
    person = world.people[chosen]
    others = [one for one in world.people if one is not person]
    before, said = everything(events_redis), [told(ctx, world, one) for one in others]

    forgotten(ctx, person)

    after = everything(events_redis)
    changed = {place: value for place, value in before.items() if after.get(place) != value}
    assert [place for place, value in changed.items() if not is_of(person, place, value)] == []
    assert [told(fresh(ctx), world, one) for one in others] == said
    assert [told(ctx, world, one) for one in others] == said
    _nothing_is_left(ctx, world, person, after)
    for game in world.games:
        loaded = ctx.games.load(game)
        proof = replay(ctx, game, Caller(game), {}, lambda part: None)
        assert proof["verified"]
        assert proof["versions"] == loaded.version


def _nothing_is_left(ctx: Context, world: World, person: Person, after: dict[Place, bytes]) -> None:
    held = b"\n".join(after.values())
    assert [secret for secret in person.secrets if secret in held] == []
    for game, seat in person.seats.items():
        assert seat not in names_at(ctx, game)
        assert ctx.store.names(game).get(seat, GONE) == GONE
        with pytest.raises(Problem):
            authenticate(ctx, ctx.games.load(game), person.tokens[game])
    if person.key:
        with pytest.raises(Problem):
            find_key(fresh(ctx), person.text)


def test_a_person_is_forgotten_on_a_cluster(cluster: Cluster, rq_redis: Redis, tmp_path: Path) -> None:
    cluster.flush()
    store = open_store(cluster.url)
    given = read_settings({"LONGROAD_DATA_DIR": str(tmp_path), "LONGROAD_WEBHOOKS": "loopback"})
    ctx = compose(given, store, RULESETS, Jobs(rq_redis), Clock())
    world = World(ctx, 7, games=3)
    for person in (world.people[0], world.people[3]):
        forgotten(ctx, person)
    for one in world.people:
        is_gone = one in (world.people[0], world.people[3])
        for game, seat in one.seats.items():
            assert names_at(fresh(ctx), game).get(seat) == (None if is_gone else one.name)
    store.close()


def test_games_of_a_forgotten_key_count_to_its_address_or_to_nobody(ctx: Context) -> None:
    for address, share in ((None, "{}"), ("address-here", "address-here/{}")):
        key, _ = make_key(ctx, None, NewKey("Ann"))
        maker = Maker(share.format(key.id), key.id)
        made = create_game(ctx, NewGame("toy", [NewSeat("ai"), NewSeat("ai")]), None, maker)
        assert counts(ctx, address or key.id).games == 1
        set_limits(ctx, key.id, Limits(closed=True))

        forget(ctx, find_person_of_key(ctx, key.id))
        finish_all(ctx)

        assert ctx.store.fact(made.id, fact_names.MAKER) == (address and address.encode())
        assert all_limits(ctx) == {}
        assert (counts(ctx, key.id).games, counts(ctx, "address-here").games) == (0, 1 if address else 0)
