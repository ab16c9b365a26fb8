"""Tests that the webhook of an application hears of a player's seek that found nobody, and of no other seek."""

from typing import Any

import pytest

from service.clients.seeks import LIFE_MS
from service.problems import not_found
from service.webhooks.registry import SEEK_ENDED
from tests.service.handlers.ordering import sweep_once
from tests.service.http.keys import new_key, new_player, with_key
from tests.service.webhooks.conftest import House
from workers.webhooks.delivery_attempts import attempt


def pass_time(house: House) -> None:
    house.clock.ms += LIFE_MS
    for _ in range(2):
        sweep_once(house.ctx, lambda hook, number: attempt(house.ctx, hook, number) and None)


def seek(house: House, key: str | None = None, **wish: Any) -> dict[str, Any]:
    key = key or house.key
    body = {"ruleset": "toy", "seats": 2, "among": "application", **wish, "player": new_player(house.client, key)}
    answer = house.client.post("/v1/seeks", json=body, headers=with_key(key))
    assert answer.status_code == 201, answer.text
    return body | answer.json


def told(house: House) -> list[dict[str, Any]]:
    return [message["data"] for message in house.receiver.messages() if message["type"] == SEEK_ENDED]


def test_it_hears_once_of_a_seek_that_expired(house: House) -> None:
    house.hook(types=[SEEK_ENDED])
    posted = seek(house)
    pass_time(house)
    [data] = told(house)
    assert (data["seek"], data["player"], data["status"]) == (posted["id"], posted["player"], "expired")
    shown = house.client.get(f"/v1/seeks/{posted['id']}", headers=house.headers).json
    assert shown["ended"] == data["ended"]
    pass_time(house)
    assert len(told(house)) == 1


def test_it_hears_of_a_seek_whose_game_was_refused(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.hook(types=[SEEK_ENDED])
    first = seek(house)
    monkeypatch.setattr("service.handlers.matching._open", _refuse)
    second = seek(house)
    pass_time(house)
    assert {data["seek"] for data in told(house)} == {first["id"], second["id"]}
    assert {(data["status"], data["reason"]) for data in told(house)} == {("refused", "not_found")}


def _refuse(*_: Any, **__: Any) -> Any:
    raise not_found()


def test_it_does_not_hear_of_filled_or_withdrawn_seeks_or_of_others(house: House) -> None:
    house.hook(types=[SEEK_ENDED])
    seek(house)
    assert seek(house)["status"] == "filled"
    withdrawn = seek(house)
    assert house.client.delete(f"/v1/seeks/{withdrawn['id']}", headers=house.headers).status_code == 204
    seek(house, new_key(house.client))
    pass_time(house)
    assert told(house) == []


def test_nothing_is_told_of_who_was_forgotten_meanwhile(house: House) -> None:
    house.hook(types=[SEEK_ENDED])
    posted = seek(house)
    house.clock.ms += LIFE_MS
    sweep_once(house.ctx, lambda hook, number: None)
    assert house.client.delete(f"/v1/players/{posted['player']}", headers=house.headers).status_code == 204
    pass_time(house)
    assert told(house) == []
