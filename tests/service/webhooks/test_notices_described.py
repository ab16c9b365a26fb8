"""Tests that everything a webhook is sent has the shape that the contract gives it, headers included."""

from functools import partial
from typing import Any

from service.clients.api_keys import set_budget
from service.clients.seeks import LIFE_MS
from service.schemas.notices import HEADERS
from service.webhooks.deliveries import deliveries_of
from service.webhooks.registry import TYPES, find_hook
from tests.openapi.schemas import faults_of
from tests.service.handlers.ordering import sweep_once
from tests.service.http.keys import new_player
from tests.service.webhooks.conftest import House, seats
from workers.webhooks.delivery_attempts import attempt


def test_every_notice_is_one_of_the_contract(house: House) -> None:
    hook = house.hook(types=list(TYPES))
    contract = house.client.get("/openapi.json").json
    table = house.table(ruleset="catan-dice", seats=seats(hook), seed="a", options={"starting_seat": 0})
    house.deliver()
    void = {"kind": "send", "frame": "roll", "commands": [{"type": "EndTurn"}]}
    assert table.post("/seats/0/orders", void, 0).status_code == 201
    house.clock.ms += 31_000
    for _ in range(2):  # the order becomes void, and then it is reported
        sweep_once(house.ctx, partial(_post, house))
    while not any("token" in message["data"] for message in house.receiver.messages()):
        seat = table.get("").json["awaiting"][0]["seat"]
        table.post("/commands", table.get("/legal-actions", seat).json["actions"][0]["command"], seat)
        house.deliver()
    house.client.patch(table.path + "/seats/0", json={"name": "Ana"}, headers=table.headers(0))
    house.deliver()
    table.post("/abandon", {}, 0)
    house.deliver()
    table.post("/resign", {}, 0)
    house.deliver()
    _end_seek(house)
    key_id = house.key.partition(".")[0]
    set_budget(house.ctx, key_id, {"cpu_seconds": 1})
    house.client.get("/v1/keys", headers=house.headers)
    house.ctx.usage.count_more(key_id, "playAgents", worker_us=900_000)
    house.ctx.usage.flush()
    _attempt_newest(house, hook)
    house.table(seats=seats(house.hook()))
    answers = iter([410])
    house.receiver.answer = lambda message: (next(answers, 204), None)
    at = len(house.receiver.told)
    house.deliver()
    del house.receiver.told[at]  # what the other webhook was sent, which is switched off
    _attempt_newest(house, hook)
    told = house.receiver.verified(hook["secret"])
    assert {message["type"] for message in told} == set(TYPES)
    for message in told:
        assert faults_of(contract, "Notice", message) == []
    assert faults_of(contract, "Notice", told[0] | {"type": "other"}) != []
    for headers, _ in house.receiver.told:
        assert HEADERS.keys() <= {name.lower() for name in headers}


def _attempt_newest(house: House, hook: dict[str, Any]) -> None:
    made = find_hook(house.ctx, hook["id"])
    assert made is not None
    attempt(house.ctx, made.id, deliveries_of(house.ctx, made)[0].n)


def _end_seek(house: House) -> None:
    """Let a seek expire, and its notice be posted."""
    wish = {"ruleset": "toy", "seats": 2, "player": new_player(house.client, house.key)}
    assert house.client.post("/v1/seeks", json=wish, headers=house.headers).status_code == 201
    house.clock.ms += LIFE_MS
    for _ in range(2):
        sweep_once(house.ctx, partial(_post, house))


def _post(house: House, hook: str, number: int) -> None:
    attempt(house.ctx, hook, number)
