"""Brings about, on a running server, the trouble that an alert is for; troubles last until their blocks end."""

import contextlib
import http.client
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

import orjson

from eventstore import keys
from eventstore.log.wire import version_of
from eventstore.records import NewEvent, Version
from service.game.scrub_rounds import Round
from service.http.forwarding import SELDOM, SUSPICIOUS
from service.webhooks.deliveries import Delivery
from tests.damage import append_unheard, log_of, put_back
from tests.service.measuring.monitored import AGENTS_ALONE, PEOPLE, Monitored
from tests.service.processes import below, wait_for

Trouble = Callable[[Monitored], contextlib.AbstractContextManager[None]]
AGENTS, JOBS, LONG = (rf"workers.run {queue}$|workers.run {queue} " for queue in ("ai", "jobs", "long"))
FORGED: Final = 150
"""The number of webhook deliveries that wait."""
LOOKS: Final = 20
"""Among this many requests, some come to every process of the API."""


@contextlib.contextmanager
def no_rewrite(server: Monitored) -> Iterator[None]:
    """Let the rewriting of the events' append-only file fail."""
    server.events.config_set("rdb-key-save-delay", 100_000_000)
    pid = server.store_pid("events")
    server.events.bgrewriteaof()
    assert wait_for(lambda: below(pid), 30)
    os.kill(next(iter(below(pid))), signal.SIGKILL)
    yield
    server.events.config_set("rdb-key-save-delay", 0)
    server.events.bgrewriteaof()


@contextlib.contextmanager
def waiting_jobs(server: Monitored, queue: str) -> Iterator[None]:
    """Let jobs wait while their workers are stopped; a worker that already waits for one takes one of the two."""
    jobs = [f"forged-{queue}-{n}" for n in range(2)]
    for job in jobs:
        server.rq.hset(f"rq:job:{job}", mapping={"enqueued_at": "2026-01-01T00:00:00.000000Z", "status": "queued"})
        server.rq.rpush(f"rq:queue:{queue}", job)
    yield
    for job in jobs:
        server.rq.lrem(f"rq:queue:{queue}", 0, job)
        server.rq.delete(f"rq:job:{job}")


@contextlib.contextmanager
def waiting_answers(server: Monitored) -> Iterator[None]:
    """Stop the workers that give advice, and let advice wait for them."""
    assert wait_for(lambda: server.running.pid_of(LONG))
    with server.stopped(LONG), waiting_jobs(server, "long"):
        yield


@contextlib.contextmanager
def late_agent(server: Monitored) -> Iterator[None]:
    """Make a game in which an agent has owed a move for a long time."""
    game = server.new_game(AGENTS_ALONE)["id"]
    server.events.zadd(keys.due(keys.shard_of(game)), {f"{game}:ai": 1})
    yield


@contextlib.contextmanager
def dying_child(server: Monitored) -> Iterator[None]:
    """Kill a child again and again, until the supervisor has said so three times."""

    def kill() -> bool:
        pid = server.running.pid_of("workers.run long")
        if pid is not None:
            os.kill(pid, signal.SIGKILL)
        return server.running.said.count("long was killed") >= 3

    assert wait_for(kill, 60)
    yield


@contextlib.contextmanager
def lost_versions(server: Monitored) -> Iterator[None]:
    """Give a log another past than the one that the API remembers."""
    made = server.new_game(PEOPLE)
    place = f"/v1/games/{made['id']}"
    owing = server.ask("GET", place)["awaiting"][0]["seat"]
    [mine] = [seat["token"] for seat in made["seats"] if seat["seat"] == owing]
    command = server.ask("GET", f"{place}/legal-actions", token=mine)["actions"][0]["command"]
    server.ask("POST", f"{place}/commands", command, token=mine)
    forget_newest(server, made["id"])
    for number in range(LOOKS):
        with contextlib.suppress(AssertionError, OSError):
            server.ask("PATCH", f"{place}/seats/0", {"name": f"Bea {number}"}, token=made["seats"][0]["token"])
    yield


