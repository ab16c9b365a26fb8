"""Tests that only the holder of a seat reads and sets its standing orders, and what is refused, with its place."""

from typing import Any

import pytest

from service.clients.standing_orders import MOST_ORDERS
from tests.service.http.client import Table

READ = ("", "/votes", "/events?summaries=true", "/fairness", "/legal-actions", "/board.svg")
ROLL = {"kind": "send", "commands": [{"type": "Roll"}]}


def read(table: Table, who: int | None) -> list[tuple[bytes, str | None]]:
    """Return all that a caller reads of a game, with the tags."""
    found = [table.get(path, who) for path in READ] + [table.client.get("/v1/games")]
    return [(answer.data, answer.headers.get("ETag")) for answer in found]


def drop(table: Table, order: str, **headers: str) -> Any:
    """End an order, or with an empty id all of them."""
    return table.delete(f"/seats/1/orders{'/' + order if order else ''}", 1, **headers)


def test_setting_and_ending_orders_changes_nothing_for_others(running: Table) -> None:
    before = [read(running, who) for who in (0, 1, None)]

    answer = running.post("/seats/1/orders", ROLL, 1)
    running.post("/seats/1/orders", {"kind": "pass"}, 1)

    assert (answer.status_code, [one["order"] for one in answer.json["orders"]]) == (201, [ROLL])
    assert [read(running, who) for who in (0, 1, None)] == before
    assert [one["order"]["kind"] for one in running.get("/seats/1/orders", 1).json["orders"]] == ["send", "pass"]
    assert drop(running, "").json["orders"] == []
    assert [read(running, who) for who in (0, 1, None)] == before


def test_nobody_else_reads_or_sets_them(running: Table) -> None:
    owner = {"Authorization": f"Bearer {running.owner}"}
    path = f"{running.path}/seats/1/orders"
    running.post("/seats/1/orders", ROLL, 1)
    others = (({}, 401), (running.headers(0), 403), (owner, 403))
    for headers, status in others:
        assert running.client.get(path, headers=headers).status_code == status
        assert running.client.post(path, json=ROLL, headers=headers).status_code == status
        assert running.client.delete(path, headers=headers).status_code == status
    assert len(running.get("/seats/1/orders", 1).json["orders"]) == 1


def test_the_list_has_an_etag_of_its_own(running: Table) -> None:
    empty = running.get("/seats/1/orders", 1).headers["ETag"]
    first = running.post("/seats/1/orders", ROLL, 1, If_Match="*")
    stale = running.post("/seats/1/orders", ROLL, 1, If_Match=empty)
    assert (stale.status_code, stale.json["type"]) == (412, "/problems/stale_version")
    assert stale.json["version"] == running.version(), "as every 412 does"
    assert drop(running, "", If_Match=empty).status_code == 412
    tag = running.get("/seats/1/orders", 1).headers["ETag"]
    assert tag == first.headers["ETag"] != running.get("", 1).headers["ETag"]
    assert running.post("/seats/1/orders", ROLL, 1, If_Match=tag).status_code == 201


def test_a_repeated_request_sets_one_order(running: Table) -> None:
    first, again = (running.post("/seats/1/orders", ROLL, 1, Idempotency_Key="once") for _ in range(2))
    assert (first.json, again.headers["Idempotency-Replayed"]) == (again.json, "true")
    assert first.headers["ETag"] == again.headers["ETag"] == running.get("/seats/1/orders", 1).headers["ETag"]
    assert len(again.json["orders"]) == 1


def test_ids_name_one_order_for_ever(running: Table) -> None:
    ids = []
    for _ in range(3):
        ids.append(running.post("/seats/1/orders", ROLL, 1).json["orders"][0]["id"])
        assert drop(running, ids[-1]).status_code == 200
    assert len(set(ids)) == len(ids)
    gone = drop(running, ids[0])
    assert (gone.status_code, gone.json["type"]) == (404, "/problems/not_found")


