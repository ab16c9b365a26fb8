"""Tests that the start is refused where a store of the operator's own may lose games, and later noticed if it may."""

import json
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from eventstore.archive.opening import open_archive
from eventstore.embedded.server import EmbeddedStore, start
from eventstore.streams import open_store
from service.cli import main
from service.process.known_store import FILE as KNOWN
from tests.eventstore.archive.putting_away import put_away
from tests.eventstore.samples import versions
from tests.ports import free_port
from tests.service.processes import RunningSupervisor, refusal, supervisor, wait_for

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
POLICY, FILE, FSYNC = "maxmemory-policy", "appendonly", "appendfsync"
SAFE = {POLICY: "noeviction", FILE: "yes", FSYNC: "always"}
FAULTS = {
    "evicts": {POLICY: "allkeys-lru"},
    "evicts some": {POLICY: "volatile-ttl"},
    "no file": {FILE: "no"},
    "late": {FSYNC: "everysec"},
    "when it likes": {FSYNC: "no"},
}
SAID = {
    "evicts": "set maxmemory-policy noeviction",
    "evicts some": "set maxmemory-policy noeviction",
    "no file": "set appendonly yes",
    "late": "set appendfsync always",
    "when it likes": "set appendfsync always",
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedStore]:
    """Yield a store that belongs to no supervisor."""
    found = start(tmp_path_factory.mktemp("outside") / "store", "always")
    yield found
    found.stop()


@pytest.fixture
def client(store: EmbeddedStore) -> Iterator[Redis]:
    """Yield its client; afterwards it is safe again, and no host knows it."""
    with Redis.from_url(store.url, decode_responses=True) as found:
        yield found
        found.flushall()
        for name, value in SAFE.items():
            found.config_set(name, value)


