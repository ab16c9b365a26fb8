"""Tests reads across games: what is owed, now or once it is due, and one feed of everything."""

import json
import time
from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.conftest import StorePair
from tests.service.http.client import SEATS, Table, new_table
from tests.service.http.keys import new_key, with_key
from tests.service.http.live import Server, served
from tests.service.http.problem_answers import problem
from tests.settling import settle


def pending(client: FlaskClient, headers: dict[str, str], query: str = "") -> Any:
    answer = client.get("/v1/me/pending" + query, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json


def test_what_is_owed_is_told_once_a_cursor(table: Table) -> None:
    first = pending(table.client, table.headers(0))
    [debt] = first["pending"]
    assert (debt["game"], debt["seat"], debt["must"], debt["version"]) == (table.id, 0, True, 1)
    again = pending(table.client, table.headers(0), f"?after={first['cursor']}")
    assert again["pending"] == []
    assert pending(table.client, table.headers(0))["pending"] == [debt]


def test_who_has_acted_and_owes_again_is_told_again(running: Table) -> None:
    seat = running.headers(0)
    first = pending(running.client, seat)
    assert len(first["pending"]) == 1
    running.act(0, "Roll")
    second = pending(running.client, seat, f"?after={first['cursor']}")
    assert [debt["version"] for debt in second["pending"]] == [4]
    running.act(0, "EndTurn")
    assert pending(running.client, seat, f"?after={second['cursor']}")["pending"] == []
    assert [debt["seat"] for debt in pending(running.client, running.headers(1))["pending"]] == [1]


def test_an_answer_at_once_when_something_is_owed_else_at_the_end_of_the_wait(running: Table) -> None:
    started = time.monotonic()
    first = pending(running.client, running.headers(0), "?wait=30")
    assert len(first["pending"]) == 1
    assert time.monotonic() - started < 29
    started = time.monotonic()
    quiet = pending(running.client, running.headers(0), f"?wait=1&after={first['cursor']}")
    assert quiet["pending"] == []
    assert time.monotonic() - started > 0.9
    assert quiet["cursor"] == first["cursor"]


@pytest.mark.parametrize("query", ["?after=x", "?after=%00", "?after=AAAA", "?wait=31", "?wait=x", "?since=1"])
def test_a_query_of_the_wrong_shape_is_422(table: Table, query: str) -> None:
    problem(table.client.get("/v1/me/pending" + query, headers=table.headers(0)), 422, "invalid_body")


def test_only_who_has_seats_is_owed_anything(client: FlaskClient, table: Table) -> None:
    for path in ("/v1/me/pending", "/v1/me/events"):
        problem(client.get(path), 401, "unauthorized")
        for token in ("nonsense", "x.y", table.id + ".zzz"):
            problem(client.get(path, headers={"Authorization": f"Bearer {token}"}), 401, "unauthorized")
        owner = {"Authorization": f"Bearer {table.owner}"}
        problem(client.get(path, headers=owner), 403, "forbidden")


def test_a_key_sees_all_its_games_in_one_row(client: FlaskClient) -> None:
    key = new_key(client)
    wish = {"ruleset": "toy", "seats": SEATS}
    games = [client.post("/v1/games", json=wish, headers=with_key(key)).json for _ in range(3)]
    new_table(client)  # a game of another key
    owed = pending(client, with_key(key))["pending"]
    assert {(debt["game"], debt["seat"]) for debt in owed} == {(game["id"], seat) for game in games for seat in (0, 1)}
    settle(client.application.extensions["longroad"].context.store)
    events = paged(client, with_key(key), 7)
    assert len({event["cursor"] for event in events}) == len(events)
    for game in games:
        for seat in (0, 1):
            headers = {"Authorization": f"Bearer {game['seats'][seat]['token']}"}
            own = client.get(f"/v1/games/{game['id']}/events?limit=1000", headers=headers).json["events"]
            told = [event for event in events if (event["game"], event["you"]) == (game["id"], seat)]
            assert [event["event"] for event in told] == own
    everywhere = client.get(f"/v1/me/events?after={events[5]['cursor']}", headers=with_key(key)).json["events"]
    assert everywhere == events[6:]
    assert client.get("/v1/me/events?after=latest", headers=with_key(key)).json["events"] == []


def paged(client: FlaskClient, headers: dict[str, str], limit: int) -> list[dict[str, Any]]:
    page = client.get(f"/v1/me/events?limit={limit}", headers=headers).json
    events = list(page["events"])
    while "next" in page:
        page = client.get(f"/v1/me/events?limit={limit}&after={page['next']}", headers=headers).json
        events += page["events"]
    return events


@pytest.fixture(scope="module")
def server(stores: StorePair) -> Iterator[Server]:
    with served(stores) as server:
        yield server


def test_a_waiting_bot_hears_at_once_of_its_turn_and_of_new_games(server: Server) -> None:
    key = server.ask("POST", "/v1/keys", {})[1]["key"]
    wish = {"ruleset": "toy", "seats": SEATS}
    made = server.ask("POST", "/v1/games", wish, X_Api_Key=key)[1]
    cursor = server.ask("GET", "/v1/me/pending", X_Api_Key=key)[1]["cursor"]
    heard: list[Any] = []

    def wait() -> None:
        heard.append(server.ask("GET", f"/v1/me/pending?wait=30&after={cursor}", X_Api_Key=key)[1])

    waiting = Thread(target=wait)
    waiting.start()
    time.sleep(0.3)
    other = server.ask("POST", "/v1/games", wish, X_Api_Key=key)[1]
    started = time.monotonic()
    waiting.join()
    assert time.monotonic() - started < 29
    assert {debt["game"] for debt in heard[0]["pending"]} == {other["id"]}
    cursor = heard[0]["cursor"]
    waiting = Thread(target=wait)
    waiting.start()
    time.sleep(0.3)
    token = made["seats"][0]["token"]
    path = f"/v1/games/{made['id']}"
    command = server.ask("GET", path + "/legal-actions", token=token)[1]["templates"][0]["example"]
    assert server.ask("POST", path + "/commands", command, token)[0] == 201
    token = made["seats"][1]["token"]
    command = server.ask("GET", path + "/legal-actions", token=token)[1]["templates"][0]["example"]
    assert server.ask("POST", path + "/commands", command, token)[0] == 201
    started = time.monotonic()
    waiting.join()
    assert time.monotonic() - started < 29
    assert {(debt["game"], debt["seat"]) for debt in heard[1]["pending"]} == {(made["id"], 0)}


def test_the_feed_streams_and_goes_on_from_any_event(server: Server) -> None:
    key = server.ask("POST", "/v1/keys", {})[1]["key"]
    wish = {"ruleset": "toy", "seats": SEATS}
    server.ask("POST", "/v1/games", wish, X_Api_Key=key)
    stream = server.stream("/v1/me/events", X_Api_Key=key)
    first = stream.take(10)
    server.ask("POST", "/v1/games", wish, X_Api_Key=key)
    second = stream.take(10)
    stream.close()
    row = [message["data"] for message in first + second]
    assert len({event["game"] for event in row}) == 2
    assert [message["id"] for message in first] == [event["cursor"] for event in row[:10]]
    resumed = server.stream("/v1/me/events", X_Api_Key=key, Last_Event_ID=first[3]["id"])
    assert [message["data"] for message in resumed.take(16)] == row[4:]
    resumed.close()
    lines = server.connection()
    lines.request(
        "GET", f"/v1/me/events?after={row[8]['cursor']}", None, {"X-Api-Key": key, "Accept": "application/x-ndjson"}
    )
    answer = lines.getresponse()
    told = [line for line in (answer.readline().strip() for _ in range(12)) if line]
    assert [json.loads(line) for line in told] == row[9 : 9 + len(told)]
    lines.close()
