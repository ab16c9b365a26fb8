"""Tests webhooks whose courier dies at any call of the store: each thing is told, and what is told again has its id."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

import pytest
from flask import Flask
from hypothesis import given, settings

from eventstore.feed import Runner
from eventstore.keys import shard_of
from eventstore.records import FeedItem
from service.game.context import Context, compose
from service.webhooks.deliveries import DELIVERY, deliveries_of
from service.webhooks.notices import Hearing, Notices
from service.webhooks.registry import find_hook
from tests.checkpoints.mortal import DEATHS, MOST_CALLS, Died, Life, Mortal, die_and_go_on
from tests.conftest import StorePair
from tests.service.http.client import SEATS, Table, plain_app
from tests.service.http.keys import new_key, with_key
from tests.service.webhooks.receiver import Receiver, receiving
from workers.webhooks.delivery_attempts import attempt

EXAMPLES: Final = 12
FAR_MS: Final = 10**9
MOST: Final = 1000
TYPES: Final = ["events", "started", "finished"]
Place = tuple[str, int, int]
"""A type of notices, a seat and a version."""
Told = dict[Place, set[str]]
"""The ids under which something was told."""


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    """Yield somebody's server."""
    with receiving() as made:
        yield made


@pytest.fixture(scope="module")
def app(stores: StorePair) -> Flask:
    """Return an application over real stores, whose webhooks may reach this machine."""
    return plain_app(stores, LONGROAD_WEBHOOKS="loopback")


@pytest.fixture(scope="module")
def key(app: Flask) -> dict[str, str]:
    """Return the header of an API key."""
    return with_key(new_key(app.test_client()))


def deliver(ctx: Context, hook_id: str, store: Any) -> None:
    """Do what a courier does, as a process over this store: make all deliveries, then try those of a webhook."""
    own = compose(ctx.settings, store, ctx.rulesets, ctx.jobs, ctx.clock)
    Runner(store, Notices(own, lambda hook, n: None)).catch_up()
    for n in waiting(ctx, hook_id):
        attempt(own, hook_id, n)


def waiting(ctx: Context, hook_id: str) -> list[int]:
    """Return the deliveries of a webhook that have a deadline, whoever made them."""
    due = ctx.store.due(shard_of(hook_id), ctx.clock() + FAR_MS, MOST)
    return [int(one.name.removeprefix(DELIVERY)) for one in due if one.game == hook_id]


@settings(max_examples=EXAMPLES)
@given(deaths=DEATHS)
def test_each_version_is_told_under_one_id(
    app: Flask, receiver: Receiver, key: dict[str, str], deaths: list[tuple[int, bool]]
) -> None:
    lost, unmarked = gone_wrong(app, receiver, key, deaths)

    assert lost == set()
    assert unmarked == {}


@pytest.mark.parametrize("is_done", [True, False])
def test_what_is_over_is_kept_before_its_deadline_goes(
    app: Flask, receiver: Receiver, key: dict[str, str], is_done: bool
) -> None:
    client, ctx = app.test_client(), app.extensions["longroad"].context
    hook = client.post("/v1/webhooks", json={"url": receiver.url, "types": TYPES}, headers=key).json["id"]
    played(client, key)

    for calls in range(1, MOST_CALLS):
        with suppress(Died):
            deliver(ctx, hook, Mortal(ctx.store, Life(calls, is_done)))
        pending = {one.n for one in deliveries_of(ctx, find_hook(ctx, hook)) if one.status == "pending"}
        assert pending <= set(waiting(ctx, hook))
    client.delete(f"/v1/webhooks/{hook}", headers=key)


def test_notices_that_are_made_twice_are_found(
    app: Flask, receiver: Receiver, key: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Hearing, "newest_delivered", lambda self, hook_id, game_id: 0)

    assert any(gone_wrong(app, receiver, key, [(calls, True)])[1] for calls in range(10, MOST_CALLS))


def test_a_checkpoint_that_is_saved_too_early_is_found(
    app: Flask, receiver: Receiver, key: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    take = Runner._take

    def saved_first(self: Runner, items: Sequence[FeedItem]) -> tuple[str, bool]:
        shard = shard_of(items[0].game)
        self._store.put_checkpoint(Notices.name, shard, items[-1].cursor)
        return take(self, items)

    monkeypatch.setattr(Runner, "_take", saved_first)

    assert any(gone_wrong(app, receiver, key, [(calls, True)])[0] for calls in range(5, MOST_CALLS))


def gone_wrong(
    app: Flask, receiver: Receiver, key: dict[str, str], deaths: list[tuple[int, bool]]
) -> tuple[set[Place], Told]:
    """Play a game, and tell of it by a courier that dies; return what was not told, and what under several ids."""
    client, ctx = app.test_client(), app.extensions["longroad"].context
    receiver.told.clear()
    hook = client.post("/v1/webhooks", json={"url": receiver.url, "types": TYPES}, headers=key).json["id"]
    table = played(client, key)

    die_and_go_on(ctx.store, deaths, lambda store: deliver(ctx, hook, store))
    client.delete(f"/v1/webhooks/{hook}", headers=key)

    told = told_of(receiver, hook)
    everything = {("events", seat, version) for seat in (0, 1) for version in range(1, table.version() + 1)}
    return everything - told.keys(), {place: ids for place, ids in told.items() if len(ids) > 1}


def played(client: Any, key: dict[str, str]) -> Table:
    """Return a game of the key in which both seats have acted."""
    made = client.post("/v1/games", json={"ruleset": "toy", "seats": SEATS}, headers=key).json
    table = Table(client, made["id"], [seat["token"] for seat in made["seats"]], made["owner_token"], None)
    table.put_aside()
    return table


def told_of(receiver: Receiver, hook: str) -> Told:
    """Return what a webhook was told."""
    told: Told = defaultdict(set)
    for headers, body in receiver.told:
        name = next(value for header, value in headers.items() if header.lower() == "webhook-id")
        message = json.loads(body)
        if name.startswith(f"msg_{hook}_"):
            place = (message["type"], message["data"]["seat"], message["data"].get("version", 0))
            told[place].add(name)
    return told
