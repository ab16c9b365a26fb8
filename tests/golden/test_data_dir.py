"""Tests the golden DATA_DIR: a store started on it gives back every game, and tokens and key of that day open them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from eventstore import keys
from eventstore.embedded.engines import find_engine
from eventstore.embedded.server import start
from eventstore.log.chain import verify_chain
from eventstore.streams import RedisEventStore, open_store
from service.catalog import RULESETS
from service.clients.api_keys import find_key
from service.clients.authentication import Caller, authenticate
from service.game.clocks import DAY_MS
from service.game.context import Context, compose
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.golden.archive import games_in, restored
from tests.golden.facts import facts_of
from tests.golden.files import DATA_DIR_FACTS, read_values
from tests.golden.walking import games_of, head_facts
from tests.service.looking import view
from workers.sweeping.shelving import Shelving

TOLD, *GAMES = read_values(DATA_DIR_FACTS)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisEventStore]:
    """Yield the embedded store, started on the events of the golden directory."""
    directory = restored(tmp_path_factory.mktemp("golden"))
    written_by = (directory / "events" / "ENGINE").read_text().split()[0]
    if find_engine().family != written_by:
        pytest.skip(f"the store refuses a directory of {written_by} with another engine, as it must")
    events = start(directory / "events", "no")
    held = open_store(events.url)
    yield held
    held.close()
    events.stop()


@pytest.fixture
def ctx(store: RedisEventStore) -> Context:
    return compose(read_settings({}), store, RULESETS, Jobs.at("unix:///nowhere"))


def test_every_game_is_there_and_no_other(store: RedisEventStore) -> None:
    there, deleted = games_in(store)
    assert sorted(there) == TOLD["games"] == sorted(line["game"] for line in GAMES)
    assert sorted(deleted) == TOLD["deleted"] != []
    assert all(store.head(game) == 0 for game in deleted)


@pytest.mark.parametrize("kept", GAMES, ids=lambda kept: kept["head"]["setting"]["ruleset"])
def test_a_game_is_read_as_it_was(store: RedisEventStore, kept: dict[str, Any]) -> None:
    events = store.read(kept["game"])
    assert verify_chain(events) == kept["head"]["chain"]
    head = games_of(store).load(kept["game"])
    assert facts_of(head) == kept["facts"][-1]
    games = games_of(store)
    for facts in kept["facts"]:
        assert facts_of(games.load(kept["game"], facts["version"])) == facts
    assert head_facts(store, head) == kept["head"]
    assert {str(seat): name for seat, name in store.names(head.id).items()} == kept["names"]


@pytest.mark.parametrize("days", [0, 1, 30, 4_000])
def test_an_upgraded_host_leaves_logs_as_0_1_wrote_them(store: RedisEventStore, tmp_path: Path, days: int) -> None:
    logs = [keys.log(game) for game in TOLD["games"]]
    before = [store._redis.dump(log) for log in logs]
    newest = max(store.read(game)[-1].header.time_ms for game in TOLD["games"])
    settings = read_settings({"LONGROAD_ARCHIVE": str(tmp_path)})
    shelving = Shelving(compose(settings, store, RULESETS, Jobs.at("unix:///nowhere"), lambda: newest + days * DAY_MS))
    while not shelving.is_resting:
        shelving.step()
    assert [store._redis.dump(log) for log in logs] == before
    assert not store._redis.exists(*map(keys.packed_log, TOLD["games"]))


def test_tokens_and_the_key_open_what_they_opened(ctx: Context) -> None:
    for game_id, tokens in TOLD["tokens"].items():
        for token, opens in tokens.items():
            caller = authenticate(ctx, ctx.games.load(game_id), token)
            assert ("owner" if caller.is_owner else caller.seat) == opens
            assert view(ctx, caller)["id"] == game_id
    key = find_key(ctx, TOLD["key"])
    assert key is not None
    assert key.name == "golden"


def test_the_queue_store_starts_on_what_was_left(tmp_path: Path) -> None:
    directory = restored(tmp_path)
    if find_engine().family != (directory / "rq" / "ENGINE").read_text().split()[0]:
        pytest.skip("another engine")
    queues = start(directory / "rq", "no")
    held = open_store(queues.url)
    assert held.durability() == "no"
    held.close()
    queues.stop()


def test_public_games_are_seen_by_spectators(ctx: Context) -> None:
    for kept in GAMES:
        if not kept["head"]["setting"]["private"]:
            assert view(ctx, Caller(kept["game"]))["id"] == kept["game"]
