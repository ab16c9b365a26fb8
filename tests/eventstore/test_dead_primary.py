"""A cluster of three primaries, each with its replica, of which one dies."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from secrets import token_bytes

import pytest

from eventstore import keys
from eventstore.cluster.replicas import require_replicas
from eventstore.embedded.engines import StoreUnavailable
from eventstore.feed import Projection, Runner
from eventstore.interfaces import START
from eventstore.keys import SHARDS, shard_of
from eventstore.outages import StoreAway, Unconfirmed
from eventstore.records import Beside, Claim
from eventstore.redis.connection import PROMPT
from eventstore.store import Condition, EventStore
from eventstore.streams import open_store
from tests.eventstore.clusters import NODE_TIMEOUT_MS, Cluster, Pair, met
from tests.eventstore.samples import versions
from tests.service.processes import wait_for

PATIENCE = replace(PROMPT, reply_s=3.0)
"""Suits busy machines."""


@pytest.fixture(scope="module")
def replicated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Yield the cluster."""
    running = Cluster(tmp_path_factory.mktemp("replicated"))
    yield running
    running.stop()


@pytest.fixture
def log(replicated: Cluster) -> Iterator[EventStore]:
    """Yield an empty store on it."""
    replicated.await_whole()
    replicated.flush()
    store = open_store(replicated.url, PATIENCE, replicas=1)
    yield store
    store.close()


class Heard(Projection):
    """Remembers which versions it took in."""

    name = "heard"

    def __init__(self) -> None:
        self.games: dict[str, int] = {}

    def apply(self, game: str, version: int) -> None:
        """Note the version."""
        self.games[game] = max(version, self.games.get(game, 0))

    def forget(self, game: str) -> None:
        """Do nothing."""


def append(log: EventStore, game: str) -> int | None:
    """Append a version; None while its primary is away."""
    with suppress(StoreAway, Unconfirmed):
        return log.append(game, log.head(game), versions(1))
    return None


def primaries(log: EventStore) -> int:
    """Return how many primaries there are; 0 while none answers in time."""
    try:
        return log.condition().primaries
    except StoreAway:
        return 0


def test_start_nodes_may_be_dead(replicated: Cluster) -> None:
    dead = replicated.nodes[0]
    dead.pause()
    try:
        url = f"redis+cluster://127.0.0.1:{dead.port},127.0.0.1:1,127.0.0.1:{replicated.nodes[1].port}"
        store = open_store(url, PROMPT)
        assert wait_for(lambda: primaries(store) == 3)
        store.close()
    finally:
        dead.resume()
    assert wait_for(lambda: len(replicated.primaries) == 3)


@pytest.mark.parametrize("hangs", [False, True])
def test_one_dead_primary_delays_its_own_games_alone(replicated: Cluster, log: EventStore, hangs: bool) -> None:
    (dead, [lost]), *others = replicated.games_by_primary()
    played = [game for _, [game] in others]
    for game in (lost, *played):
        assert wait_for(lambda game=game: append(log, game) == 1)
    heard, cursors = Heard(), dict.fromkeys(range(SHARDS), START)
    runner = Runner(log, heard)
    assert wait_for(lambda: runner.catch_up() or len(heard.games) == 3)
    replicated.miss_after(600_000)  # nobody takes over until all has been looked at
    if hangs:
        dead.pause()
    else:
        dead.kill()
    with pytest.raises((StoreAway, Unconfirmed)):
        log.append(lost, 1, versions(1))
    for game in played:
        assert log.append(game, 1, versions(1), chain=log.tip(game).chain) == 2
    assert wait_for(lambda: primaries(log) and log.condition() == Condition(3, 1, True, "replicated"))
    assert wait_for(lambda: runner.catch_up() or [heard.games[game] for game in played] == [2, 2])
    news: set[str] = set()
    assert wait_for(lambda: news.update(item.game for _, item in log.wait(cursors, 1000)) or news >= set(played))
    assert log.watermark_ms({shard_of(game) for game in played})
    assert len(log.feed_ends()) == SHARDS
    assert log.names_of([lost, *played]) == {game: {} for game in (lost, *played)}
    log.count_overdue(1)
    log.health()
    if hangs:
        dead.resume()
    replicated.miss_after(NODE_TIMEOUT_MS)
    if not hangs:
        new = replicated.await_failover(dead)
        assert replicated.primary_of(lost) is new
        dead.start()  # the new primary confirms nothing before it has a replica
    replicated.await_whole()
    assert wait_for(lambda: append(log, lost) == 2)
    assert wait_for(lambda: primaries(log) and log.condition()[:2] == (3, 0))
    assert wait_for(lambda: runner.catch_up() or heard.games[lost] == 2)


