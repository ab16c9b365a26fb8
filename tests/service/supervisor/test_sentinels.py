"""Tests a server whose queues lie in a store that Sentinels watch: nothing waits for a primary that is gone."""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import RedisError

from eventstore.cluster import sentinel_urls
from eventstore.keys import owners
from service.queue.store import connect, connect_prompt, read_shared, replace_shared
from service.settings import SettingsError, read_settings
from tests.eventstore.sentinels import NAME, SentinelPair
from tests.service.processes import RunningSupervisor, supervisor, wait_for
from tests.service.supervisor.person import Person

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[SentinelPair]:
    """Yield a store that three Sentinels watch."""
    running = SentinelPair(tmp_path / "rq")
    yield running
    running.stop()


def plays_and_undoes(host: RunningSupervisor) -> None:
    """Play against agents, and take the move back: both need the queues."""
    person = Person(host.port)
    person.act()
    answers: list[tuple[int, Any]] = []

    def is_accepted() -> bool:
        answers.append(person.ask("POST", f"{person.place}/undo", {}))
        return answers[-1][0] != 503

    assert wait_for(is_accepted)
    status, accepted = answers[-1]
    assert status == 202, accepted
    assert person.ended(accepted["job"]["id"])["status"] == "finished"
    person.command()


@pytest.mark.parametrize("fault", ["killed", "stopped"])
def test_play_goes_on_when_the_primary_of_the_queues_is_gone(
    watched: SentinelPair, tmp_path: Path, fault: str, long_games: int
) -> None:
    """A stopped primary keeps its connections: whoever waits there must leave by himself (`--long=1`)."""
    if fault == "stopped" and not long_games:
        pytest.skip("needs --long=1; a client alone leaves a stopped primary in any case")
    with supervisor(tmp_path / "var", LONGROAD_RQ_URL=watched.url, LONGROAD_AI_WORKERS="1") as host:
        plays_and_undoes(host)
        primary = watched.pair.primary
        if fault == "killed":
            primary.kill()
        else:
            primary.pause()
        watched.await_failover()
        plays_and_undoes(host)
        assert wait_for(lambda: host.status("/readyz") == 200)
        if fault == "killed":
            primary.start()
        else:
            primary.resume()
        assert wait_for(primary.follows)
        plays_and_undoes(host)


def test_what_hosts_share_outlives_the_primary_of_the_queues(watched: SentinelPair) -> None:
    known = dict.fromkeys(owners(), "the store")
    client = connect_prompt(watched.url)
    replace_shared(client, known)
    assert watched.pair.primary.client.wait(1, 10_000) == 1
    watched.pair.primary.kill()
    watched.await_failover()

    def is_shared() -> bool:
        with suppress(RedisError):
            return read_shared(client) == known
        return False

    assert wait_for(is_shared)
    client.close()


@pytest.mark.parametrize("made", [connect, connect_prompt])
def test_a_client_leaves_a_primary_that_has_stopped(watched: SentinelPair, made: Callable[[str], Redis]) -> None:
    client = made(watched.url)
    client.set("word", "said")
    assert watched.pair.primary.client.wait(1, 10_000) == 1
    watched.pair.primary.pause()

    def asks() -> bool:
        with suppress(RedisError):
            return client.get("word") == b"said"
        return False

    assert wait_for(asks)
    watched.pair.primary.resume()


@pytest.mark.parametrize("made", [connect, connect_prompt])
def test_a_client_finds_the_new_primary_though_a_sentinel_is_dead(watched: SentinelPair, made: object) -> None:
    client: Redis = made(watched.url)  # type: ignore[operator]
    client.set("word", "said")
    assert watched.pair.primary.client.wait(1, 10_000) == 1
    watched.sentinels[0].kill()
    watched.pair.primary.kill()
    watched.await_failover()
    found: list[bytes] = []

    def asks() -> bool:
        try:
            found.append(client.get("word"))
        except Exception:
            return False
        return True

    assert wait_for(asks)
    assert found == [b"said"]
    watched.pair.primary.start()
    watched.sentinels[0].start()


def test_a_url_says_where_the_sentinels_are_and_how_to_log_in() -> None:
    url = "rediss+sentinel://me:p%40ss@a:1,b,[::1]:3/queues/2?sentinel_password=s&ssl_ca_certs=/ca"
    read = sentinel_urls.read(url)
    assert read.sentinels == (("a", 1), ("b", sentinel_urls.DEFAULT_PORT), ("::1", 3))
    assert (read.name, read.tls) == (NAME, {"ssl": True, "ssl_ca_certs": "/ca"})
    assert read.store == {"db": 2, "username": "me", "password": "p@ss"}
    assert read.login == {"password": "s"}


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("redis+sentinel://a:1", "the Sentinels and what they watch: "),
        ("redis+sentinel:///queues", "the Sentinels and what they watch: "),
        ("redis+sentinel://a:x/queues", "host:port after redis"),
    ],
)
def test_another_form_is_refused_in_words(url: str, wanted: str) -> None:
    with pytest.raises(SettingsError, match=rf"^LONGROAD_RQ_URL must name {wanted}"):
        read_settings({"LONGROAD_RQ_URL": url})
