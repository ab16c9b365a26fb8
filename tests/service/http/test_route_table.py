"""Tests that the route table is the only way of its operations, and answers as the routes of Flask do."""

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from redis import Redis
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from service.http import route_table
from service.http.quotas import REQUESTS
from service.http.route_table import RouteTable
from service.server.app import BLUEPRINTS
from service.views.newest_views import Newest, Sight
from tests.conftest import StorePair
from tests.eventstore.pasts import lose
from tests.service.http.client import Table, new_table, plain_app

OPERATIONS = {"getGame": "GET", "getLegalActions": "GET", "postCommands": "POST"}
PLACES = ("", "/legal-actions")
EACH_TIME = ("X-Request-Id", "RateLimit", "Content-Length")
PATHS = (
    "/v1/games/{}",
    "/v1/games/{}/legal-actions",
    "/v1/games/{}/commands",
    "/v1/games/{}/board",
    "/v1/games",
    "/v1",
)
IDS = ("toy-1", "", ".", "a b", "\u00e9", "%2F", "a/b", "a\nb", "*", "<id>")
AROUND = ("{}", "{}/", "{}//", "/{}", "{}\n", "{}/x", "{}x")
BEARERS: list[dict[str, str]] = [
    {"Authorization": "Bearer nonsense"},
    {"Authorization": "Bearer toy-1.unknown"},
    {"Authorization": "Basic abc"},
    {"Authorization": "key-000000000000000000.x"},
    {"Authorization": ""},
    {"X-Api-Key": "nonsense"},
    {"X-Api-Key": "nonsense", "X-Seat": "0"},
]
REFUSED = [
    *BEARERS,
    {"X-Longroad-Version": "2020-01-01"},
    {"Host": "no host"},
    {"X-Request-Id": "mine", "Authorization": "x"},
    {"Accept-Language": "es", "Authorization": "x"},
    {"Accept-Language": "es", "Accept-Encoding": "gzip", "Authorization": "x"},
]
BODIES: list[tuple[bytes, dict[str, str]]] = [
    (b"", {}),
    (b"{", {}),
    (b"\xff", {}),
    (b"[]", {}),
    (b'{"type":"Roll","type":"Roll"}', {}),
    (b"[" * 40, {}),
    (b" " * 300_000, {}),
    (b'{"commands":[]}', {}),
    (b'{"type":"Fly"}', {"Accept-Language": "es"}),
    (b'{"type":"Roll"}', {"Content-Type": "text/plain"}),
    (b'{"type":"Roll"}', {"Content-Type": ""}),
    (b'{"type":"Roll"}', {"Content-Encoding": "gzip"}),
    (b'{"type":"Roll"}', {"If-Match": "99"}),
    (b'{"type":"Roll"}', {"If-Match": '"no version"'}),
]


@pytest.fixture(scope="module")
def routes(app: Flask) -> RouteTable:
    """Return the route table of an application."""
    found: Any = app.wsgi_app
    assert isinstance(found, RouteTable)
    return found


def told(answer: TestResponse) -> Any:
    """Return an answer without what differs each time, and without its own path."""
    headers = sorted((name, text) for name, text in answer.headers.items() if name not in EACH_TIME)
    return answer.status, answer.text.replace(answer.request.path, ""), headers, "RateLimit" in answer.headers


def test_three_operations_are_answered_by_the_table_alone(app: Flask) -> None:
    direct = [route for blueprint in BLUEPRINTS for route in blueprint.direct_routes]
    assert {route.operation.name: route.method for route in direct} == OPERATIONS
    for route in direct:
        (rule,) = (one for one in app.url_map.iter_rules() if one.rule == route.rule and route.method in one.methods)
        with pytest.raises(AssertionError):
            app.view_functions[rule.endpoint](id="toy-1")


