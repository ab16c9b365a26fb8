"""Tests what the administrator sees of clients, and does about them."""

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.clients.ownership import share_of_address
from service.game.context import Context
from service.queue.fair_shares import KEPT_S, LONG
from service.views.lobby_projection import Lobby, follow_feeds
from tests.service.http.client import checked_app

ADMIN = {"X-Api-Key": "the administrator's own key"}
AGENTS = [{"kind": "ai"}, {"kind": "ai"}]
PEOPLE = [{"kind": "human"}, {"kind": "human"}]
HERE, THERE = "203.0.113.7", "198.51.100.9"


@pytest.fixture
def context(ctx: Context) -> Context:
    """Return a context with an administrator."""
    return replace(ctx, settings=replace(ctx.settings, admin_key=ADMIN["X-Api-Key"]))


@pytest.fixture
def admin(context: Context) -> FlaskClient:
    """Return a client of a server with this context."""
    return checked_app(context).test_client()


def made(client: FlaskClient, seats: list[dict[str, str]], address: str = HERE, key: str | None = None) -> str:
    headers = {} if key is None else {"X-Api-Key": key}
    answer = client.post(
        "/v1/games", json={"ruleset": "toy", "seats": seats}, headers=headers, environ_base={"REMOTE_ADDR": address}
    )
    assert answer.status_code == 201
    return str(answer.json["id"])


def asked(client: FlaskClient, place: str = "", **query: Any) -> Any:
    answer = client.get(f"/v1/admin/clients{place}", query_string=query, headers=ADMIN)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    return answer.json


def keys_at(client: FlaskClient, address: str) -> str:
    return str(client.post("/v1/keys", json={}, environ_base={"REMOTE_ADDR": address}).json["key"])


def test_the_administrator_sees_what_each_client_does(admin: FlaskClient, context: Context) -> None:
    here, there = share_of_address(HERE), share_of_address(THERE)
    games = [made(admin, AGENTS), made(admin, PEOPLE), made(admin, AGENTS, key=keys_at(admin, HERE))]
    made(admin, PEOPLE, THERE)
    trusted = admin.post("/v1/keys", json={}, headers=ADMIN).json
    made(admin, PEOPLE, key=trusted["key"])
    follow_feeds(context, Lobby(context))
    context.jobs.shares.charge(here, 1.5)
    context.jobs.shares.charge(f"{here}/key-1", 2.0)
    for job, to in (("none-1", here), ("none-2", here + LONG)):
        context.jobs.shares.note_job(to, job)

    listed = {one["id"]: one for one in asked(admin)["clients"]}

    assert listed == {
        here: {"id": here, "games": 3, "ai_games": 2, "jobs": 0, "worker_seconds": 3.5},
        there: {"id": there, "games": 1, "ai_games": 0, "jobs": 0, "worker_seconds": 0.0},
        trusted["id"]: {"id": trusted["id"], "games": 1, "ai_games": 0, "jobs": 0, "worker_seconds": 0.0},
    }
    one = asked(admin, f"/{here}")
    assert (one.pop("newest"), one) == (games[::-1], listed[here])
    assert HERE not in admin.get("/v1/admin/clients", headers=ADMIN).text


def test_clients_are_listed_in_pages(admin: FlaskClient, context: Context) -> None:
    for number in range(5):
        for _ in range(2):
            made(admin, AGENTS, f"203.0.113.{number}")
    page = asked(admin, limit=2)
    found = [one["id"] for one in page["clients"]]
    while "next" in page:
        page = asked(admin, limit=2, cursor=page["next"])
        found += [one["id"] for one in page["clients"]]
    assert found == sorted((share_of_address(f"203.0.113.{number}") for number in range(5)), reverse=True)


def test_what_a_client_used_long_ago_is_left_out(admin: FlaskClient, context: Context) -> None:
    shares, here = context.jobs.shares, share_of_address(HERE)
    now = shares.clock()
    shares.charge(here, 1.0)
    shares.clock = lambda: now + KEPT_S
    shares.charge(here, 2.0)
    assert asked(admin, f"/{here}")["worker_seconds"] == 2.0


@pytest.mark.parametrize("place", ["nothing", "key-1", "address-1", "address-" + "g" * 18])
def test_what_is_no_client_is_not_found(admin: FlaskClient, place: str) -> None:
    assert admin.get(f"/v1/admin/clients/{place}", headers=ADMIN).status_code == 404


@pytest.mark.parametrize("place", ["", "/key-admin"])
def test_nobody_else_is_told(admin: FlaskClient, place: str) -> None:
    path = f"/v1/admin/clients{place}"
    refused = admin.get(path)
    assert (refused.status_code, refused.json["expected"]) == (401, ["administrator_key"])
    for key in (keys_at(admin, HERE), admin.post("/v1/keys", json={}, headers=ADMIN).json["key"]):
        refused = admin.get(path, headers={"X-Api-Key": key})
        assert (refused.status_code, refused.json["given"]) == (403, "api_key")
        assert refused.json["expected"] == ["administrator_key"]
