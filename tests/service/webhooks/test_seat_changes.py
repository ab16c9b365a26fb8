"""Tests that the holder of a seat hears by webhook of each change of it, even of the one that takes the seat away."""

from typing import Any

import pytest

from tests.service.http.client import SEATS, Table
from tests.service.http.keys import with_key
from tests.service.webhooks.conftest import House

OPEN = [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}]
TYPES = ["seat_changed"]


def told(house: House) -> list[tuple[Any, ...]]:
    """Return the seat, change, kind and ownership that each new notice on a seat reports."""
    house.receiver.told.clear()
    house.deliver()
    found = [message["data"] for message in house.receiver.messages() if message["type"] == "seat_changed"]
    return [(data["seat"], data["change"], data["kind"], data["yours"]) for data in found]


def change(house: House, table: Table, seat: int, body: dict[str, Any], token: str) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    answer = house.client.patch(f"{table.path}/seats/{seat}", json=body, headers=headers)
    assert answer.status_code == 200, answer.text


def renewed(house: House, table: Table, seat: int, headers: dict[str, str]) -> str:
    answer = house.client.post(f"{table.path}/seats/{seat}/token", headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json["token"])


def test_a_holder_hears_of_every_change_of_the_seat(house: House) -> None:
    house.hook(types=TYPES)
    table = house.table(seats=SEATS)
    token = renewed(house, table, 0, table.headers(0) | house.headers)
    assert told(house) == [(0, "renewed", "human", True)]
    for body, found in (
        ({"name": "Ana"}, (0, "renamed", "human", True)),
        ({"agent": "uniform"}, (0, "lent", "ai", True)),
        ({"agent": None}, (0, "returned", "human", True)),
    ):
        change(house, table, 0, body, token)
        assert told(house) == [found]
    house.client.post(table.path + "/resign", json={}, headers={"Authorization": f"Bearer {token}"})
    assert told(house)[0] == (0, "resigned", "ai", False)


def test_whoever_is_put_off_an_open_table_is_told(house: House) -> None:
    house.hook(types=TYPES)
    owned = house.client.post("/v1/games", json={"ruleset": "toy", "seats": OPEN}).json
    table = Table(house.client, owned["id"], [], owned["owner_token"], None)
    house.client.post(table.path + "/seats", json={"seat": 1}, headers=house.headers)
    change(house, table, 1, {"open": True}, table.owner)
    house.client.post(table.path + "/seats", json={"seat": 1})  # somebody else
    assert told(house) == [(1, "handed_over", "open", False)]


def test_the_webhook_of_a_seat_hears_that_its_holder_left(house: House) -> None:
    owned = house.client.post("/v1/games", json={"ruleset": "toy", "seats": OPEN}).json
    place = f"/v1/games/{owned['id']}/seats"
    token = house.client.post(place, json={"seat": 1}).json["token"]
    mine = {"Authorization": f"Bearer {token}"}
    hook = {"url": house.receiver.url, "types": TYPES}
    assert house.client.post("/v1/webhooks", json=hook, headers=mine).status_code == 201
    assert house.client.delete(place + "/1", headers=mine).status_code == 204
    assert told(house) == [(1, "left", "open", False)]


@pytest.mark.parametrize("by_key", [True, False])
def test_whoever_handed_a_seat_on_hears_that_it_is_theirs_no_more(house: House, by_key: bool) -> None:
    table = house.table(seats=SEATS)
    if by_key:
        house.hook(types=TYPES)
    else:
        hook = {"url": house.receiver.url, "types": TYPES}
        assert house.client.post("/v1/webhooks", json=hook, headers=table.headers(1)).status_code == 201
    renewed(house, table, 1, table.headers(1))
    assert told(house) == [(1, "renewed", "human", False)]


def test_a_holders_webhook_stays_with_a_token_renewed_again(house: House) -> None:
    table = house.table(seats=SEATS)
    token = renewed(house, table, 1, table.headers(1))
    mine = {"Authorization": f"Bearer {token}"}
    made = house.client.post("/v1/webhooks", json={"url": house.receiver.url, "types": TYPES}, headers=mine).json
    again = {"Authorization": f"Bearer {renewed(house, table, 1, mine)}"}
    assert told(house) == [(1, "renewed", "human", True)]
    assert [hook["id"] for hook in house.client.get("/v1/webhooks", headers=again).json["webhooks"]] == [made["id"]]
    assert house.client.get(f"/v1/webhooks/{made['id']}", headers=again).status_code == 200
    assert house.client.get(f"/v1/webhooks/{made['id']}", headers=mine).status_code == 401


def test_nobody_hears_who_did_not_ask_for_it(house: House) -> None:
    house.hook()
    table = house.table(seats=SEATS)
    change(house, table, 0, {"name": "Ana"}, table.tokens[0])
    assert told(house) == []


def test_a_bot_by_webhook_that_renews_is_told_its_new_token(house: House) -> None:
    hook = house.hook(types=[])
    table = house.table(seats=[{"kind": "human"}, {"kind": "bot", "webhook": hook["id"]}])
    house.deliver()
    [turn] = [m["data"] for m in house.receiver.messages() if m["type"] == "turn" and m["data"]["seat"] == 1]
    token = renewed(house, table, 1, {"Authorization": f"Bearer {turn['token']}"})
    assert token != turn["token"]
    assert table.get("").json["seats"][1]["held"]
    assert told(house) == [(1, "renewed", "bot", True)]
    table.post("/commands", table.get("/legal-actions", 0).json["templates"][0]["example"], 0)
    headers = {"Authorization": f"Bearer {token}"}
    legal = house.client.get(table.path + "/legal-actions", headers=headers).json
    command = legal["templates"][0]["example"]
    assert house.client.post(table.path + "/commands", json=command, headers=headers).status_code == 201


def test_a_resigned_seat_hears_nothing_more(house: House) -> None:
    house.hook(types=["events", "turn", "finished", *TYPES])
    made = house.client.post("/v1/games", json={"ruleset": "toy", "seats": [{"kind": "open"}, *SEATS]}).json
    table = Table(
        house.client,
        made["id"],
        ["", *(seat.get("token", "") for seat in made["seats"][1:])],
        made["owner_token"],
        None,
    )
    mine = house.client.post(table.path + "/seats", json={}, headers=house.headers).json["token"]
    house.deliver()
    house.client.post(table.path + "/resign", json={}, headers={"Authorization": f"Bearer {mine}"})
    house.receiver.told.clear()
    house.deliver()
    assert {message["type"] for message in house.receiver.messages()} == {"seat_changed"}
    table.post("/commands", table.get("/legal-actions", 1).json["templates"][0]["example"], 1)
    house.receiver.told.clear()
    house.deliver()
    assert house.receiver.messages() == []
    assert house.client.get("/v1/me/events", headers=with_key(house.key)).json["events"] == []
