"""Tests the export of own games: each a record on a line of JSON, as the caller may see it, in any number of parts."""

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from eventstore.outages import StoreAway
from service.clients.authentication import Caller
from service.game.context import Context
from service.records.replay import replay
from tests.cost.weighing import Calls
from tests.service.http.client import SEATS, Table, new_table
from tests.service.http.keys import APP, new_key, new_player, token_of, with_key
from tests.service.http.problem_answers import problem

PATH = "/v1/me/records"


@pytest.fixture
def ctx(app: Flask) -> Context:
    context: Context = app.extensions["longroad"].context
    return context


def export(client: FlaskClient, key: str, query: str = "", **headers: str) -> list[dict[str, Any]]:
    """Return the lines of an export."""
    answer = client.get(PATH + query, headers=with_key(key) | headers)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


def made_by(client: FlaskClient, key: str, *, is_over: bool = True, **wish: Any) -> Table:
    """Return a game of a key, which is over unless stated otherwise: the first seat has resigned."""
    answer = client.post("/v1/games", json={"ruleset": "toy", "seats": SEATS, **wish}, headers=with_key(key))
    made = answer.json
    table = Table(client, made["id"], [seat["token"] for seat in made["seats"]], made["owner_token"], None)
    table.put_aside()
    if is_over:
        assert table.post("/resign", {}, 0).status_code < 300
    return table


def test_finished_games_are_the_records_that_replays_write(client: FlaskClient, ctx: Context) -> None:
    key = new_key(client)
    over = [made_by(client, key), made_by(client, key, private=True)]
    made_by(client, key, is_over=False)
    lines = export(client, key)
    assert [line["game"] for line in lines] == [table.id for table in over]
    for line in lines:
        told = replay(ctx, line["game"], Caller(line["game"], line["seat"]), {"format": "json"}, lambda part: None)
        assert line["record"] == json.loads(json.dumps(told["record"]))
        assert "seed" in line["record"]


def test_a_line_holds_what_is_imported(client: FlaskClient) -> None:
    key = new_key(client)
    table = made_by(client, key)
    [line] = export(client, key)
    answer = client.post("/v1/games", json={"record": line["record"]})
    assert answer.status_code == 201, answer.text
    assert client.get(f"/v1/games/{answer.json['id']}").json["result"] == table.get().json["result"]


def test_a_cursor_goes_on_after_its_line_and_the_last_line_leads_on(client: FlaskClient) -> None:
    key = new_key(client)
    games = [made_by(client, key).id for _ in range(3)]
    found: list[str] = []
    query = "?limit=1"
    for number in range(3):
        line, *more = export(client, key, query)
        found.append(line["game"])
        assert [list(one) for one in more] == ([["next"]] if number < 2 else [])
        query = f"?limit=1&after={line['cursor']}"
        if more:
            assert more[0]["next"] == line["cursor"]
    assert found == games
    assert export(client, key, query) == []
    later = made_by(client, key).id
    assert [line["game"] for line in export(client, key, query)] == [later]


def test_the_link_header_leads_on_too(client: FlaskClient) -> None:
    key = new_key(client)
    for _ in range(2):
        made_by(client, key)
    answer = client.get(f"{PATH}?limit=1", headers=with_key(key))
    assert 'rel="next"' in answer.headers["Link"]


def test_a_running_game_is_shown_as_the_seat_sees_it(client: FlaskClient) -> None:
    key = new_key(client)
    table = made_by(client, key, is_over=False)
    assert export(client, key) == []
    [line] = export(client, key, "?status=all")
    record = line["record"]
    assert record["status"] == "running"
    assert not {"seed", "chain", "result"} & record.keys()
    assert all("digest" not in version for version in record["versions"])
    told = [event for version in record["versions"] for event in version["events"]]
    seen = table.get("/events", line["seat"]).json["events"]
    mine = [{k: v for k, v in one.items() if k not in ("version", "index", "time")} for one in seen]
    assert told == mine


