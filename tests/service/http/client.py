"""Provides a client of the API for tests: a real application over a real store, called through WSGI."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain.core.ruleset import Ruleset
from eventstore.streams import open_store
from service.catalog import RULESETS
from service.game.context import Context, compose
from service.http import route_table
from service.http.quota_counters import Quota
from service.queue.jobs import Jobs
from service.routes import guide
from service.server.app import create_app
from service.settings import read_settings
from tests.conftest import StorePair
from tests.service.http.contract import Contract
from tests.toy import TOY

STREAMS = ("text/event-stream", "application/x-ndjson")
SEATS = [{"kind": "human"}, {"kind": "human"}]
ERA_S = 10**9
OFFERED: Mapping[str, Ruleset] = {TOY.name: TOY, **RULESETS}
CONTRACTS: dict[tuple[Ruleset, ...], Contract] = {}

ROOMY = {"LONGROAD_THINKING_MS": "1000000"}
"""Leaves room for the slow agents of all tests, whichever ran before."""


class CheckedClient(FlaskClient):
    """Represents a client that checks every answer against the contract."""

    def open(self, *args: Any, **settings: Any) -> TestResponse:
        """Send a request, and check the answer."""
        answer = super().open(*args, **settings)
        contract: Contract = self.application.extensions["contract"]
        if answer.mimetype not in STREAMS:
            contract.check(answer)
        return answer


def toy_app(stores: StorePair) -> Flask:
    """Return the application with the toy beside the games of the project."""
    urls = {"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url}
    settings = read_settings({**urls, "LONGROAD_STORE_PROMISES": "may-lose-games", **ROOMY})
    return checked_app(compose(settings, open_store(stores.events_url), OFFERED, Jobs.at(stores.rq_url)))


def plain_app(stores: StorePair, **settings: str) -> Flask:
    """Return the same application without the contract: its clients check no answer, and so are quick."""
    urls = {"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url}
    read = read_settings({**urls, "LONGROAD_STORE_PROMISES": "may-lose-games", **ROOMY, **settings})
    return create_app(compose(read, open_store(stores.events_url), OFFERED, Jobs.at(stores.rq_url)))


def checked_app(context: Context) -> Flask:
    """Return the application over a context; its clients check every answer.

    All applications with the same rulesets have the same contract, so only the first of them is asked for it.
    """
    app = create_app(context)
    offered = tuple(context.rulesets.values())
    if offered not in CONTRACTS:
        CONTRACTS[offered] = Contract(app.json.loads(app.test_client().get("/openapi.json").data))
    app.extensions["contract"] = CONTRACTS[offered]
    app.test_client_class = CheckedClient
    return app


def guide_app(place: Path, base: str = "") -> Flask:
    """Return an application that serves the guide in a folder, and nothing else."""
    app = Flask(__name__, static_folder=None)
    app.url_map.strict_slashes = app.url_map.merge_slashes = False
    app.extensions["longroad"] = None
    guide.install(app, place)
    route_table.install(app, (), base)
    return app


def own_quota(most: int) -> Quota:
    """Return an unused quota, with a window that does not end in the middle of a test."""
    return Quota(f"own-{uuid4().hex}", most, ERA_S)


@dataclass(frozen=True, slots=True)
class Table:
    """Represents a game and the tokens that its creator got."""

    client: FlaskClient
    id: str
    tokens: list[str]
    owner: str
    invite: str | None

    @property
    def path(self) -> str:
        """Return the path of the game."""
        return f"/v1/games/{self.id}"

    def headers(self, seat: int | None, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return the headers of a seat; None is a spectator."""
        mine = {} if seat is None else {"Authorization": f"Bearer {self.tokens[seat]}"}
        return mine | dict(more or {})

    def get(self, place: str = "", seat: int | None = None, **headers: str) -> TestResponse:
        """Get a resource of the game; `If_None_Match=...` is a header."""
        return self.client.get(self.path + place, headers=self.headers(seat, named(headers)))

    def post(self, place: str, body: Any, seat: int | None = None, **headers: str) -> TestResponse:
        """Post JSON to the game."""
        sent = self.headers(seat, named(headers) | {"Content-Type": "application/json"})
        return self.client.post(self.path + place, data=json.dumps(body), headers=sent)

    def delete(self, place: str, seat: int | None = None, **headers: str) -> TestResponse:
        """Delete a resource of the game."""
        return self.client.delete(self.path + place, headers=self.headers(seat, named(headers)))

    def act(self, seat: int, type_: str, /, **members: Any) -> dict[str, Any]:
        """Send a command that must be accepted."""
        answer = self.post("/commands", {"type": type_, **members}, seat)
        assert answer.status_code == 201, answer.text
        body: dict[str, Any] = answer.json
        return body

    def version(self) -> int:
        """Return the newest version of the game."""
        return int(self.get().json["version"])

    def put_aside(self) -> None:
        """Put the first chips of both seats aside, as all owe at the beginning."""
        for seat in range(len(self.tokens)):
            self.post("/commands", self.get("/legal-actions", seat).json["templates"][0]["example"], seat)


def named(headers: Mapping[str, str]) -> dict[str, str]:
    """Return headers from keyword arguments."""
    return {name.replace("_", "-"): value for name, value in headers.items()}


def new_table(client: FlaskClient, **wish: Any) -> Table:
    """Make a game of the toy, for two people unless stated otherwise."""
    return table_of(client, {"ruleset": "toy", "seats": SEATS, **wish})


def table_of(client: FlaskClient, body: Mapping[str, Any]) -> Table:
    """Make the game that a body describes."""
    answer = client.post("/v1/games", json=body)
    assert answer.status_code == 201, answer.text
    made = answer.json
    tokens = [seat.get("token", "") for seat in made["seats"]]
    return Table(client, made["id"], tokens, made["owner_token"], made.get("invite"))
