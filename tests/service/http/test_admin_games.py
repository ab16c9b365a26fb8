"""Tests how the administrator lists, closes and renames in games of other people."""

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.clients.names import GONE
from service.clients.ownership import share_of_address
from service.game.clocks import DAY_MS
from service.game.context import Context
from service.views.lobby_projection import Lobby
from tests.service.following import follow_feeds
from tests.service.http.client import checked_app
from tests.service.recorded import imported, record_of

ADMIN = {"X-Api-Key": "the administrator's own key"}
PEOPLE = [{"kind": "human", "name": "Rude"}, {"kind": "human"}]
OPEN = [{"kind": "human"}, {"kind": "open"}]
HERE, THERE = "203.0.113.7", "198.51.100.9"


@pytest.fixture
def context(ctx: Context) -> Context:
    """Return a context with an administrator."""
    return replace(ctx, settings=replace(ctx.settings, admin_key=ADMIN["X-Api-Key"]))


@pytest.fixture
def admin(context: Context) -> FlaskClient:
    """Return a client of a server with this context."""
    return checked_app(context).test_client()


def made(client: FlaskClient, seats: Any = PEOPLE, address: str = HERE, **wish: Any) -> Any:
    body = {"ruleset": "toy", "seats": seats, **wish}
    answer = client.post("/v1/games", json=body, environ_base={"REMOTE_ADDR": address})
    assert answer.status_code == 201
    return answer.json


def listed(server: FlaskClient, **query: Any) -> Any:
    answer = server.get("/v1/admin/games", query_string=query, headers=ADMIN)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    return answer.json


def ids(server: FlaskClient, **query: Any) -> list[str]:
    page = listed(server, **query)
    found = [one["id"] for one in page["games"]]
    while "next" in page:
        page = listed(server, **query, after=page["next"])
        found += [one["id"] for one in page["games"]]
    return found


def acts(client: FlaskClient, game: str) -> list[tuple[str, str]]:
    found = client.get(f"/v1/admin/acts?on={game}", headers=ADMIN).json["acts"]
    return [(one["operation"], one["details"]) for one in found]


def token_of(game: Any, seat: int = 0) -> dict[str, str]:
    return {"Authorization": f"Bearer {game['seats'][seat]['token']}"}


def test_unfinished_games_are_listed_private_ones_too(admin: FlaskClient, context: Context) -> None:
    one, two, three = made(admin, private=True), made(admin, OPEN), made(admin, address=THERE)
    over = made(admin)
    assert admin.post(f"/v1/games/{over['id']}/resign", json={}, headers=token_of(over)).status_code == 201
    follow_feeds(context, Lobby(context))
    here, there = share_of_address(HERE), share_of_address(THERE)

    assert set(ids(admin)) == {one["id"], two["id"], three["id"]}
    assert ids(admin, client=here, limit=1) == [two["id"], one["id"]]
    assert ids(admin, client=here, status="open") == [two["id"]]
    assert (ids(admin, client=there), ids(admin, client="nobody")) == ([three["id"]], [])
    assert ids(admin, idle_days=1) == []
    found = listed(admin, client=here, status="running")["games"][0]
    assert (found["client"], found["private"], found["ruleset"], found["seats"][0]) == (
        here,
        True,
        "toy",
        {"seat": 0, "kind": "human", "name": "Rude"},
    )
    now = context.clock()
    late = checked_app(replace(context, clock=lambda: now + DAY_MS)).test_client()
    assert ids(late, idle_days=1, client=there) == [three["id"]]
    assert admin.get("/v1/admin/games?after=x", headers=ADMIN).status_code == 422


def test_a_game_is_closed_for_good(admin: FlaskClient, context: Context) -> None:
    running, over = made(admin), made(admin)
    assert admin.post(f"/v1/games/{over['id']}/resign", json={}, headers=token_of(over)).status_code == 201
    for game in (running, over):
        answer = admin.delete(f"/v1/admin/games/{game['id']}?reason=spam+of+bots", headers=ADMIN)
        assert answer.status_code == 204
        assert admin.get(f"/v1/games/{game['id']}", headers=token_of(game)).status_code in (401, 404)
        assert acts(admin, game["id"]) == [("deleteAnyGame", "reason=spam of bots")]
    assert admin.delete(f"/v1/admin/games/{running['id']}", headers=ADMIN).status_code == 404


def test_a_branch_that_others_need_is_not_closed(admin: FlaskClient) -> None:
    parent = made(admin)
    child = admin.post(f"/v1/games/{parent['id']}/branches", json={"version": 1}, headers=token_of(parent)).json
    refused = admin.delete(f"/v1/admin/games/{child['id']}", headers=ADMIN)
    assert (refused.status_code, refused.json["rule"]) == (409, "branch.kept")
    assert acts(admin, child["id"]) == []


def name_of(client: FlaskClient, game: Any, seat: int = 0) -> str | None:
    found: str | None = client.get(f"/v1/games/{game['id']}").json["seats"][seat].get("name")
    return found


def renamed(client: FlaskClient, game: str, seat: int, **body: Any) -> int:
    path = f"/v1/admin/games/{game}/seats/{seat}/name"
    return client.put(path, json=body, headers=ADMIN).status_code


def test_a_name_is_replaced_or_removed(admin: FlaskClient, context: Context) -> None:
    game = made(admin)
    assert renamed(admin, game["id"], 0, name="Ann") == 204
    assert name_of(admin, game) == "Ann"
    record = record_of(context, made_over(admin, game)["id"])
    imported(context, record)
    assert renamed(admin, game["id"], 0, name="Bea") == 204
    assert name_of(admin, game) == "Bea"
    assert renamed(admin, game["id"], 0) == 204
    assert name_of(admin, game) is None
    assert acts(admin, game["id"]) == [
        ("updateSeatName", "seat=0 removed=True"),
        *[("updateSeatName", "seat=0 removed=False")] * 2,
    ]


def made_over(client: FlaskClient, game: Any) -> Any:
    assert client.post(f"/v1/games/{game['id']}/resign", json={}, headers=token_of(game)).status_code == 201
    return game


def test_only_a_seat_with_a_name_is_renamed(admin: FlaskClient) -> None:
    game = made(admin)
    assert [renamed(admin, game["id"], seat, name="Ann") for seat in (1, 2)] == [404, 404]
    assert renamed(admin, "nothing", 0, name="Ann") == 404
    assert acts(admin, game["id"]) == []


def test_no_one_else_does_so(admin: FlaskClient) -> None:
    game = made(admin)
    trusted = admin.post("/v1/keys", json={}, headers=ADMIN).json["key"]
    path = f"/v1/admin/games/{game['id']}"
    for headers, status in (({}, 401), ({"X-Api-Key": trusted}, 403)):
        assert admin.get("/v1/admin/games", headers=headers).status_code == status
        assert admin.delete(path, headers=headers).status_code == status
        assert admin.put(f"{path}/seats/0/name", json={}, headers=headers).status_code == status
    assert name_of(admin, game) == "Rude"


def test_who_was_forgotten_gets_no_name_again(admin: FlaskClient, context: Context) -> None:
    game = made_over(admin, made(admin))
    context.store.set_name(game["id"], 0, GONE)
    assert renamed(admin, game["id"], 0, name="Ann") == 404
    assert renamed(admin, game["id"], 0) == 204
    assert context.store.names(game["id"]) == {0: GONE}
