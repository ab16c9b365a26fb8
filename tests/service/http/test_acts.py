"""Tests that what administrators do is kept, and can be read page by page."""

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.clients import audit_log
from service.clients.audit_log import keep_act
from service.clients.ownership import share_of_address
from service.game.context import Context
from tests.service.http.client import checked_app

ADMIN = {"X-Api-Key": "the administrator's own key"}
HERE = share_of_address("203.0.113.7")


@pytest.fixture
def context(ctx: Context) -> Context:
    """Return a context with an administrator."""
    return replace(ctx, settings=replace(ctx.settings, admin_key=ADMIN["X-Api-Key"]))


@pytest.fixture
def admin(context: Context) -> FlaskClient:
    """Return a client of a server with this context."""
    return checked_app(context).test_client()


def listed(client: FlaskClient, **query: Any) -> Any:
    answer = client.get("/v1/admin/acts", query_string=query, headers=ADMIN)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    return answer.json


def test_acts_are_listed_the_newest_first(admin: FlaskClient, context: Context) -> None:
    assert listed(admin) == {"acts": []}
    path = f"/v1/admin/clients/{HERE}"
    for ai_games in (5, 6):
        assert admin.put(f"{path}/limits", json={"ai_games": ai_games}, headers=ADMIN).status_code == 200
    assert admin.delete(f"{path}/games", headers=ADMIN).status_code == 202
    keep_act(context, "ann on the command line", "updateClientLimits", HERE)

    found = listed(admin)["acts"]
    assert [(one["by"], one["operation"], one["on"]) for one in found] == [
        ("ann on the command line", "updateClientLimits", HERE),
        ("key-admin", "deleteClientGames", HERE),
        ("key-admin", "updateClientLimits", HERE),
        ("key-admin", "updateClientLimits", HERE),
    ]
    assert [one["details"] for one in found[2:]] == ["ai_games=6 closed=False", "ai_games=5 closed=False"]
    assert [one["time"] for one in found] == sorted((one["time"] for one in found), reverse=True)


def test_acts_come_in_pages(admin: FlaskClient, context: Context) -> None:
    for number in range(5):
        keep_act(context, "key-admin", "updateClientLimits", str(number))
    page = listed(admin, limit=2)
    found = [one["on"] for one in page["acts"]]
    while "next" in page:
        page = listed(admin, limit=2, after=page["next"])
        found += [one["on"] for one in page["acts"]]
    assert found == ["4", "3", "2", "1", "0"]
    assert [one["on"] for one in listed(admin, on="3")["acts"]] == ["3"]
    assert admin.get("/v1/admin/acts?after=nothing", headers=ADMIN).status_code == 422


def test_the_oldest_acts_go(admin: FlaskClient, context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_log, "MOST", 2)
    for number in range(4):
        keep_act(context, "key-admin", "updateClientLimits", str(number))
    assert [one["on"] for one in listed(admin)["acts"]] == ["3", "2"]


def test_no_one_else_reads_them(admin: FlaskClient) -> None:
    trusted = admin.post("/v1/keys", json={}, headers=ADMIN).json["key"]
    for headers, status in (({}, 401), ({"X-Api-Key": trusted}, 403)):
        assert admin.get("/v1/admin/acts", headers=headers).status_code == status