def test_the_table_takes_the_paths_that_flask_would_take(app: Flask, routes: RouteTable) -> None:
    direct = {route.rule for blueprint in BLUEPRINTS for route in blueprint.direct_routes}
    for method, path, id_, around in product(("GET", "HEAD", "POST", "DELETE", "PUT", "OPTIONS"), PATHS, IDS, AROUND):
        asked = around.format(path.format(id_))
        try:
            rule, values = app.url_map.bind("localhost").match(asked, method=method, return_rule=True)
        except HTTPException:
            rule, values = None, {}
        wanted = (rule.rule, values["id"]) if rule is not None and rule.rule in direct else None
        found = routes.find(method, "/" + asked.lstrip("/"))
        if method == "OPTIONS" or (rule is not None and rule.endpoint == "games.remove"):
            wanted = None
        assert (None if found is None else (found[0].rule, found[1])) == wanted, (method, asked)


def test_what_a_request_found_out_is_kept_in_one_place() -> None:
    """Check that nothing is kept in Flask's `g`, which requests to the table do not have."""
    sources = Path(route_table.__file__).parents[1].rglob("*.py")
    assert [path for path in sources if re.search(r"from flask import (.*\W)?g\b", path.read_text("utf-8"))] == []


@pytest.mark.parametrize("headers", REFUSED)
def test_a_read_is_refused_as_one_by_flask(running: Table, headers: dict[str, str]) -> None:
    ours, flasks = (running.client.get(path, headers=headers) for path in paths(running, "legal-actions", "fairness"))
    assert told(ours) == told(flasks)
    assert ours.status_code >= 400


@pytest.mark.parametrize("query", ["x=1", "x=1&x=2&y", "version=1"])
def test_parameters_are_refused_as_by_flask(running: Table, query: str) -> None:
    places = paths(running, "legal-actions", "fairness")
    ours, flasks = (running.client.get(path, query_string=query) for path in places)
    assert told(ours) == told(flasks)
    assert ours.status_code == 422


@pytest.mark.parametrize("headers", REFUSED)
def test_a_command_is_refused_as_a_dry_run(running: Table, headers: dict[str, str]) -> None:
    sent = {"Content-Type": "application/json", **headers}
    places = paths(running, "commands", "dry-runs")
    ours, flasks = (running.client.post(path, data=b'{"type":"Roll"}', headers=sent) for path in places)
    assert told(ours) == told(flasks)
    assert ours.status_code >= 400


@pytest.mark.parametrize(("body", "headers"), BODIES)
def test_a_body_is_refused_as_that_of_a_dry_run(running: Table, body: bytes, headers: dict[str, str]) -> None:
    sent = running.headers(0, {"Content-Type": "application/json", **headers})
    places = paths(running, "commands", "dry-runs")
    ours, flasks = (running.client.post(path, data=body, headers=sent) for path in places)
    assert told(ours) == told(flasks)
    assert ours.status_code >= 400


def paths(table: Table, *places: str) -> list[str]:
    """Return the paths of resources of a game."""
    return [f"{table.path}/{place}" for place in places]


@pytest.mark.parametrize("headers", [{}, {"Accept_Encoding": "gzip"}, {"Accept_Language": "es"}])
def test_an_answer_has_the_headers_of_one_by_flask(running: Table, headers: dict[str, str]) -> None:
    ours, flasks = (running.get(place, 0, **headers).headers for place in ("", "/board"))
    assert set(ours.keys()) - {"Content-Encoding"} == set(flasks.keys()) - {"Content-Encoding"}
    for name in set(ours.keys()) - {*EACH_TIME, "ETag", "Content-Encoding"}:
        assert ours[name] == flasks[name], name


@pytest.mark.parametrize("place", ["", "?version=1", "/legal-actions"])
@pytest.mark.parametrize("coding", ["", "gzip"])
def test_head_has_the_headers_of_get(running: Table, place: str, coding: str) -> None:
    sent = running.headers(0, {"Accept-Encoding": coding})
    get, head = (running.client.open(running.path + place, method=method, headers=sent) for method in ("GET", "HEAD"))
    assert (head.status, head.data) == (get.status, b"")
    names = set(get.headers.keys()) - {"X-Request-Id", "RateLimit"}
    assert {name: head.headers[name] for name in names} == {name: get.headers[name] for name in names}


