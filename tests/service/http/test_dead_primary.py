"""Tests what a host answers while one primary of three is dead: only its own games wait."""

from collections.abc import Iterator

import pytest

from eventstore import keys
from tests.conftest import StorePair
from tests.eventstore.clusters import Cluster, Node
from tests.service.http.live import Followed, Server, served
from tests.service.http.live_table import LiveTable
from tests.service.processes import wait_for

LOBBY = keys.of_rows("games")[0]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Yield a cluster whose nodes are missed only after a minute."""
    running = Cluster(tmp_path_factory.mktemp("cluster"), node_timeout_ms=60_000)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def host(cluster: Cluster, stores: StorePair) -> Iterator[Server]:
    """Run an API process on it."""
    with served(StorePair(cluster.url, stores.rq_url), LONGROAD_DURABILITY="replicated") as server:
        yield server


def rolled(host: Server, table: LiveTable) -> int:
    """Send a command; return the status."""
    return host.ask("POST", table.path + "/commands", {"type": "Roll"}, table.tokens[0])[0]


def tables_by_primary(host: Server, cluster: Cluster) -> dict[int, LiveTable]:
    """Return a table for each primary, by its port."""
    found: dict[int, LiveTable] = {}
    while len(found) < 3:
        table = LiveTable(host)
        found.setdefault(cluster.primary_of(table.path.rpartition("/")[2]).port, table)
    for table in found.values():
        table.put_aside()
    return found


def holder(cluster: Cluster, key: str) -> Node:
    """Return the primary that holds a key."""
    return next(node for node in cluster.primaries if cluster.holds(node, key))


@pytest.mark.parametrize("hangs", [False, True])
def test_only_the_games_of_a_dead_primary_wait(host: Server, cluster: Cluster, hangs: bool) -> None:
    tables = tables_by_primary(host, cluster)
    dead = holder(cluster, LOBBY)
    lobby = host.ask("GET", "/v1/games")
    lost = tables.pop(dead.port)
    streams = [Followed(host.stream(f"{table.events}?after=latest")) for table in tables.values()]
    streams += [Followed(host.stream("/v1/me/events?after=latest", **table.bearer(0))) for table in tables.values()]
    if hangs:
        dead.pause()
    else:
        dead.kill()
    for _ in range(3):
        assert rolled(host, lost) == 503
        assert host.ask("GET", lost.path)[0] == 503
    for table in tables.values():
        assert rolled(host, table) == 201
        assert host.ask("GET", "/v1/me/events", None, table.tokens[0])[0] == 200
        assert host.ask("GET", table.path)[0] == 200
    assert wait_for(lambda: [set(stream.versions) for stream in streams] == [{4}] * 4)
    assert host.ask("GET", "/v1/games") == lobby
    assert wait_for(lambda: host.ask("GET", "/readyz")[1].get("primaries") == {"all": 3, "silent": 1})
    assert host.ask("GET", "/readyz")[0] == 200
    assert host.ask("GET", "/v1")[1]["durability"] == "replicated"
    assert 'longroad_store_up{store="events"} 1.0' in host.text("/metrics")
    if hangs:
        dead.resume()
    else:
        dead.start()
    cluster.await_whole()
    assert wait_for(lambda: rolled(host, lost) in (201, 409))
    assert wait_for(lambda: host.ask("GET", "/readyz")[1]["primaries"]["silent"] == 0)
