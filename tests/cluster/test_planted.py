"""Tests faults planted in what a cluster answers and tells: each is found, and nothing is where there is none."""

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any, Final

import orjson
import pytest

from eventstore.records import Glance
from eventstore.redis.connection import connect, connect_blocking
from eventstore.streams import RedisEventStore
from tests.chaos.inside import Inside, application, judge, play, set_up
from tests.cluster.judging import different, in_order, of_feed, of_webhooks
from tests.conftest import StorePair
from tests.service.webhooks.receiver import Receiver
from tests.trials.checker import documents
from tests.trials.comparing import By
from tests.trials.tables import Table

STALE: Final = 0.2
GAME, SEAT, HOOK = "game", 0, "hook-1"


class Lagging(RedisEventStore):
    """Represents a store that now and then answers from a replica that lags behind."""

    def __init__(self, stores: StorePair) -> None:
        super().__init__(connect(stores.events_url), connect_blocking(stores.events_url))
        self._earlier: dict[tuple[str, str], Glance] = {}
        self._rng = Random(1)

    def glance(self, game: str, key: str, known: int = 0) -> Glance:
        """Return what was the newest before."""
        earlier = self._earlier.get((game, key))
        if earlier is not None and self._rng.random() < STALE:
            return earlier
        self._earlier[game, key] = super().glance(game, key, known)
        return self._earlier[game, key]


def played(stores: StorePair, patch: pytest.MonkeyPatch, store: RedisEventStore | None, seed: int) -> Table:
    """Return a game that was played on one host over this store."""
    app = application(stores, store)
    table = set_up(app, seed=seed)
    play(table, patch, app)
    return table


def test_one_host_alone_is_linearizable(stores: StorePair, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played(stores, monkeypatch, None, 11)
    verdict = judge(stores, table)

    assert verdict.is_clean, verdict.found
    assert verdict.counts["operations recorded"] > 30


def test_stale_reads_are_found(stores: StorePair, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played(stores, monkeypatch, Lagging(stores), 12)

    assert judge(stores, table).found["stale"]


def test_commands_that_were_reordered_are_found(stores: StorePair, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played(stores, monkeypatch, None, 13)
    told = table.people[0].told
    accepted = [number for number, one in enumerate(told) if one.status == 201]
    first, second = accepted[:2]
    told[first], told[second] = told[second], told[first]

    assert judge(stores, table).found["reordered"]


class Different(Inside):
    """Represents a host that shows one version otherwise."""

    def once(self, method: str, path: str, headers: dict[str, str], body: Any) -> tuple[int, Any]:
        """Answer, and change it."""
        status, answer = super().once(method, path, headers, body)
        return status, {**answer, "head": 0} if path.endswith("?version=3") else answer


def test_hosts_that_differ_are_found(stores: StorePair, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played(stores, monkeypatch, None, 14)
    here, there = (Inside(0, app=application(stores), lost=0.0) for _ in range(2))

    assert list(different(table, [here, there], 6)) == []
    [found] = different(table, [here, Different(0, app=there.app, lost=0.0)], 6)
    assert found.startswith("version 3: 200 and 200 differ in head")


@pytest.fixture(scope="module")
def log(stores: StorePair) -> By:
    """Return the log of a game as a seat is shown it."""
    with pytest.MonkeyPatch.context() as patch:
        table = played(stores, patch, None, 15)
    return documents(table.line, table.id, table.people[SEAT].token)


Spoil = Callable[[list[Any]], Any]


def lose(came: list[Any]) -> None:
    """Lose one."""
    del came[4]


def repeat_under_another_mark(came: list[Any]) -> None:
    """Let one come twice, as another one."""
    came.insert(5, came[4] | {"cursor": "another"})


def exchange(came: list[Any]) -> None:
    """Let two come in the wrong order."""
    came[4], came[5] = came[5], came[4]


def invent(came: list[Any]) -> None:
    """Let something come that the log does not have."""
    came[4] = came[4] | {"event": came[4]["event"] | {"type": "Invented"}}


@pytest.mark.parametrize("spoil", [lose, repeat_under_another_mark, exchange, invent])
def test_a_feed_that_is_not_the_log_is_found(log: By, spoil: Spoil) -> None:
    came = [
        {"cursor": str(number), "game": GAME, "you": SEAT, "event": event} for number, event in enumerate(in_order(log))
    ]
    assert list(of_feed(came, {GAME: {SEAT: log}})) == []

    spoil(came)
    assert list(of_feed(came, {GAME: {SEAT: log}}))


def posted(log: By) -> Receiver:
    """Return somebody who was told each version once."""
    receiver = Receiver(0)
    for number, (version, events) in enumerate(log.items()):
        note(receiver, number, version, events)
    return receiver


def note(receiver: Receiver, number: int, version: int, events: list[Any]) -> None:
    """Let somebody be told a version under the id of a number."""
    data = {"game": GAME, "seat": SEAT, "version": version, "events": deepcopy(events)}
    receiver.told.append(({"Webhook-Id": f"msg_{HOOK}_{number}"}, orjson.dumps({"type": "events", "data": data})))


def wrong(receiver: Receiver, log: By) -> list[str]:
    """Return what is found."""
    return list(of_webhooks(receiver, [HOOK], {HOOK: {GAME: {SEAT: log}}}))


def test_a_webhook_that_missed_or_repeated_is_found(log: By) -> None:
    receiver = posted(log)
    assert wrong(receiver, log) == []
    receiver.told.append(receiver.told[2])
    assert wrong(receiver, log) == []  # the repeat has its mark

    note(receiver, 999, 3, log[3])
    [unmarked] = wrong(receiver, log)
    assert "version 3 came under 2 ids" in unmarked

    del receiver.told[4]
    assert any("version 5 did not come" in one for one in wrong(receiver, log))
