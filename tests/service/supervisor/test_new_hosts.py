"""Tests that a host with a new data directory compares the events' store with what other hosts know, on real servers.

What they know is kept in RQ's store, which may lose it, or hold anything.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import enumerate as enumerate_threads
from typing import Any, Final

import pytest
from redis import Redis

from eventstore.embedded.server import EmbeddedStore, StoreUnavailable, start
from eventstore.keys import owners
from service.cli import main
from service.process.known_store import FILE
from service.queue.keys import KNOWN_STORE
from service.settings import read_settings
from service.supervisor.stores import StoreWatch
from tests.service.processes import wait_for

REPLACED: Final = "the events' store: it was emptied or exchanged"


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[EmbeddedStore, EmbeddedStore]]:
    """Yield the stores of an operator: for events and for RQ."""
    outside = tmp_path_factory.mktemp("outside")
    both = start(outside / "events", "always"), start(outside / "rq", "no")
    yield both
    for server in both:
        server.stop()


@pytest.fixture
def stores(servers: tuple[EmbeddedStore, EmbeddedStore]) -> Iterator[tuple[Redis, Redis]]:
    """Yield clients of both stores, which are empty."""
    with Redis.from_url(servers[0].url) as events, Redis.from_url(servers[1].url, decode_responses=True) as queues:
        for client in (events, queues):
            client.flushall()
        yield events, queues
    for thread in enumerate_threads():
        if thread.name == "store watch":  # which may still write what it knows into the stores of the next test
            thread.join()


@pytest.fixture
def events(stores: tuple[Redis, Redis]) -> Redis:
    """Return a client of the events' store."""
    return stores[0]


@pytest.fixture
def queues(stores: tuple[Redis, Redis]) -> Redis:
    """Return a client of RQ's store."""
    return stores[1]


@pytest.fixture
def environment(servers: tuple[EmbeddedStore, EmbeddedStore], stores: tuple[Redis, Redis]) -> dict[str, str]:
    """Return what all hosts set, over stores that are empty."""
    urls = {"LONGROAD_EVENTS_URL": servers[0].url, "LONGROAD_RQ_URL": servers[1].url}
    return {**urls, "LONGROAD_STORE_PROMISES": "kept"}


Begin = Callable[..., Path]


@pytest.fixture
def begin(environment: dict[str, str], tmp_path: Path) -> Begin:
    """Return a function that starts a host with a data directory, and returns its file."""

    def begin(name: str, **others: str) -> Path:
        (tmp_path / name).mkdir(exist_ok=True)
        settings = read_settings({**environment, "LONGROAD_DATA_DIR": str(tmp_path / name), **others})
        StoreWatch(settings).begin()
        return tmp_path / name / FILE

    return begin


def known_to(file: Path) -> Any:
    """Return the identities that a host has in its file."""
    return json.loads(file.read_bytes())


def test_a_new_host_is_refused_over_an_emptied_store(begin: Begin, events: Redis, tmp_path: Path) -> None:
    begin("first")
    events.flushall()
    with pytest.raises(StoreUnavailable, match=REPLACED):
        begin("second")
    assert events.dbsize() == 0
    assert not (tmp_path / "second" / FILE).exists()


def test_a_new_host_is_refused_over_a_store_that_others_use(begin: Begin, events: Redis, queues: Redis) -> None:
    begin("of another service")
    queues.flushall()
    queues.hset(KNOWN_STORE, mapping=dict.fromkeys(owners(), "the right one"))
    with pytest.raises(StoreUnavailable, match=REPLACED):
        begin("second")


def test_a_new_host_takes_over_what_others_know(begin: Begin, queues: Redis) -> None:
    first = begin("first")
    assert queues.hgetall(KNOWN_STORE) == known_to(first)
    assert known_to(begin("second")) == known_to(first)


def test_hosts_share_it_again_when_both_stores_were_emptied(begin: Begin, events: Redis, queues: Redis) -> None:
    known = known_to(begin("first"))
    for client in (events, queues):
        client.flushall()
    for name in ("first", "second"):
        with pytest.raises(StoreUnavailable, match=REPLACED):
            begin(name)
    assert queues.hgetall(KNOWN_STORE) == known


def test_hosts_of_a_release_that_did_not_share_it_do_after_upgrading(begin: Begin, queues: Redis) -> None:
    first = begin("first")
    queues.flushall()
    begin("first")
    assert queues.hgetall(KNOWN_STORE) == known_to(first)


def forge(queues: Redis) -> None:
    """Name another store."""
    queues.hset(KNOWN_STORE, mapping=dict.fromkeys(owners(), "forged"))


def exchange(queues: Redis) -> None:
    """Put a value of another kind there."""
    queues.delete(KNOWN_STORE)
    queues.set(KNOWN_STORE, "no hash")


