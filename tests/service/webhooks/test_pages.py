"""Tests that a page of a feed reads a game once, however many of its versions are in the page."""

import math
from collections.abc import Iterator

import pytest
from redis import Redis

from eventstore.streams import open_store
from service.game import quarantine
from service.game.context import compose
from service.game.quarantine import make_good
from service.handlers.commands import submit
from service.queue.jobs import Jobs
from service.settings import read_settings
from service.webhooks.notices import Notices
from tests.clones import Calls
from tests.conftest import StorePair
from tests.service.http.client import OFFERED, SEATS, checked_app
from tests.service.http.keys import new_key
from tests.service.tables import Clock
from tests.service.webhooks.conftest import House
from tests.service.webhooks.receiver import receiving
from tests.toy import Roll, Wave


@pytest.fixture
def house(stores: StorePair, events_redis: Redis, rq_redis: Redis) -> Iterator[House]:
    """Yield an API over a log on a real server."""
    clock = Clock()
    settings = read_settings({"LONGROAD_WEBHOOKS": "loopback"})
    ctx = compose(settings, open_store(stores.events_url), OFFERED, Jobs(rq_redis), clock)
    client = checked_app(ctx).test_client()
    with receiving() as receiver:
        yield House(ctx, client, clock, new_key(client), receiver)


def asked_for_page(house: House, versions: int, calls: Calls) -> int:
    """Return how many commands the store gets for a page with this many versions of a game."""
    table = house.table(seats=SEATS)
    table.put_aside()
    submit(house.ctx, table.id, 0, [Roll()])
    house.notice()
    submit(house.ctx, table.id, 0, [Wave(2)] * versions)
    calls.count()
    assert len(house.notice()) == 1
    return calls.count().commands


def test_many_versions_ask_the_store_for_as_much_as_few(
    house: House, events_redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quarantine, "NEWS_S", math.inf)  # a process looks at the quarantine from time to time
    house.hook(types=["turn"])
    calls = Calls(events_redis)
    assert asked_for_page(house, 2, calls) == asked_for_page(house, 30, calls)


def test_versions_that_were_missed_are_made_good_one_by_one(house: House) -> None:
    hook = house.hook(types=["started", "finished", "events"])
    table = house.table(seats=SEATS)
    table.put_aside()
    register = house.ctx.games.quarantine
    for version in (1, 2, 3):
        register.miss(Notices.name, table.id, version)
    register.read()
    made: list[int] = []
    make_good(register, Notices(house.ctx, lambda hook, n: made.append(n)))
    kinds = [delivery["type"] for delivery in house.detail(hook)["deliveries"]]
    assert sorted(kinds) == ["events"] * 6 + ["started"] * 2
