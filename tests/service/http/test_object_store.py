"""Tests archived games in an object store that is slow, full, forbidden, cut off or lying: they alone are refused."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis

from eventstore.archive import s3
from tests.conftest import StorePair
from tests.eventstore.archive.object_stores import (
    HASTY_S,
    PATIENT_S,
    SLOW_S,
    Faults,
    address,
    let_client_wait,
    moto,
    proxy,
)
from tests.eventstore.archive.putting_away import clear_away
from tests.service.http.archived_host import Host
from tests.service.http.client import Table
from tests.service.http.whole_answers import open_game, play, read_all


@pytest.fixture(scope="module")
def object_store() -> Iterator[tuple[int, Faults]]:
    """Return the port of an object store behind a proxy, and the faults of that."""
    with moto() as port, proxy(port) as found:
        yield found


@pytest.fixture
def hosts(
    stores: StorePair,
    object_store: tuple[int, Faults],
    events_redis: Redis,
    rq_redis: Redis,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Host]:
    """Return the hosts of an empty store with an archive in a bucket."""
    let_client_wait(monkeypatch)
    yield Host(stores, None, LONGROAD_ARCHIVE=address(object_store[0]), LONGROAD_STORE_PROMISES="may-lose-games")
    object_store[1].clear()


@pytest.fixture
def faults(object_store: tuple[int, Faults]) -> Faults:
    """Return the faults of the proxy."""
    return object_store[1]


@pytest.fixture
def table(hosts: Host) -> Table:
    """Return a finished game."""
    made = open_game(hosts.client(), options={"target": 8})
    play(made)
    return made


def elsewhere(table: Table, hosts: Host) -> Table:
    """Return the same game as a new process serves it."""
    return Table(hosts.client(), table.id, table.tokens, table.owner, None)


def test_every_answer_is_the_same_from_a_bucket(table: Table, hosts: Host) -> None:
    before = read_all(elsewhere(table, hosts))
    hosts.put_away(8)
    assert hosts.context().store.find_away(table.id) is not None
    assert read_all(elsewhere(table, hosts)) == before


FAULTS: dict[str, dict[str, Any]] = {
    "slow": {"delay_s": SLOW_S},
    "forbidden": {"status": 403, "code": "AccessDenied"},
    "full": {"status": 507, "code": "InsufficientStorage"},
    "unreachable": {"status": 500, "code": "InternalError"},
    "missing": {"status": 404, "code": "NoSuchBucket"},
    "other_archive": {"status": 404, "code": "NoSuchKey"},
}


@pytest.mark.parametrize("reason", FAULTS)
def test_archived_games_alone_are_refused_with_the_reason(
    table: Table, hosts: Host, faults: Faults, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = open_game(hosts.client(), options={"target": 99})
    hosts.put_away(8)
    monkeypatch.setattr(s3, "ANSWER_S", HASTY_S if reason == "slow" else PATIENT_S)
    client = hosts.client()
    for name, value in FAULTS[reason].items():
        setattr(faults, name, value)

    refused = client.get(f"/v1/games/{table.id}")
    assert (refused.status_code, refused.json["type"]) == (503, "/problems/archive_unavailable")
    assert (refused.json["reason"], refused.headers["Retry-After"]) == (reason, "10")
    there = Table(client, running.id, running.tokens, running.owner, None)
    command = there.get("/legal-actions", 0).json["templates"][0]["example"]
    assert there.post("/commands", command, 0).status_code == 201
    assert client.post("/v1/games", json={"ruleset": "toy", "seats": [{"kind": "human"}] * 2}).status_code == 201
    assert client.get("/v1/games").status_code == 200
    ready = client.get("/readyz")
    assert (ready.status_code, ready.json["status"]) == (200, "ok")
    assert ready.json.get("archive") in {reason, "slow"}

    faults.clear()
    assert client.get(f"/v1/games/{table.id}").status_code == 200
    assert "archive" not in client.get("/readyz").json


@pytest.mark.parametrize("fault", [*FAULTS, "cut", "lying"])
def test_a_store_that_fails_while_games_move_loses_none(
    table: Table,
    hosts: Host,
    faults: Faults,
    fault: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = read_all(elsewhere(table, hosts))
    faults.method, faults.name = "GET" if fault in ("cut", "lying") else "PUT", "segments"
    for name, value in {"cut": {"cuts": True}, "lying": {"flips": True}, **FAULTS}[fault].items():
        setattr(faults, name, value)
    monkeypatch.setattr(s3, "ANSWER_S", HASTY_S if fault == "slow" else PATIENT_S)
    hosts.put_away(8)
    monkeypatch.setattr(s3, "ANSWER_S", PATIENT_S)
    assert faults.hits
    assert "the archive cannot be written" in caplog.text
    assert hosts.context().store.find_away(table.id) is None
    assert read_all(elsewhere(table, hosts)) == before

    faults.clear()
    hosts.put_away(8)
    assert hosts.context().store.find_away(table.id) is not None
    assert read_all(elsewhere(table, hosts)) == before


def test_bytes_that_change_on_the_way_are_read_again_and_those_that_stay_so_are_damage(
    table: Table, hosts: Host, faults: Faults
) -> None:
    hosts.put_away(8)
    faults.method, faults.name, faults.flips, faults.times = "GET", "segments", True, 1
    assert hosts.client().get(f"/v1/games/{table.id}").status_code == 200
    faults.times = 1_000_000
    answer = hosts.client().get(f"/v1/games/{table.id}")
    assert (answer.status_code, answer.json["type"]) == (503, "/problems/archive_unavailable")
    assert answer.json["reason"] == "damaged"


def test_a_deleted_game_is_found_in_no_object(table: Table, hosts: Host) -> None:
    other = open_game(hosts.client(), options={"target": 8})
    play(other)
    hosts.put_away(8)
    store = hosts.context().store
    assert all(store.find_away(game) for game in (table.id, other.id))
    store.delete(table.id)
    assert clear_away(store) == 1
    objects = store.archive.objects
    assert objects is not None
    left = b"".join(objects.get(name) for name in objects.names(""))
    assert table.id.encode() not in left
    assert other.id.encode() in left
    assert hosts.client().get(f"/v1/games/{table.id}").status_code == 404
    assert json.loads(hosts.client().get(f"/v1/games/{other.id}").data)["id"] == other.id
