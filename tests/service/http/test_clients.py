"""Tests what the administrator sees of clients, and does about them."""

import logging
import time
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.clients.limits import TRUSTED_S, all_limits
from service.clients.ownership import share_of_address
from service.game.context import Context
from service.queue.fair_shares import KEPT_S, LONG
from service.views.lobby_projection import Lobby
from tests.service.following import follow_feeds
from tests.service.http.client import checked_app
from tests.service.recorded import record_of
from tests.service.tables import fresh, played

ADMIN = {"X-Api-Key": "the administrator's own key"}
AGENTS = [{"kind": "ai"}, {"kind": "ai"}]
PEOPLE = [{"kind": "human"}, {"kind": "human"}]
OPEN = {"closed": False}
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

    little = {"games": 1, "ai_games": 0, "limits": OPEN, "jobs": 0, "worker_seconds": 0.0}
    assert listed == {
        here: {"id": here, "games": 3, "ai_games": 2, "limits": OPEN, "jobs": 0, "worker_seconds": 3.5},
        there: {"id": there, **little},
        trusted["id"]: {"id": trusted["id"], **little},
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
        page = asked(admin, limit=2, after=page["next"])
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


def limited(client: FlaskClient, address: str, **limits: Any) -> Any:
    path = f"/v1/admin/clients/{share_of_address(address)}/limits"
    answer = client.put(path, json=limits, headers=ADMIN)
    assert answer.status_code == 200
    return answer.json["limits"]


def refused(client: FlaskClient, path: str, body: Any, address: str = HERE, **headers: str) -> Any:
    answer = client.post(path, json=body, headers=headers, environ_base={"REMOTE_ADDR": address})
    assert answer.status_code >= 400
    return {name: answer.json.get(name) for name in ("status", "rule", "limit", "detail")}


def test_a_client_gets_a_limit_of_its_own(admin: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    wish = {"ruleset": "toy", "seats": AGENTS}
    made(admin, AGENTS)
    with caplog.at_level(logging.INFO, "longroad.admin"):
        assert limited(admin, HERE, ai_games=1) == {"ai_games": 1, "closed": False}
    assert caplog.messages == [f"act of key-admin: updateClientLimits {share_of_address(HERE)} ai_games=1 closed=False"]

    seen = refused(admin, "/v1/games", wish)
    assert (seen["status"], seen["rule"], seen["limit"]) == (409, "agents.games_of_client", 1)
    made(admin, PEOPLE)
    made(admin, AGENTS, THERE)
    assert limited(admin, HERE) == OPEN
    made(admin, AGENTS)


def test_a_limit_of_ones_own_may_be_higher_than_the_servers(context: Context) -> None:
    few = replace(context, settings=replace(context.settings, ai_games_per_client=1))
    client = checked_app(few).test_client()
    limited(client, HERE, ai_games=2)
    for _ in range(2):
        made(client, AGENTS)
    assert refused(client, "/v1/games", {"ruleset": "toy", "seats": AGENTS})["limit"] == 2


def test_a_client_that_is_closed_makes_no_games(admin: FlaskClient, context: Context) -> None:
    wish = {"ruleset": "toy", "seats": PEOPLE}
    made_before = admin.post("/v1/games", json=wish, environ_base={"REMOTE_ADDR": HERE}).json
    path, key = f"/v1/games/{made_before['id']}", keys_at(admin, HERE)
    token = {"Authorization": f"Bearer {made_before['seats'][0]['token']}"}
    record = record_of(context, played(context, 3).id)
    limited(admin, HERE, closed=True)

    for place, body, headers in (
        ("/v1/games", wish, {}),
        ("/v1/games", wish, {"X-Api-Key": key}),
        ("/v1/games", {"record": record}, {}),
        (f"{path}/branches", {"version": 1}, token),
        ("/v1/arenas", {"ruleset": "toy", "agents": ["uniform", "uniform"], "games": 2}, {}),
    ):
        seen = refused(admin, place, body, **headers)
        assert (seen["status"], "closed this client" in seen["detail"]) == (403, True), place

    legal = admin.get(f"{path}/legal-actions", headers=token).json
    assert admin.post(f"{path}/commands", json=legal["templates"][0]["example"], headers=token).status_code == 201
    made(admin, PEOPLE, THERE)
    limited(admin, HERE)
    made(admin, PEOPLE)


def test_a_client_that_is_blocked_takes_no_seats_either(admin: FlaskClient, context: Context) -> None:
    wish = {"ruleset": "toy", "seats": [*PEOPLE[:1], {"kind": "open"}]}
    one, other = (admin.post("/v1/games", json=wish, environ_base={"REMOTE_ADDR": THERE}).json for _ in range(2))
    answer = admin.post(f"/v1/games/{one['id']}/seats", json={}, environ_base={"REMOTE_ADDR": HERE})
    assert answer.status_code == 201
    assert limited(admin, HERE, blocked=True) == {"closed": False, "blocked": True}

    for place, body in (("/v1/games", wish), (f"/v1/games/{other['id']}/seats", {})):
        for headers in ({}, {"X-Api-Key": keys_at(admin, HERE)}):
            seen = refused(admin, place, body, **headers)
            assert (seen["status"], "blocked this client" in seen["detail"]) == (403, True), place

    path, token = f"/v1/games/{one['id']}", {"Authorization": f"Bearer {answer.json['token']}"}
    assert admin.post(f"{path}/resign", json={}, headers=token).status_code == 201
    assert admin.post(f"/v1/games/{other['id']}/seats", json={}, environ_base={"REMOTE_ADDR": "192.0.2.1"}).json
    limited(admin, HERE)
    made(admin, PEOPLE)


def test_other_processes_learn_of_a_limit(
    admin: FlaskClient, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = checked_app(fresh(context)).test_client()
    made(other, PEOPLE)
    limited(admin, HERE, closed=True)
    later = time.monotonic() + TRUSTED_S
    monkeypatch.setattr("service.clients.limits.time.monotonic", lambda: later)
    assert refused(other, "/v1/games", {"ruleset": "toy", "seats": PEOPLE})["status"] == 403


def test_clients_with_limits_are_listed(admin: FlaskClient) -> None:
    for number in range(3):
        limited(admin, f"203.0.113.{number}", ai_games=number)
    page = asked(admin, limit=2, limited="true")
    rest = asked(admin, limit=2, limited="true", after=page["next"])
    found = [one["id"] for one in (*page["clients"], *rest["clients"])]
    assert found == sorted((share_of_address(f"203.0.113.{number}") for number in range(3)), reverse=True)
    assert asked(admin) == {"clients": []}


def test_the_administrator_gets_no_limits(admin: FlaskClient) -> None:
    answer = admin.put("/v1/admin/clients/key-admin/limits", json={"closed": True}, headers=ADMIN)
    assert (answer.status_code, answer.json["detail"]) == (403, "The administrator's key has no limits.")


def test_limits_are_bounded(admin: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.clients.limits.MOST", 1)
    limited(admin, HERE, closed=True)
    limited(admin, HERE, closed=True, ai_games=1)
    path = f"/v1/admin/clients/{share_of_address(THERE)}/limits"
    assert admin.put(path, json={"closed": True}, headers=ADMIN).status_code == 403
    assert admin.put(path, json={}, headers=ADMIN).status_code == 200


def test_games_of_a_client_are_removed_by_a_job(admin: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    here = share_of_address(HERE)
    made(admin, AGENTS)
    with caplog.at_level(logging.INFO, "longroad.admin"):
        answer = admin.delete(f"/v1/admin/clients/{here}/games?people=true", headers=ADMIN)
    job = answer.json["id"]
    assert (answer.status_code, answer.json["kind"], answer.json["status"]) == (202, "removal", "queued")
    assert caplog.messages == [f"act of key-admin: deleteClientGames {here} people=True job={job}"]
    assert admin.get(answer.headers["Location"], headers=ADMIN).json["id"] == job
    assert admin.get(answer.headers["Location"]).status_code == 404
    assert admin.delete("/v1/admin/clients/nobody/games", headers=ADMIN).status_code == 404


@pytest.mark.parametrize(("method", "place"), [("PUT", "limits"), ("DELETE", "games")])
def test_nobody_else_changes_anything(admin: FlaskClient, context: Context, method: str, place: str) -> None:
    path = f"/v1/admin/clients/{share_of_address(HERE)}/{place}"
    body = {"closed": True} if method == "PUT" else None
    trusted = admin.post("/v1/keys", json={}, headers=ADMIN).json["key"]
    for headers, status in (({}, 401), ({"X-Api-Key": trusted}, 403), ({"X-Api-Key": keys_at(admin, HERE)}, 403)):
        assert admin.open(path, method=method, json=body, headers=headers).status_code == status
    assert all_limits(context) == {}
    assert not context.jobs.long.job_ids