def test_a_walk_follows_a_failover_by_itself(replicated: Cluster, log: EventStore) -> None:
    (dead, [game]), *_ = replicated.games_by_primary()
    assert wait_for(lambda: append(log, game) == 1)
    walker = open_store(replicated.url, PATIENCE)
    assert met(walker) == {game}
    dead.kill()
    replicated.await_failover(dead)
    assert wait_for(lambda: met(walker) == {game})
    walker.close()
    dead.start()
    replicated.await_whole()


def test_what_only_the_dead_primary_had_was_never_shown(replicated: Cluster, log: EventStore) -> None:
    (dead, [game]), *_ = replicated.games_by_primary()
    assert wait_for(lambda: append(log, game) == 1)
    kept, shard = log.tip(game), shard_of(game)
    replica = replicated.replica_of(dead)
    other = open_store(replicated.url, PATIENCE, replicas=1)
    assert other.head(game) == 1
    with replica.paused():
        dead.cut_replicas()
        with pytest.raises(Unconfirmed):
            log.append(game, 1, versions(1), chain=kept.chain)
        assert dead.client.xlen(keys.feed(shard)) == 2
        with pytest.raises(StoreAway):
            other.head(game)
        with pytest.raises(StoreAway):
            other.feed(shard, START, 9)
        dead.kill()
    replicated.await_failover(dead)
    dead.start()
    replicated.await_whole()
    assert wait_for(lambda: append(other, game) == 2)
    assert log.tip(game) == other.tip(game)
    assert [item.version for item in log.feed(shard, START, 9)] == [1, 2]
    other.close()


def test_no_file_of_any_node_keeps_what_was_deleted(replicated: Cluster, log: EventStore) -> None:
    kept = {game: token_bytes(32) for _, [game] in replicated.games_by_primary()}
    for game, key in kept.items():
        log.keep_data_key(game, "own", key)
        log.drop_data_keys(game, ["own"])
    assert log.rewrite()
    assert wait_for(lambda: not log.is_rewriting())
    assert not any(node.stores(key) for node in replicated.nodes for key in kept.values())


def test_a_slot_that_moves_is_followed(replicated: Cluster, log: EventStore) -> None:
    replicated.miss_after(600_000)  # a busy machine is no reason to replace the target meanwhile
    (source, [game]), (target, _), *_ = replicated.games_by_primary()
    assert wait_for(lambda: append(log, game) == 1)
    slot = source.client.execute_command("CLUSTER", "KEYSLOT", keys.log(game))
    source_id, target_id = replicated.id_of(source), replicated.id_of(target)
    target.client.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", source_id)
    source.client.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", target_id)
    with pytest.raises(StoreAway):  # the key of the claim is not there, so that it may be at the target
        log.append(game, 1, versions(1), beside=Beside(claim=Claim("key", "hash", b"answer")))
    moved = source.client.execute_command("CLUSTER", "GETKEYSINSLOT", slot, 100)
    first, *rest = moved
    source.client.execute_command("MIGRATE", "127.0.0.1", target.port, first, 0, 5000)
    with pytest.raises(StoreAway):  # a part of its keys is here, a part there: nothing is written
        log.append(game, 1, versions(1))
    for key in rest:
        source.client.execute_command("MIGRATE", "127.0.0.1", target.port, key, 0, 5000)
    for node in (target, source):
        node.client.execute_command("CLUSTER", "SETSLOT", slot, "NODE", target_id)
    assert wait_for(lambda: append(log, game) == 2)
    assert [item.version for item in log.feed(shard_of(game), START, 9)] == [1, 2]
    assert replicated.primary_of(game) is target
    replicated.miss_after(NODE_TIMEOUT_MS)


def test_a_start_without_its_replicas_is_refused(replicated: Cluster, tmp_path: Path) -> None:
    require_replicas(replicated.url, 1)
    with pytest.raises(StoreUnavailable, match="has 1 of 2 connected replicas"):
        require_replicas(replicated.url, 2, 0)
    pair = Pair(tmp_path, options=("--appendonly", "yes"))
    pair.replica.client.config_set("appendonly", "no")
    with pytest.raises(StoreUnavailable, match="has 0 of 1 replicas that write through"):
        require_replicas(pair.url, 1, 0)
    pair.primary.client.config_set("appendonly", "no")
    with pytest.raises(StoreUnavailable, match="no append-only file"):
        require_replicas(pair.url, 1, 0)
    with pytest.raises(StoreUnavailable, match="is a replica"):
        require_replicas(f"redis://127.0.0.1:{pair.replica.port}", 1, 0)
    pair.stop()
    with pytest.raises(StoreUnavailable, match="does not answer"):
        require_replicas(pair.url, 1, 0)