def ready(running: RunningSupervisor) -> tuple[int, Any]:
    """Return the status and the document of /readyz."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{running.port}/readyz", timeout=20) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as refused:
        return refused.code, json.loads(refused.read())
    except OSError:
        return 0, {}


def new_game(running: RunningSupervisor) -> str:
    """Make a game and return its id."""
    body = json.dumps({"ruleset": "catan", "seats": [{"kind": "human"}] * 3}).encode()
    url = f"http://127.0.0.1:{running.port}/v1/games"
    asked = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked, timeout=20) as answer:
        return str(json.loads(answer.read())["id"])


def api_over(store: EmbeddedStore) -> dict[str, str]:
    """Return the settings of a host that serves only the API, over a store whose promises it has to keep."""
    return {
        "LONGROAD_ROLE": "api",
        "LONGROAD_EVENTS_URL": store.url,
        "LONGROAD_RQ_URL": store.url,
        "LONGROAD_STORE_PROMISES": "kept",
    }


def sweep_over(store: EmbeddedStore) -> dict[str, str]:
    """Return the settings of a host that only sweeps, and so starts and ends sooner."""
    return api_over(store) | {"LONGROAD_ROLE": "sweep"}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_store_that_may_lose_games_ends_the_start(
    store: EmbeddedStore, client: Redis, tmp_path: Path, fault: str
) -> None:
    for name, value in FAULTS[fault].items():
        client.config_set(name, value)
    line = refusal(RunningSupervisor(tmp_path / "var", **sweep_over(store)), 1)
    assert line.startswith("longroad: the events' store: ")
    assert SAID[fault] in line


def test_a_store_that_may_lose_games_ends_the_start_also_while_a_store_of_the_queues_is_silent(
    store: EmbeddedStore, client: Redis, tmp_path: Path
) -> None:
    client.config_set(POLICY, "allkeys-lru")
    queues = f"redis://127.0.0.1:{free_port()},{store.url}"
    line = refusal(RunningSupervisor(tmp_path / "var", **sweep_over(store) | {"LONGROAD_RQ_URL": queues}), 1)
    assert line.startswith("longroad: the events' store: ")


def test_of_several_stores_of_the_queues_the_one_that_refuses_the_password_is_named(
    store: EmbeddedStore, client: Redis, tmp_path: Path
) -> None:
    other = start(tmp_path / "other", "no")
    try:
        with Redis.from_url(other.url) as locked:
            locked.config_set("requirepass", "right")
        queues = f"{store.url},{other.url.replace('unix://', 'unix://:wrong@')}"
        line = refusal(RunningSupervisor(tmp_path / "var", **sweep_over(store) | {"LONGROAD_RQ_URL": queues}), 1)
    finally:
        other.stop()
    path = other.url.removeprefix("unix://")
    assert line == f"longroad: the queues' store at {path}: it refuses the password or the user of its address"


def test_a_wrong_password_ends_the_start(store: EmbeddedStore, client: Redis, tmp_path: Path) -> None:
    client.config_set("requirepass", "right")
    try:
        for url in (store.url, store.url.replace("unix://", "unix://:wrong@")):
            named = {"LONGROAD_EVENTS_URL": url, "LONGROAD_RQ_URL": url}
            line = refusal(RunningSupervisor(tmp_path / "var", **sweep_over(store) | named), 1)
            assert "it refuses the password" in line
            assert "wrong@" not in line
    finally:
        with Redis.from_url(store.url, password="right") as again:
            again.config_set("requirepass", "")


def test_a_missing_archive_ends_the_start(store: EmbeddedStore, tmp_path: Path) -> None:
    missing = RunningSupervisor(tmp_path / "var", **sweep_over(store), LONGROAD_ARCHIVE=str(tmp_path / "none"))
    line = refusal(missing, 1)
    assert line == f"longroad: LONGROAD_ARCHIVE is {tmp_path / 'none'}, and there is no such directory"


def test_a_silent_store_is_waited_for_and_said(tmp_path: Path) -> None:
    port = free_port()
    running = RunningSupervisor(
        tmp_path / "var", LONGROAD_REDIS_URL=f"redis://:s3cret@127.0.0.1:{port}", LONGROAD_STORE_PROMISES="kept"
    )
    try:
        assert wait_for(lambda: f"waiting for the events' store at redis://:***@127.0.0.1:{port}: " in running.said)
        assert wait_for(lambda: ready(running)[0] == 503)
        assert running.process.poll() is None
    finally:
        running.kill()


def test_what_changes_later_is_in_readyz_and_passes(store: EmbeddedStore, client: Redis, tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    archive.mkdir()
    with supervisor(tmp_path / "var", **api_over(store), LONGROAD_ARCHIVE=str(archive)) as running:
        client.config_set(POLICY, "allkeys-lru")
        client.config_set(FSYNC, "everysec")
        status, told = ready(running)
        assert (status, told["status"], told["reasons"]) == (503, "store_unsafe", ["evicts", "writes_late"])
        client.config_set(POLICY, "noeviction")
        client.config_set(FSYNC, "always")
        assert ready(running)[0] == 200
        archive.rename(tmp_path / "away")
        told = {"status": "archive_unavailable", "durability": "always", "archive": "missing"}
        assert ready(running) == (503, told)


def test_an_archive_that_is_not_mounted_is_noticed_and_so_is_its_return(
    store: EmbeddedStore, client: Redis, tmp_path: Path
) -> None:
    archive, away = tmp_path / "archive", tmp_path / "away"
    archive.mkdir()
    log = open_store(store.url, archive=open_archive(archive))
    log.append("game", 0, versions(2))
    assert put_away(log, "game") == ["game"]
    log.close()
    archive.rename(away)
    archive.mkdir()
    with supervisor(tmp_path / "var", **api_over(store), LONGROAD_ARCHIVE=str(archive)) as running:
        told = {"status": "ok", "durability": "always"}
        assert wait_for(lambda: ready(running) == (200, told | {"archive": "other_archive"})), ready(running)
        assert running.status("/v1/games/game") == 503
        assert running.status(f"/v1/games/{new_game(running)}") == 200
        archive.rmdir()  # nothing was written there
        away.rename(archive)
        assert wait_for(lambda: ready(running) == (200, told)), ready(running)


def test_an_emptied_store_is_noticed_until_it_is_meant(store: EmbeddedStore, client: Redis, tmp_path: Path) -> None:
    with supervisor(tmp_path / "var", LONGROAD_REDIS_URL=store.url, LONGROAD_STORE_PROMISES="kept") as running:
        game = f"/v1/games/{new_game(running)}"
        assert running.status(game) == 200
        assert running.status("/v1/games/none-such") == 404
        client.flushall()
        with pytest.raises(urllib.error.HTTPError, match="503"):
            new_game(running)
        assert client.keys("*:ev") == []
        assert wait_for(lambda: running.status(game) == 503)
        status, told = ready(running)
        assert (status, told["status"], told["reasons"]) == (503, "store_unsafe", ["store_replaced"])
        with urllib.request.urlopen(f"http://127.0.0.1:{running.port}/metrics", timeout=20) as answer:
            assert b'longroad_store_safe{store="events"} 0' in answer.read()
        store_named = ("--data-dir", str(tmp_path / "var"), "--redis-url", store.url, "--store-promises", "kept")
        assert main(["accept-store", *store_named]) == 0
        assert wait_for(lambda: running.status(game) == 404)
        assert ready(running)[0] == 200


def test_a_start_over_another_store_is_refused(store: EmbeddedStore, client: Redis, tmp_path: Path) -> None:
    settings = sweep_over(store)
    with supervisor(tmp_path / "var", **settings):
        assert (tmp_path / "var" / KNOWN).exists()
    with supervisor(tmp_path / "second", **api_over(store)) as running:
        assert ready(running)[0] == 200
    client.flushall()
    assert "it was emptied or exchanged" in refusal(RunningSupervisor(tmp_path / "var", **settings), 1)


def test_a_new_host_is_refused_over_a_store_that_another_does_not_know(
    store: EmbeddedStore, client: Redis, tmp_path: Path
) -> None:
    queues = start(tmp_path / "rq", "no")
    settings = {"LONGROAD_EVENTS_URL": store.url, "LONGROAD_RQ_URL": queues.url, "LONGROAD_STORE_PROMISES": "kept"}
    client.flushall()
    try:
        with supervisor(tmp_path / "var", **settings) as running:
            client.flushall()
            line = refusal(RunningSupervisor(tmp_path / "second", **settings), 1)
            assert "it was emptied or exchanged" in line
            named = ("--events-url", store.url, "--rq-url", queues.url, "--store-promises", "kept")
            assert main(["accept-store", "--data-dir", str(tmp_path / "second"), *named]) == 0
            with supervisor(tmp_path / "third", **settings) as new:
                assert ready(new)[0] == 200
            assert ready(running)[1]["reasons"] == ["store_replaced"]
    finally:
        queues.stop()


def test_what_is_meant_is_taken(store: EmbeddedStore, client: Redis, tmp_path: Path) -> None:
    client.config_set(POLICY, "allkeys-lru")
    with supervisor(tmp_path / "var", **api_over(store) | {"LONGROAD_STORE_PROMISES": "may-lose-games"}) as running:
        assert ready(running)[0] == 200
