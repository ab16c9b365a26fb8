"""Provides an application over a log in memory whose webhooks may reach this machine, and a receiver of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from flask.testing import FlaskClient
from redis import Redis

from eventstore.feed import Runner
from eventstore.memory.store import MemoryEventStore
from service.game.context import Context, compose
from service.queue.jobs import Jobs
from service.settings import read_settings
from service.webhooks.deliveries import Delivery
from service.webhooks.notices import Notices
from tests.service.http.client import OFFERED, Table, checked_app
from tests.service.http.keys import new_key, with_key
from tests.service.tables import Clock
from tests.service.webhooks.receiver import Receiver, receiving
from workers.webhooks.delivery_attempts import attempt


@dataclass
class House:
    """Represents an API with its clock, a client's key, and the server to which that client's webhooks lead."""

    ctx: Context
    client: FlaskClient
    clock: Clock
    key: str
    receiver: Receiver

    @property
    def headers(self) -> dict[str, str]:
        """Return the header with the key."""
        return with_key(self.key)

    def hook(self, **wish: Any) -> dict[str, Any]:
        """Make a webhook to the receiver, and return it."""
        answer = self.client.post("/v1/webhooks", json={"url": self.receiver.url, **wish}, headers=self.headers)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json
        return made

    def table(self, **wish: Any) -> Table:
        """Return a game that was made with the key."""
        body = self.client.post("/v1/games", json={"ruleset": "toy", **wish}, headers=self.headers).json
        tokens = [seat.get("token", "") for seat in body["seats"]]
        return Table(self.client, body["id"], tokens, body["owner_token"], body.get("invite"))

    def notice(self) -> list[tuple[str, int]]:
        """Make deliveries of everything new, and return the webhook and the number of each."""
        made: list[tuple[str, int]] = []
        Runner(self.ctx.store, Notices(self.ctx, lambda hook, n: made.append((hook, n)))).catch_up()
        return made

    def deliver(self) -> list[Delivery]:
        """Make deliveries of everything new, try each once, and return them."""
        tried = [attempt(self.ctx, *work) for work in self.notice()]
        return [delivery for delivery in tried if delivery]

    def detail(self, hook: dict[str, Any]) -> Any:
        """Return the webhook with its deliveries."""
        return self.client.get(f"/v1/webhooks/{hook['id']}", headers=self.headers).json


@pytest.fixture
def house(rq_redis: Redis) -> Iterator[House]:
    clock = Clock()
    settings = read_settings({"LONGROAD_WEBHOOKS": "loopback"})
    ctx = compose(settings, MemoryEventStore(), OFFERED, Jobs(rq_redis), clock)
    client = checked_app(ctx).test_client()
    with receiving() as receiver:
        yield House(ctx, client, clock, new_key(client), receiver)


def seats(hook: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    return [{"kind": "human"}, {"kind": "bot", "webhook": hook["id"], **more}]
