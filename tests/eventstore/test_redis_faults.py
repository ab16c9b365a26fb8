"""Tests what can go wrong around a real server: rivals, lost replies, foreign keys, kills."""

import multiprocessing
import os
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as ServerGone
from redis.exceptions import ResponseError

from eventstore import keys
from eventstore.embedded.server import EmbeddedStore, start
from eventstore.interfaces import START
from eventstore.log.chain import verify_chain
from eventstore.outages import StorageFull
from eventstore.records import Beside, Claim, Conflict
from eventstore.streams import RedisEventStore, open_store
from tests.eventstore.faults import LossyProxy
from tests.eventstore.samples import event, version, versions

CLAIM = Claim("scope", "hash", b"answer")


def race(url: str, name: int, wins: int) -> None:
    store = open_store(url)
    head = won = 0
    while won < wins:
        try:
            batch = [version(event(by=name, n=won), event(half=2), command_id=f"{name}-{won}-{n}") for n in range(2)]
            head = store.append("race", head, batch)
            won += 1
        except Conflict as conflict:
            head = conflict.current


def test_four_racing_processes_leave_a_gapless_log(server: EmbeddedStore, redis_store: RedisEventStore) -> None:
    spawn = multiprocessing.get_context("spawn")
    racers = [spawn.Process(target=race, args=(server.url, name, 50)) for name in range(4)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join(300)
    assert [racer.exitcode for racer in racers] == [0] * 4
    events = redis_store.read("race")
    assert [(e.version, e.index) for e in events] == [(v, i) for v in range(1, 401) for i in range(2)]
    assert Counter(e.header.command_id for e in events).most_common(1)[0][1] == 2
    assert verify_chain(events) == events[-1].chain
    assert [item.version for item in redis_store.feed(keys.shard_of("race"), START, 999)] == list(range(1, 401))


@pytest.mark.parametrize("pattern", ["every second", "all but every fourth", "the first three"])
def test_a_lost_reply_never_doubles_and_never_conflicts(
    server: EmbeddedStore, redis_store: RedisEventStore, tmp_path: Path, pattern: str
) -> None:
    is_lost = {
        "every second": lambda n: n % 2 == 0,
        "all but every fourth": lambda n: n % 4 != 0,
        "the first three": lambda n: n <= 3,
    }[pattern]
    with Redis.from_url(server.url) as client:
        client.script_flush()
    proxy = LossyProxy(server.url, tmp_path, is_lost)
    store = open_store(proxy.url)
    for n in range(8):
        claim = Claim(f"scope-{n}", "hash", b"answer")
        assert store.append("g", 2 * n, versions(2), beside=Beside(claim=claim, deadlines={"turn": n + 1})) == 2 * n + 2
    assert proxy.lost >= 3
    store.close()
    proxy.close()
    events = redis_store.read("g")
    assert [e.version for e in events] == list(range(1, 17))
    assert verify_chain(events) == events[-1].chain
    assert [item.version for item in redis_store.feed(keys.shard_of("g"), START, 999)] == list(range(1, 17))
    assert redis_store.due(keys.shard_of("g"), 99, 9)[0].due_ms == 8


@pytest.mark.parametrize("torn", ["log", "feed", "due", "claim", "facts", "names"])
def test_a_key_of_another_kind_refuses_the_whole_append(
    server: EmbeddedStore, redis_store: RedisEventStore, torn: str
) -> None:
    shard = keys.shard_of("g")
    names = {
        "log": keys.log("g"),
        "feed": keys.feed(shard),
        "due": keys.due(shard),
        "claim": keys.claim("g", CLAIM.scope_key),
        "facts": keys.facts("g"),
        "names": keys.names("g"),
    }
    beside: Any = {"claim": CLAIM, "deadlines": {"turn": 1}, "facts": {"f": b"v"}, "names": {0: "Ana"}}
    with Redis.from_url(server.url) as client:
        client.sadd(names[torn], "foreign")
        with pytest.raises(ResponseError, match="WRONGTYPE"):
            redis_store.append("g", 0, versions(2), beside=Beside(**beside))
        assert client.keys() == [names[torn].encode()]
        client.delete(names[torn])
    assert redis_store.append("g", 0, versions(2), beside=Beside(**beside)) == 2


def test_no_memory_left_refuses_the_whole_append(server: EmbeddedStore, redis_store: RedisEventStore) -> None:
    redis_store.append("g", 0, versions(1))
    with Redis.from_url(server.url) as client:
        try:
            client.config_set("maxmemory", 1)
            with pytest.raises(StorageFull):
                redis_store.append(
                    "g", 1, versions(2), beside=Beside(claim=CLAIM, deadlines={"turn": 1}, facts={"f": b"v"})
                )
        finally:
            client.config_set("maxmemory", 0)
    assert redis_store.head("g") == 1
    assert len(redis_store.feed(keys.shard_of("g"), START, 9)) == 1
    assert redis_store.find_claim("g", CLAIM.scope_key) is None
    assert redis_store.facts("g") == {}


def test_the_head_is_the_last_id_even_when_the_entries_are_gone(
    server: EmbeddedStore, redis_store: RedisEventStore
) -> None:
    redis_store.append("g", 0, versions(5))
    with Redis.from_url(server.url) as client:
        client.xtrim(keys.log("g"), maxlen=1, approximate=False)
        assert redis_store.append("g", 5, versions(1)) == 6
        client.xtrim(keys.log("g"), maxlen=0)
    assert redis_store.head("g") == 6
    with pytest.raises(Conflict) as refused:
        open_store(server.url).append("g", 0, versions(1))
    assert refused.value.current == 6


def test_a_forgotten_script_is_loaded_again(server: EmbeddedStore, redis_store: RedisEventStore) -> None:
    redis_store.append("g", 0, versions(1))
    with Redis.from_url(server.url) as client:
        client.script_flush()
    assert redis_store.append("g", 1, versions(1)) == 2


def test_a_chain_remembered_of_a_deleted_game_is_not_built_upon(
    server: EmbeddedStore, redis_store: RedisEventStore
) -> None:
    redis_store.append("g", 0, versions(1))
    other = open_store(server.url)
    other.delete("g")
    other.append("g", 0, [version(event(n="of another life"))])
    assert redis_store.append("g", 1, versions(1)) == 2
    events = redis_store.read("g")
    assert verify_chain(events) == events[-1].chain


def write_until_killed(url: str, written: str) -> None:
    store = open_store(url)
    with open(written, "w", buffering=1) as log:
        for n in range(100_000):
            log.write(f"{store.append('g', n, versions(1))}\n")


def test_what_was_answered_survives_kill_9(data_dir: Path, tmp_path: Path) -> None:
    written = tmp_path / "written"
    for _ in range(3):
        running = start(data_dir, "always")
        with Redis.from_url(running.url) as client:
            client.flushall()
        writer = multiprocessing.get_context("spawn").Process(target=write_until_killed, args=(running.url, written))
        writer.start()
        ends = time.monotonic() + 120
        while not (written.exists() and written.read_text().count("\n") > 30) and time.monotonic() < ends:
            time.sleep(0.01)
        os.kill(running.pid, signal.SIGKILL)
        writer.kill()
        writer.join()
        answered = int(written.read_text().split("\n")[-2])
        running.stop()
        again = start(data_dir, "always")
        events = open_store(again.url).read("g")
        again.stop()
        assert answered >= 30
        assert len(events) in (answered, answered + 1)
        assert verify_chain(events) == events[-1].chain
        written.unlink()


def test_a_client_outlasts_a_restart_of_the_server(data_dir: Path) -> None:
    running = start(data_dir, "always")
    store = open_store(running.url)
    store.append("g", 0, versions(2))
    os.kill(running.pid, signal.SIGKILL)
    running.stop()
    again = start(data_dir, "always")
    try:
        assert again.url == running.url
        assert store.append("g", 2, versions(1)) == 3
        assert len(store.read("g")) == 3
    finally:
        again.stop()
    with pytest.raises(ServerGone):
        Redis.from_url(running.url, retry=None).ping()


def test_a_server_that_hides_its_settings_is_of_unknown_durability(server: EmbeddedStore) -> None:
    with Redis.from_url(server.url) as client:
        client.execute_command("ACL", "SETUSER", "guest", "on", "nopass", "~*", "&*", "+@all", "-config")
    hosted = open_store(server.url.replace("unix://", "unix://guest:any@"))
    assert hosted.durability() == "unknown"
    hosted.close()
