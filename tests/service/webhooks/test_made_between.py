"""Tests that the feed over all games leaves no game out that is made while the server reads a page of it."""

import time

import pytest

from tests.service.http.client import SEATS, Table
from tests.service.webhooks.conftest import House

A_MOMENT_S = 0.003


def test_a_game_made_while_a_page_is_read_is_not_passed_over(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    first, made, settled_ms = house.table(seats=SEATS), list[Table](), house.ctx.store.watermark_ms

    def settled(*shards: object) -> int:
        if not made:  # the games of the page are known by now
            made.append(house.table(seats=SEATS))
            time.sleep(A_MOMENT_S)
            name = {"name": "Ana"}
            assert house.client.patch(f"{first.path}/seats/0", json=name, headers=first.headers(0)).status_code == 200
            time.sleep(A_MOMENT_S)
        return settled_ms(*shards)

    monkeypatch.setattr(house.ctx.store, "watermark_ms", settled)
    page = house.client.get("/v1/me/events?after=0-0-0-0", headers=house.headers).json
    rest = house.client.get(f"/v1/me/events?after={page['cursor']}", headers=house.headers).json
    told = {(entry["game"], entry["event"]["version"]) for entry in page["events"] + rest["events"]}
    assert told == {(first.id, 1), (first.id, 2), (made[0].id, 1)}