BAD: tuple[tuple[Any, str], ...] = (
    ([], ""),
    ({}, "/kind"),
    ({"kind": "dance"}, "/kind"),
    ({"kind": 3}, "/kind"),
    ({"kind": "send"}, "/commands"),
    ({"kind": "send", "commands": []}, "/commands"),
    ({"kind": "send", "commands": [{"type": "Roll"}] * 13}, "/commands"),
    ({"kind": "send", "commands": [7]}, "/commands/0"),
    ({"kind": "send", "commands": [{"type": "Roll"}, {"type": "RollDice"}]}, "/commands/1/type"),
    ({"kind": "send", "commands": [{"type": "Roll", "twice": True}]}, "/commands/0/twice"),
    ({"kind": "send", "commands": [{"type": "Wave", "to": [9]}]}, "/commands/0/to/0"),
    ({"kind": "send", "commands": [{"type": "Roll"}], "frame": "no_frame"}, "/frame"),
    ({"kind": "send", "commands": [{"type": "Roll"}], "frame": ["roll"]}, "/frame"),
    ({"kind": "send", "commands": [{"type": "Roll"}], "again": 1}, "/again"),
    ({"kind": "pass", "unless": ["Roll", "BuildRoad"]}, "/unless/1"),
    ({"kind": "pass", "unless": []}, "/unless"),
    ({"kind": "pass", "unless": "Roll"}, "/unless"),
    ({"kind": "cards", "first": []}, "/command"),
    ({"kind": "cards", "command": "Discard", "first": []}, "/command"),
    ({"kind": "cards", "command": "PutAside", "first": ["red", "gold"]}, "/first/1"),
    ({"kind": "cards", "command": "PutAside", "first": [], "amount": "all"}, "/amount"),
    ({"kind": "answer"}, "/accept"),
    ({"kind": "answer", "accept": "yes"}, "/accept"),
    ({"kind": "answer", "accept": True, "give_any": ["ore"]}, "/give_any/0"),
    ({"kind": "answer", "accept": True, "at_least": 0}, "/at_least"),
    ({"kind": "answer", "accept": True, "makers": [0, 99]}, "/makers/1"),
    ({"kind": "sequence", "steps": []}, "/steps"),
    ({"kind": "sequence", "steps": [{}]}, "/steps/0/command"),
    ({"kind": "sequence", "steps": [{"command": {"type": "Fly"}}]}, "/steps/0/command/type"),
    ({"kind": "sequence", "steps": [{"command": {"type": "Roll"}, "if_listed": ["Fly"]}]}, "/steps/0/if_listed/0"),
    ({"kind": "sequence", "steps": [{"command": {"type": "Roll"}, "or_skip": None}]}, "/steps/0/or_skip"),
)


@pytest.mark.parametrize(("order", "pointer"), BAD)
def test_what_is_no_order_is_refused_with_its_place(running: Table, order: Any, pointer: str) -> None:
    refused = running.post("/seats/1/orders", order, 1)
    found = [error["pointer"] for error in refused.json["errors"]]
    assert (refused.status_code, found) == (422, [pointer])
    assert running.get("/seats/1/orders", 1).json["orders"] == []


def test_the_twenty_first_order_is_refused(running: Table) -> None:
    for _ in range(MOST_ORDERS):
        assert running.post("/seats/1/orders", ROLL, 1).status_code == 201
    refused = running.post("/seats/1/orders", ROLL, 1)
    assert (refused.status_code, refused.json["rule"]) == (409, "orders.most")


def test_long_orders_together_are_refused(running: Table) -> None:
    long = {"kind": "send", "commands": [{"type": "Wave", "to": [0, 2, 3]}] * 12}
    wide = {
        "kind": "sequence",
        "steps": [{"command": {"type": "Roll"}, "if_listed": ["PutAside", "ShowCard"] * 12}] * 12,
    }
    answers = [running.post("/seats/1/orders", order, 1) for order in (long, wide, wide, wide, wide, wide)]
    refused = next(answer for answer in answers if answer.status_code != 201)
    assert (refused.status_code, refused.json["rule"]) == (409, "orders.too_long")


def test_an_open_or_finished_game_takes_no_orders(table: Table, running: Table) -> None:
    running.post("/resign", {}, 0)
    refused = running.post("/seats/1/orders", ROLL, 1)
    assert (refused.status_code, refused.json["rule"]) == (409, "game.finished")
    assert running.get("/seats/1/orders", 1).json["orders"] == []
    assert table.post("/seats/7/orders", ROLL, 0).status_code == 404
