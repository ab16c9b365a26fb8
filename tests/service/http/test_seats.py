"""Sitting down, handing seats over, the lobby, and removing a game."""

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


def test_a_private_game_lets_the_invited_in(client: FlaskClient) -> None:
    table = new_table(client, seats=OPEN, private=True)
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
    second = client.get(f"/v1/games?limit=2&cursor={first['next']}").json
    assert second["games"][0]["id"] == made[0]
    assert hidden not in [game["id"] for game in first["games"] + second["games"]]
    assert client.get("/v1/games?cursor=nonsense").status_code == 422
    assert made[2] not in [game["id"] for game in client.get("/v1/games?status=finished").json["games"]]
