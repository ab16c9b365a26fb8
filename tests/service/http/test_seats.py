"""Tests how people sit down and hand seats over, the lobby, and the removal of a game."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.service.http.client import Table, new_table

OPEN = [{"kind": "human"}, {"kind": "open"}]


def owner(table: Table) -> dict[str, str]:
    return {"Authorization": f"Bearer {table.owner}"}


def test_the_last_open_seat_starts_the_game(client: FlaskClient) -> None:
    table = new_table(client, seats=OPEN)
    assert table.get().json["status"] == "open"
    assert table.get("/board").status_code == 409
    joined = client.post(table.path + "/seats", json={"name": "Bea"})
    assert (joined.status_code, joined.json["seat"], joined.json["status"]) == (201, 1, "running")
    view = client.get(table.path, headers={"Authorization": f"Bearer {joined.json['token']}"}).json
    assert view["seats"][1]["name"] == "Bea"
    assert view["state"]["cards"][1] is not None


def test_sitting_down_twice_is_refused(client: FlaskClient) -> None:
    table = new_table(client, seats=[*OPEN, {"kind": "open"}])
    again = table.post("/seats", {}, 0)
    assert (again.status_code, again.json["rule"]) == (409, "seat.one_each")
    taken = table.post("/seats", {"seat": 0})
    assert (taken.status_code, taken.json["rule"]) == (409, "seat.taken")
    beyond = table.post("/seats", {"seat": 7})
    assert (beyond.status_code, beyond.json["errors"][0]["code"]) == (422, "no_such_seat")
    full = new_table(client)
    assert full.post("/seats", {}).json["rule"] == "seat.none_open"


def test_a_body_is_not_needed_to_sit_down(client: FlaskClient) -> None:
    table = new_table(client, seats=OPEN)
    assert client.post(table.path + "/seats").status_code == 201


@pytest.mark.parametrize("sandbox", [False, True])
def test_a_private_game_lets_the_invited_in(client: FlaskClient, sandbox: bool) -> None:
    table = new_table(client, seats=OPEN, private=True, sandbox=sandbox)
    assert table.invite
    assert table.post("/seats", {}).status_code == 404
    assert table.post("/seats", {"invite": "nonsense"}).status_code == 404
    assert table.post("/seats", {"invite": table.invite}).status_code == 201


def test_a_reissued_token_kills_the_old_one(table: Table) -> None:
    place = table.path + "/seats/0"
    answer = table.client.patch(place, json={"reissue": True}, headers=owner(table))
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert table.get("", 0).status_code == 401
    fresh = {"Authorization": f"Bearer {answer.json['token']}"}
    assert table.client.get(table.path, headers=fresh).status_code == 200


def test_a_seat_goes_to_an_agent_and_is_opened_again(table: Table) -> None:
    place = table.path + "/seats/1"
    handed = table.client.patch(place, json={"agent": "uniform"}, headers=owner(table)).json
    assert (handed["kind"], handed["agent"]) == ("ai", "uniform")
    assert table.get("", 1).status_code == 401
    assert table.client.patch(place, json={"open": True}, headers=owner(table)).json["kind"] == "open"


def test_one_change_of_a_seat_at_a_time(table: Table) -> None:
    place = table.path + "/seats/1"
    for body in ({}, {"reissue": False}, {"reissue": True, "open": True}, {"open": False, "agent": "uniform"}):
        answer = table.client.patch(place, json=body, headers=owner(table))
        assert (answer.status_code, answer.json["errors"][0]["code"]) == (422, "one_change")


def test_only_the_owner_changes_seats(table: Table) -> None:
    place = table.path + "/seats/1"
    assert table.client.patch(place, json={"reissue": True}).status_code == 401
    assert table.client.patch(place, json={"reissue": True}, headers=table.headers(0)).status_code == 403
    assert table.client.patch(table.path + "/seats/9", json={"open": True}, headers=owner(table)).status_code == 404


def test_the_owner_removes_a_game_without_other_people(client: FlaskClient) -> None:
    alone = new_table(client, seats=[{"kind": "human"}, {"kind": "ai", "agent": "uniform"}])
    assert client.delete(alone.path).status_code == 401
    assert client.delete(alone.path, headers=alone.headers(0)).status_code == 403
    assert client.delete(alone.path, headers=owner(alone)).status_code == 204
    assert alone.get().status_code == 404
    together = new_table(client)
    refused = client.delete(together.path, headers=owner(together))
    assert (refused.status_code, refused.json["rule"]) == (409, "game.other_people")


def test_the_lobby_is_read_in_pages(client: FlaskClient) -> None:
    made = [new_table(client).id for _ in range(3)]
    hidden = new_table(client, private=True).id
    first = client.get("/v1/games?limit=2&ruleset=toy&status=running").json
    assert [game["id"] for game in first["games"]] == [made[2], made[1]]
    second = client.get(f"/v1/games?limit=2&after={first['next']}").json
    assert second["games"][0]["id"] == made[0]
    assert hidden not in [game["id"] for game in first["games"] + second["games"]]
    assert client.get("/v1/games?after=nonsense").status_code == 422
    assert made[2] not in [game["id"] for game in client.get("/v1/games?status=finished").json["games"]]


def test_a_token_is_renewed_by_itself_and_safe_to_ask_for_again(client: FlaskClient) -> None:
    table = new_table(client)
    place = table.path + "/seats/1/token"
    once = table.headers(1) | {"Idempotency-Key": "a-secret-of-22-letters"}
    first, again = (client.post(place, headers=once) for _ in range(2))
    assert (first.status_code, first.headers["Cache-Control"]) == (201, "no-store")
    assert (again.json, again.headers["Idempotency-Replayed"]) == (first.json, "true")
    fresh = {"Authorization": f"Bearer {first.json['token']}"}
    view = client.get(table.path, headers=fresh).json
    assert (view["seats"][1]["held"], view["state"]["cards"][1] is not None) == (True, True)
    assert client.post(place, headers=table.headers(1)).status_code == 401
    assert client.post(place, headers=table.headers(0)).status_code == 403
    assert client.post(place, headers=owner(table)).status_code == 403
    assert client.post(place).status_code == 401
    assert client.post(table.path + "/seats/9/token", headers=fresh).status_code == 404
    short = client.post(place, headers=fresh | {"Idempotency-Key": "short"})
    assert (short.status_code, short.json["type"]) == (422, "/problems/idempotency_key_too_short")


def test_the_owner_gets_no_token_of_a_seat_that_is_held(client: FlaskClient) -> None:
    table = new_table(client, seats=OPEN)
    joined = client.post(table.path + "/seats", json={}).json["token"]
    version = table.version()
    for body in ({"reissue": True}, {"open": True}, {"agent": "uniform"}):
        answer = client.patch(table.path + "/seats/1", json=body, headers=owner(table))
        assert (answer.status_code, answer.json["rule"]) == (409, "seat.held")
    assert table.version() == version
    assert client.get(table.path, headers={"Authorization": f"Bearer {joined}"}).status_code == 200


def test_a_holder_renames_lends_and_takes_back(table: Table) -> None:
    def change(body: object) -> tuple[int, Any]:
        answer = table.client.patch(table.path + "/seats/0", json=body, headers=table.headers(0))
        return answer.status_code, answer.json

    assert change({"name": "Zoe"})[0] == 200
    assert table.get().json["seats"][0]["name"] == "Zoe"
    assert change({"agent": "uniform"})[1]["kind"] == "ai"
    assert table.get().json["seats"][0]["left"] == "lent"
    assert change({"agent": None})[1]["kind"] == "human"
    assert change({"agent": None})[1]["rule"] == "seat.not_lent"
    for body in ({"name": "Ana", "agent": "uniform"}, {}, {"name": ""}, {"agent": None, "open": True}):
        status, answer = change(body)
        assert (status, answer["errors"][0]["code"]) == (422, "one_change")
    for body in ({"name": "x" * 41}, {"name": None}, {"name": 7}, {"agent": 7}, {"agent": "deep-blue"}):
        assert change(body)[0] == 422
    for body in ({"reissue": True}, {"open": True}):
        assert change(body)[0] == 403


def test_a_lent_seat_is_taken_back_by_a_command(table: Table) -> None:
    table.client.patch(table.path + "/seats/0", json={"agent": "uniform"}, headers=table.headers(0))
    legal = table.get("/legal-actions", 0).json
    assert legal["must_act"] is False
    done = table.post("/commands", legal["templates"][0]["example"], 0)
    assert (done.status_code, done.json["events"][0]["type"]) == (201, "SeatReturned")
    assert "left" not in table.get().json["seats"][0]


def test_leaving_before_the_start(client: FlaskClient) -> None:
    table = new_table(client, seats=[*OPEN, {"kind": "open"}])
    token = client.post(table.path + "/seats", json={"seat": 1, "name": "Bea"}).json["token"]
    mine, place = {"Authorization": f"Bearer {token}"}, table.path + "/seats/1"
    assert client.delete(place, headers=table.headers(0)).status_code == 403
    assert client.delete(place, headers=owner(table)).status_code == 403
    assert client.delete(place).status_code == 401
    assert client.delete(table.path + "/seats/9", headers=mine).status_code == 404
    assert client.delete(place, headers=mine).status_code == 204
    assert client.delete(place, headers=mine).status_code == 401
    assert table.get().json["seats"][1] == {"seat": 1, "kind": "open"}
    running = new_table(client)
    late = client.delete(running.path + "/seats/0", headers=running.headers(0))
    assert (late.status_code, late.json["rule"]) == (409, "game.started")


def test_whoever_resigned_is_a_spectator_everywhere(client: FlaskClient) -> None:
    table = new_table(client, seats=[{"kind": "human"}] * 3)
    table.post("/resign", {}, 0)
    for path in ("", "/events", "/legal-actions", "/votes", "/fairness"):
        assert table.get(path, 0).json == table.get(path).json
    assert table.get("/board.svg", 0).data == table.get("/board.svg").data
    assert client.get("/v1/me/events", headers=table.headers(0)).json["events"] == []
    assert client.get("/v1/me/pending", headers=table.headers(0)).json["pending"] == []
    assert client.get("/v1/webhooks", headers=table.headers(0)).status_code == 403
    for path, body in (
        ("/commands", {"type": "Roll"}),
        ("/undo", {}),
        ("/abandon", {}),
        ("/resign", {}),
        ("/seats", {}),
    ):
        answer = table.post(path, body, 0)
        assert (answer.status_code, answer.json["rule"]) == (409, "seat.resigned")