def test_a_player_exports_its_own_games_alone(client: FlaskClient) -> None:
    key = new_key(client, scopes=APP)
    ana, bea, cleo = (new_player(client, key, name) for name in ("Ana", "Bea", "Cleo"))
    seats = [{"kind": "human", "player": ana}, {"kind": "human", "player": bea}]
    made = client.post(
        "/v1/games", json={"ruleset": "toy", "seats": seats, "private": True}, headers=with_key(key)
    ).json
    query = "?status=all"
    views = [export(client, token_of(client, key, player), query) for player in (ana, bea, cleo)]
    assert [[(line["game"], line["seat"]) for line in lines] for lines in views] == [
        [(made["id"], 0)],
        [(made["id"], 1)],
        [],
    ]
    assert [line["game"] for line in export(client, key, query)] == [made["id"]]
    assert export(client, new_key(client), query) == []


def test_the_token_of_a_seat_exports_its_game(running: Table) -> None:
    answer = running.client.get(f"{PATH}?status=all", headers=running.headers(1))
    line = json.loads(answer.text)
    assert (line["game"], line["seat"]) == (running.id, 1)


def test_one_export_at_a_time(client: FlaskClient, app: Flask) -> None:
    key = new_key(client)
    made_by(client, key)
    first = client.get(PATH, headers=with_key(key), buffered=False)
    pieces = first.iter_encoded()
    next(pieces)
    problem(client.get(PATH, headers=with_key(key)), 429, "too_many_streams")
    first.close()
    assert len(export(client, key)) == 1


def test_an_export_that_the_store_cuts_short_does_not_end_like_a_whole_one(
    client: FlaskClient, ctx: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = new_key(client)
    games, load = [made_by(client, key).id for _ in range(2)], ctx.games.load

    def fail_at_last(game: str) -> Any:
        if game == games[1]:
            raise StoreAway
        return load(game)

    monkeypatch.setattr(ctx.games, "load", fail_at_last)
    pieces = client.get(PATH, headers=with_key(key), buffered=False).iter_encoded()
    read: list[bytes] = []
    with pytest.raises(ConnectionResetError):
        read.extend(pieces)
    monkeypatch.undo()
    assert len(export(client, key)) == 2, "and another one may begin"


def test_an_export_costs_little_more_for_games_of_other_exports(client: FlaskClient) -> None:
    key, steps = new_key(client), []
    for size in (21, 20):
        for _ in range(size):
            body = {"ruleset": "toy", "seats": SEATS}
            assert client.post("/v1/games", json=body, headers=with_key(key)).status_code == 201
        export(client, key, "?status=all&limit=20")
        with Calls() as used:
            lines = export(client, key, "?status=all&limit=20")
        assert len(lines) == 20 + 1
        steps.append(used.steps)
    assert steps[1] <= steps[0] + 2_000, steps


@pytest.mark.parametrize("query", ["?after=x", "?after=1", "?after=.g", "?limit=0", "?limit=101", "?status=running"])
def test_a_query_of_the_wrong_shape_is_422(client: FlaskClient, query: str) -> None:
    key = new_key(client)
    assert client.get(PATH + query, headers=with_key(key)).status_code == 422


def test_what_else_is_refused(client: FlaskClient, table: Table) -> None:
    key = new_key(client)
    problem(client.get(PATH), 401, "unauthorized")
    problem(client.get(PATH, headers=with_key(key) | {"Accept": "text/html"}), 406, "not_acceptable")
    problem(client.get(PATH, headers={"Authorization": f"Bearer {table.owner}"}), 403, "forbidden")


def test_games_that_are_gone_or_of_nobody_are_left_out(client: FlaskClient, ctx: Context) -> None:
    key = new_key(client)
    gone, kept = made_by(client, key), made_by(client, key)
    new_table(client)
    ctx.store.delete(gone.id)
    ctx.games.forget(gone.id)
    assert [line["game"] for line in export(client, key)] == [kept.id]
