"""Tests that nobody misses a notice whose token is renewed while the server reads the game and its facts."""

import pytest

from tests.service.http.client import SEATS, Table
from tests.service.webhooks.conftest import House
from workers.webhooks.delivery_attempts import attempt


@pytest.fixture
def table(house: House) -> Table:
    """Return a game with a seat of the key, which hears of everything by webhook."""
    house.hook(types=["turn", "started", "events"])
    return house.table(seats=SEATS)


def renewing(house: House, table: Table, monkeypatch: pytest.MonkeyPatch, name: str) -> list[int]:
    """Renew the token of seat 0 right after the store or the games were next asked for `name`; return how often."""
    store = house.ctx.store if name == "facts" else house.ctx.games
    ask, renewed = getattr(store, name), [0]

    def asked(game: str, *more: object) -> object:
        found = ask(game, *more)
        if game == table.id and not renewed[0]:
            renewed[0] = 1
            answer = house.client.post(f"{table.path}/seats/0/token", headers=table.headers(0) | house.headers)
            assert answer.status_code == 201, answer.text
        return found

    monkeypatch.setattr(store, name, asked)
    return renewed


def first_notices(house: House) -> set[tuple[str, int]]:
    """Return type and seat of all notices of the first version."""
    told = [message for message in house.receiver.messages() if message["data"]["version"] == 1]
    return {(message["type"], message["data"]["seat"]) for message in told}


@pytest.mark.parametrize("name", ["facts", "load"])
def test_a_notice_is_made_all_the_same(house: House, table: Table, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    renewed = renewing(house, table, monkeypatch, name)
    house.deliver()
    assert renewed == [1]
    assert first_notices(house) >= {("events", 0), ("events", 1)}


@pytest.mark.parametrize("name", ["facts", "load"])
def test_a_notice_is_told_all_the_same(house: House, table: Table, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    made = house.notice()
    renewed = renewing(house, table, monkeypatch, name)
    tried = [attempt(house.ctx, *work) for work in made]
    assert renewed == [1]
    assert first_notices(house) >= {("events", 0), ("events", 1)}
    assert "skipped" not in {delivery.status for delivery in tried if delivery and delivery.type != "turn"}


@pytest.mark.parametrize("name", ["facts", "load"])
def test_the_feed_over_all_games_leaves_nothing_out(
    house: House, table: Table, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    renewed = renewing(house, table, monkeypatch, name)
    page = house.client.get("/v1/me/events?after=0-0-0-0", headers=house.headers).json
    assert renewed == [1]
    assert {(entry["you"], entry["event"]["version"]) for entry in page["events"]} >= {(0, 1), (1, 1)}
