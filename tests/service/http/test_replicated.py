"""Tests what two hosts show of a command that only the primary has on disk: nothing, until its replica has it too."""

from collections.abc import Iterator
from typing import Any

import pytest

from eventstore import keys
from eventstore.keys import SHARDS
from tests.conftest import StorePair
from tests.eventstore.clusters import Pair
from tests.service.http.live import Followed, Server, served, worker
from tests.service.http.live_table import TWO
from tests.service.processes import wait_for
from tests.service.webhooks.receiver import Receiver, receiving

SETTINGS = {"LONGROAD_DURABILITY": "replicated", "LONGROAD_WEBHOOKS": "loopback"}
ONCE = "a key of more than 22 characters"


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Yield a primary with its replica."""
    running = Pair(tmp_path_factory.mktemp("pair"))
    yield running
    running.stop()


@pytest.fixture(scope="module")
def hosts(pair: Pair, stores: StorePair) -> Iterator[tuple[Server, Server]]:
    """Run two API processes and a sweep on them."""
    both = StorePair(pair.url, stores.rq_url)
    with served(both, **SETTINGS) as here, served(both, **SETTINGS) as there, worker(both, "sweep", **SETTINGS):
        yield here, there


def version(host: Server, path: str) -> int:
    """Return the version of a game that a host shows."""
    status, game = host.ask("GET", path)
    return int(game["version"]) if status == 200 else 0


def barriers(pair: Pair) -> int:
    """Return how often somebody has waited for the replica."""
    return sum(int(pair.primary.client.get(keys.barrier(shard)) or 0) for shard in range(SHARDS))


def heard(receiver: Receiver) -> list[int]:
    """Return the versions that webhooks were sent."""
    return [int(message["data"]["version"]) for message in receiver.messages()]


def test_what_the_replica_has_not_is_in_doubt_and_shown_to_nobody(pair: Pair, hosts: tuple[Server, Server]) -> None:
    here, there = hosts
    assert here.ask("GET", "/v1")[1]["durability"] == there.ask("GET", "/readyz")[1]["durability"] == "replicated"
    key = here.ask("POST", "/v1/keys", {})[1]["key"]
    with receiving() as receiver:
        wish = {"url": receiver.url, "types": ["events"]}
        assert here.ask("POST", "/v1/webhooks", wish, X_Api_Key=key)[0] == 201
        made = here.ask("POST", "/v1/games", {"ruleset": "toy", "seats": TWO}, X_Api_Key=key)[1]
        path, token = f"/v1/games/{made['id']}", made["seats"][0]["token"]
        put_aside(here, path, made)
        before = version(here, path)
        assert wait_for(lambda: heard(receiver)[-1:] == [before])

        streams = [Followed(host.stream(f"{path}/events?after=latest")) for host in hosts]
        streams += [Followed(host.stream("/v1/me/events?after=latest", X_Api_Key=key)) for host in hosts]
        with pair.replica.paused():
            for _ in range(2):
                assert posted(here, path, token) == (503, "/problems/outcome_unknown")
            made_before = barriers(pair)
            assert wait_for(lambda: barriers(pair) > made_before + 8)  # all of them have tried by then
            assert [host.ask("GET", path)[0] for host in hosts] == [503, 503]
            assert [stream.versions for stream in streams] == [[]] * 4
            assert heard(receiver)[-1] == before
        pair.await_sync()
        assert wait_for(lambda: posted(here, path, token) == (201, before + 1))
        assert wait_for(lambda: posted(there, path, token) == (201, before + 1))
        assert wait_for(lambda: [set(stream.versions) for stream in streams] == [{before + 1}] * 4)
        assert wait_for(lambda: heard(receiver)[-1] == before + 1)
        assert wait_for(lambda: [version(host, path) for host in hosts] == [before + 1] * 2)


def test_an_undo_that_a_failover_could_lose_is_not_accepted(pair: Pair, hosts: tuple[Server, Server]) -> None:
    here, _ = hosts
    pair.await_sync()
    made = here.ask("POST", "/v1/games", {"ruleset": "toy", "seats": TWO, "undo": "free"})[1]
    path, token = f"/v1/games/{made['id']}", made["seats"][0]["token"]
    put_aside(here, path, made)
    _, head = posted(here, path, token)
    with pair.replica.paused():
        status, said = here.ask("POST", f"{path}/undo", {}, token)
        assert (status, said["type"]) == (503, "/problems/outcome_unknown")
    pair.await_sync()
    assert wait_for(lambda: here.ask("POST", f"{path}/undo", {}, token)[0] == 202 or version(here, path) > head)


def posted(host: Server, path: str, token: str) -> tuple[int, Any]:
    """Send the one command; return the status with the version, or the type of the problem."""
    status, said = host.ask("POST", f"{path}/commands", {"type": "Roll"}, token, Idempotency_Key=ONCE)
    return status, said.get("type" if status >= 400 else "version")


def put_aside(host: Server, path: str, made: Any) -> None:
    """Bring a game of the toy to where seat 0 may roll."""
    for seat in made["seats"]:
        _, actions = host.ask("GET", f"{path}/legal-actions", None, seat["token"])
        example = actions["templates"][0]["example"]
        assert host.ask("POST", f"{path}/commands", example, seat["token"])[0] == 201