def forget_newest(server: Monitored, game: str) -> None:
    """Replace the newest version of a log by another one, as the loss of a server may do."""
    store = server.store
    [first, *_] = store.read(game, 0, 1)
    kept = [entry for entry in log_of(server.events, game) if version_of(entry) < store.head(game)]
    put_back(server.events, game, kept)
    other = NewEvent(first.type, first.schema, first.body)
    store.append(game, store.head(game), [Version((other,), replace(first.header, command_id="another"))])


@contextlib.contextmanager
def unreadable_game(server: Monitored) -> Iterator[None]:
    """Append an event to a game as a newer version of the service would, which this one cannot read."""
    made = server.new_game(PEOPLE)["id"]
    append_unheard(server.store, made, ruleset="catan")
    with contextlib.suppress(AssertionError):
        server.ask("GET", f"/v1/games/{made}")
    yield


@contextlib.contextmanager
def silent_receiver(server: Monitored) -> Iterator[None]:
    """Let webhooks go to a server that never answers."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as silent:
        key = server.ask("POST", "/v1/keys", {})["key"]
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        hook = server.ask("POST", "/v1/webhooks", {"url": url, "types": ["events"]}, key=key)["id"]
        game = server.ask("POST", "/v1/games", {"ruleset": "catan", "seats": PEOPLE}, key=key)["id"]
        now = int(time.time() * 1000)
        made = [Delivery(n, "events", game, 0, 1, now, due=now) for n in range(1_001, 1_001 + FORGED)]
        server.store.set_facts(hook, {f"delivery:{one.n}": orjson.dumps(one) for one in made})
        server.store.set_deadlines(hook, {f"deliver-{one.n}": now for one in made})
        yield


@contextlib.contextmanager
def little_memory(server: Monitored) -> Iterator[None]:
    """Leave a store almost no memory."""
    server.rq.config_set("maxmemory", int(server.rq.info("memory")["used_memory"]) + 100_000)
    yield
    server.rq.config_set("maxmemory", 0)


@contextlib.contextmanager
def evicting_store(server: Monitored) -> Iterator[None]:
    """Let the events' store evict when its memory is short."""
    server.events.config_set("maxmemory-policy", "allkeys-lru")
    yield
    server.events.config_set("maxmemory-policy", "noeviction")


@contextlib.contextmanager
def unnamed_proxy(server: Monitored) -> Iterator[None]:
    """Forward requests to a process as a proxy does: after many direct ones it looks at one in `SELDOM` only."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.running.port, timeout=60)) as line:
        for _ in range(SELDOM + SUSPICIOUS):
            line.request("GET", "/livez", headers={"X-Forwarded-For": "198.51.100.7"})
            line.getresponse().read()
    yield


@contextlib.contextmanager
def missing_archive(server: Monitored) -> Iterator[None]:
    """Take the archive's directory away."""
    archive = server.running.data_dir.with_name("archive")
    archive.rmdir()
    yield
    archive.mkdir()


@contextlib.contextmanager
def late_scrub(server: Monitored) -> Iterator[None]:
    """Note that the scrub of a shard began just now, and that the one before it ended long ago."""
    place = "logs 00"
    known = server.store.fact(keys.SCRUBBED, place) or b""
    forged = Round(began=int(time.time() * 1000), passed=1)
    server.store.set_facts(keys.SCRUBBED, {place: orjson.dumps(forged._asdict())})
    yield
    server.store.set_facts(keys.SCRUBBED, {place: known})


TROUBLES: Final[dict[str, Trouble]] = {
    "LongroadRewriteFailed": no_rewrite,
    "LongroadLogLostVersions": lost_versions,
    "LongroadGameUnreadable": unreadable_game,
    "LongroadWebhooksWait": silent_receiver,
    "LongroadMovesWait": lambda server: waiting_jobs(server, "ai"),
    "LongroadJobsWait": lambda server: waiting_jobs(server, "jobs"),
    "LongroadAgentsLate": late_agent,
    "LongroadRestarts": dying_child,
    "LongroadAnswersWait": waiting_answers,
    "LongroadStoreUnsafe": evicting_store,
    "LongroadProxyUnnamed": unnamed_proxy,
    "LongroadArchiveAway": missing_archive,
    "LongroadScrubLate": late_scrub,
    "LongroadStoreMemory": little_memory,
}
"""Maps each alert to the trouble in which it must fire, while the workers of agents and jobs are stopped."""