def cut(queues: Redis) -> None:
    """Let one identity be no text."""
    queues.hset(KNOWN_STORE, owners()[5], b"\xff")


BAD: Final = {"forged": (forge, REPLACED), "no hash": (exchange, "WRONGTYPE"), "no text": (cut, "'utf-8' codec")}


@pytest.mark.parametrize(("spoil", "reason"), BAD.values(), ids=BAD.keys())
def test_a_host_with_a_file_rights_what_is_wrong(
    begin: Begin, queues: Redis, spoil: Callable[[Redis], None], reason: str
) -> None:
    known = known_to(begin("first"))
    spoil(queues)
    with pytest.raises(StoreUnavailable, match=rf"^[^\n]*{reason}[^\n]*run `longroad accept-store`$"):
        begin("second")
    assert known_to(begin("first")) == known
    assert queues.hgetall(KNOWN_STORE) == known
    assert known_to(begin("second")) == known


def test_an_empty_identity_is_none(begin: Begin, queues: Redis) -> None:
    first = begin("first")
    queues.hset(KNOWN_STORE, mapping=dict.fromkeys(owners(), ""))
    assert known_to(begin("second")) == known_to(first)


def test_a_host_over_another_store_leaves_what_others_know(begin: Begin, events: Redis, queues: Redis) -> None:
    begin("first")
    events.flushall()
    forge(queues)
    with pytest.raises(StoreUnavailable, match=REPLACED):
        begin("first")
    assert set(queues.hgetall(KNOWN_STORE).values()) == {"forged"}


def test_a_host_with_a_file_does_not_need_to_share_it(begin: Begin, queues: Redis) -> None:
    known = known_to(begin("first"))
    queues.delete(KNOWN_STORE)
    queues.config_set("maxmemory", 1)
    try:
        assert known_to(begin("first")) == known
    finally:
        queues.config_set("maxmemory", 0)


@pytest.mark.parametrize("spoil", [forge, exchange])
def test_where_any_store_will_do_nothing_is_shared(begin: Begin, queues: Redis, spoil: Callable[[Redis], None]) -> None:
    spoil(queues)
    before = queues.dump(KNOWN_STORE)
    assert not begin("second", LONGROAD_STORE_PROMISES="may-lose-games").exists()
    assert queues.dump(KNOWN_STORE) == before


@pytest.mark.parametrize("listed", ["{silent}", "{empty},{silent}", "{silent},{empty}"])
def test_a_store_is_not_taken_before_all_of_the_queues_stores_answer(
    environment: dict[str, str], events: Redis, tmp_path: Path, listed: str
) -> None:
    """One of several may have nothing to tell, because it has just been added."""
    queues = start(tmp_path / "rq", "no")
    queues.stop()
    urls = listed.format(silent=queues.url, empty=environment["LONGROAD_RQ_URL"])
    environment = {**environment, "LONGROAD_RQ_URL": urls, "LONGROAD_DATA_DIR": str(tmp_path)}
    watch = StoreWatch(read_settings(environment))
    watch.begin()
    assert not (tmp_path / FILE).exists()
    assert events.dbsize() == 0

    def is_known() -> bool:
        watch.tend()
        return (tmp_path / FILE).exists()

    again = start(tmp_path / "rq", "no")
    try:
        assert wait_for(is_known)
    finally:
        again.stop()


@pytest.mark.parametrize("name", ["first", "second"])
def test_accepting_a_store_renews_what_all_know(
    begin: Begin,
    environment: dict[str, str],
    events: Redis,
    queues: Redis,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
) -> None:
    before = known_to(begin("first"))
    events.flushall()
    (tmp_path / name).mkdir(exist_ok=True)
    for key, value in {**environment, "LONGROAD_DATA_DIR": str(tmp_path / name)}.items():
        monkeypatch.setenv(key, value)
    assert main(["accept-store", "--dry-run"]) == 0
    assert "of which 64 of 64 shards differ, would be forgotten" in capsys.readouterr().out
    assert queues.hgetall(KNOWN_STORE) == before
    assert main(["accept-store"]) == 0
    assert "of which 64 of 64 shards differ, is forgotten" in capsys.readouterr().out
    assert queues.hgetall(KNOWN_STORE) == known_to(begin(name)) == known_to(begin("third")) != before


def test_a_store_is_not_accepted_that_nobody_can_be_told_of(
    begin: Begin, environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = begin("first")
    file.unlink()
    silent = {"LONGROAD_DATA_DIR": str(file.parent), "LONGROAD_RQ_URL": f"unix://{tmp_path}/nothing.sock"}
    for key, value in {**environment, **silent}.items():
        monkeypatch.setenv(key, value)
    assert main(["accept-store"]) == 2
    assert not file.exists()