def test_a_view_that_is_known_is_not_sent_again(running: Table) -> None:
    for place in ("", "?version=1"):
        view = running.get(place, 0)
        known = running.get(place, 0, If_None_Match=f'W/"no", {view.headers["ETag"]}')
        assert (known.status_code, known.data, known.headers["ETag"]) == (304, b"", view.headers["ETag"])
        assert not {"Content-Type", "Content-Length"} & set(known.headers.keys())


@pytest.mark.parametrize("place", PLACES)
def test_a_token_that_was_replaced_opens_nothing_more(table: Table, place: str) -> None:
    assert [table.get(place, 0).status_code for _ in range(2)] == [200, 200]
    assert table.post("/seats/0/token", {}, 0).status_code == 201
    assert table.get(place, 0).status_code == 401
    assert table.get(place, 1).status_code == 200


@pytest.mark.parametrize("place", PLACES)
def test_a_game_that_was_removed_is_not_found(table: Table, place: str) -> None:
    alone = new_table(table.client, seats=[{"kind": "human"}, {"kind": "open"}])
    assert [alone.get(place).status_code for _ in range(2)] == [200, 200]
    bearer = {"Authorization": f"Bearer {alone.owner}"}
    assert alone.client.delete(alone.path, headers=bearer).status_code == 204
    assert alone.get(place).status_code == 404


def test_a_name_shows_at_once(table: Table) -> None:
    first = [table.get("", 1).json["seats"][0] for _ in range(2)][-1]
    sent = table.headers(0)
    assert table.client.patch(f"{table.path}/seats/0", json={"name": "Bea"}, headers=sent).status_code == 200
    assert table.get("", 1).json["seats"][0] == first | {"name": "Bea"}


def test_versions_that_were_lost_are_not_shown(running: Table, stores: StorePair) -> None:
    table = running
    table.act(0, "Roll")
    seen = [table.get("", 0) for _ in range(2)][-1]
    with Redis.from_url(stores.events_url) as client:
        lose(client, table.id, seen.json["version"] - 1)
    before = table.get("", 0)
    assert before.json["version"] == seen.json["version"] - 1
    assert table.post("/commands", {"type": "Wave", "to": [1]}, 0).status_code == 201
    again = table.get("", 0)
    assert again.json["version"] == seen.json["version"]
    assert again.headers["ETag"] != seen.headers["ETag"]


def test_a_used_up_quota_refuses_and_counts_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    assert table.get("", 0).status_code == 200
    left = [int(table.get("", 0).headers["RateLimit"].split("r=")[1].split(";")[0]) for _ in range(2)]
    assert left[0] - left[1] == 1
    object.__setattr__(REQUESTS, "most", REQUESTS.most - left[1])
    try:
        assert table.get("", 0).status_code == 429
    finally:
        object.__setattr__(REQUESTS, "most", 60_000)


@pytest.mark.parametrize("place", PLACES)
def test_a_fault_of_ours_is_answered_as_a_problem(table: Table, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    assert table.get(place, 0).status_code == 200

    def fail(newest: Newest, *asked: object) -> Sight:
        raise ZeroDivisionError("the secret is 42")

    monkeypatch.setattr(Newest, "look", fail)
    answer = table.get(place, 0)
    assert (answer.status_code, answer.json["type"]) == (500, "/problems/internal_error")
    assert "secret" not in answer.text


def test_a_bad_id_of_a_request_is_replaced_and_a_good_one_kept(table: Table) -> None:
    given = [table.get("", 0, X_Request_Id=name).headers["X-Request-Id"] for name in ("mine", "mine-2", "no good")]
    assert given[:2] == ["mine", "mine-2"]
    assert given[2] != "no good"


def test_below_a_base_path_problems_and_old_forms_name_it(stores: StorePair) -> None:
    client = plain_app(stores, LONGROAD_BASE_PATH="/below").test_client()
    table = new_table(client)
    assert table.get("/legal-actions?x=1").json["instance"] == f"/below{table.path}/legal-actions"
    tried = table.post("/commands?dry_run=true", {"type": "Roll"}, 0)
    assert "</below/docs>" in tried.headers["Link"]
    assert tried.json["problem"]["instance"] == f"/below{table.path}/commands"
