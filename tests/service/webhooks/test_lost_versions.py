"""Tests that webhooks hear of a version that was written again after a failover had lost the first one."""

import pytest
from redis import Redis

from service.clients import fact_names
from tests.conftest import StorePair
from tests.eventstore.pasts import lose
from tests.service.http.client import SEATS, plain_app
from tests.service.http.keys import new_key
from tests.service.tables import Clock
from tests.service.webhooks.conftest import House
from tests.service.webhooks.receiver import receiving


@pytest.mark.parametrize("is_old", [False, True])
def test_a_version_that_was_written_again_is_told_again(stores: StorePair, is_old: bool) -> None:
    app = plain_app(stores, LONGROAD_WEBHOOKS="loopback")
    client, ctx = app.test_client(), app.extensions["longroad"].context
    with receiving() as receiver, Redis.from_url(stores.events_url) as redis:
        house = House(ctx, client, Clock(), new_key(client), receiver)
        hook = house.hook(types=["events"])
        table = house.table(seats=SEATS)
        table.put_aside()
        table.act(0, "Roll")
        house.deliver()
        seen = fact_names.cursor(table.id)
        noted = ctx.store.fact(hook["id"], seen)
        assert noted.startswith(b"4.")
        if is_old:  # as earlier versions noted it, which proves nothing
            ctx.store.set_facts(hook["id"], {seen: b"4"})
        before = len(receiver.messages())
        lose(redis, table.id, 3)
        table.post("/commands", {"type": "Wave", "to": [1]}, 0)
        house.deliver()
        told = [message["data"] for message in receiver.messages()[before:]]
        assert [(one["version"], one["events"][0]["type"]) for one in told if one["seat"] == 0] == (
            [] if is_old else [(4, "Waved")]
        )
        table.act(0, "Roll")
        house.deliver()
        assert receiver.messages()[-1]["data"]["version"] == 5
        assert house.deliver() == []
