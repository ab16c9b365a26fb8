"""Tests that the lobby answers the same, byte for byte, under every filter, before and after its rows are packed."""

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any, Final
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from redis import Redis

from eventstore import keys
from eventstore.rows import Row
from eventstore.streams import open_store
from service.game.context import Context, compose
from service.process.wall_clock import write_time
from service.queue.jobs import Jobs
from service.settings import read_settings
from service.upkeep import rebuild_lobby
from service.views.lobby import places_of, split
from service.views.lobby_projection import AT_ONCE, LOBBY, SETTLED_MS, keep_rows, pack_all_lobby_rows
from tests.conftest import StorePair
from tests.service.http.client import OFFERED, plain_app
from tests.service.upkeep.bids import finished, opened
from workers.sweeping.projection_rows import RowPacking

GAMES: Final = 3 * AT_ONCE
START_MS: Final = 1_700_000_000_000
MAPS: Final = {"catan": ["mallorca", "variable"], "elasund": ["elasund"], "toy": ["table"]}
FILTERS: Final[dict[str, tuple[str | None, ...]]] = {
    "status": (None, "running", "finished"),
    "ruleset": (None, "catan", "toy"),
    "sort": (None, "started", "ended"),
    "agents": (None, "some"),
    "map": (None, "variable"),
    "module": (None, "favors"),
    "sandbox": (None, "true"),
}


@pytest.fixture
def ctx(stores: StorePair, events_redis: Redis, rq_redis: Redis) -> Context:
    """Return the context of a process on an empty store."""
    settings = read_settings({"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url})
    return compose(settings, open_store(stores.events_url), OFFERED, Jobs(rq_redis))


def invented(number: int, rng: Random) -> Row:
    """Return the row of a game that nobody played."""
    created = START_MS + 1_000 * (number // 3)
    ruleset, status = rng.choice(list(MAPS)), rng.choice(["running", "finished", "finished", "finished"])
    row: dict[str, Any] = {
        "id": f"{rng.randrange(2**72):018x}",
        "ruleset": ruleset,
        "status": status,
        "version": rng.randrange(1, 300),
        "created": write_time(created),
        "started": write_time(created + rng.randrange(60_000)),
        "map": rng.choice(MAPS[ruleset]),
        "modules": rng.sample(["favors", "helpers"], rng.randrange(3)) if ruleset == "catan" else [],
        "options": {},
        "undo": "free",
        "unfair": False,
        "seats": [{"seat": 0, "kind": "human"}, {"seat": 1, "kind": rng.choice(["ai", "human"])}],
    }
    if status == "finished":
        row |= {"ended": write_time(created + rng.randrange(60_000, 900_000)), "winners": [0]}
    if rng.randrange(2):
        row |= {"id": f"sbx_{row['id']}", "sandbox": True}
    return Row(row["id"], row["version"], places_of(row), *split(row))


def wishes(rng: Random, count: int) -> list[dict[str, str]]:
    """Return every filter by itself, and some of several together."""
    single = [{name: value} for name, values in FILTERS.items() for value in values if value]
    together = [
        dict(zip(FILTERS, values, strict=True)) for values in rng.sample(list(product(*FILTERS.values())), count)
    ]
    return [*single, *({name: value for name, value in wish.items() if value} for wish in together)]


def answers(client: FlaskClient, asked: list[dict[str, str]]) -> dict[str, list[bytes]]:
    """Return all pages for each wish."""
    return {urlencode(wish): pages(client, {**wish, "limit": 30}) for wish in asked}


def pages(client: FlaskClient, wish: dict[str, Any]) -> list[bytes]:
    """Return the bytes of one page after the other."""
    found, cursor = [], {}
    while True:
        answer = client.get("/v1/games?" + urlencode(wish | cursor))
        assert answer.status_code == 200, answer.text
        found.append(answer.data)
        if "next" not in answer.json:
            return found
        cursor = {"cursor": answer.json["next"]}


def test_every_filter_gives_the_same_bytes_on_every_host(ctx: Context, stores: StorePair, events_redis: Redis) -> None:
    rng = Random(7)
    ctx.store.rows.put(LOBBY, [invented(number, rng) for number in range(GAMES)])
    knowing, asked = plain_app(stores).test_client(), wishes(rng, 25)
    before = answers(knowing, asked)
    loose = events_redis.zcard(keys.of_rows(LOBBY)[1])

    sweep = RowPacking(ctx)
    while sweep.step():
        assert pages(knowing, {"sort": "ended", "limit": 30}) == before["sort=ended"]

    assert events_redis.zcard(keys.of_rows(LOBBY)[1]) < loose / 2
    assert answers(plain_app(stores).test_client(), asked) == before
    assert answers(knowing, asked[:20]).items() <= before.items()


def test_packed_games_are_removed_and_rebuilt(ctx: Context, stores: StorePair) -> None:
    rng = Random(8)
    played = [finished(ctx), opened(ctx), finished(ctx)]
    keep_rows(ctx, played)
    ctx.store.rows.put(LOBBY, [invented(number, rng) for number in range(2 * AT_ONCE)])
    later = replace(ctx, clock=lambda: ctx.clock() + 2 * SETTLED_MS)
    client = plain_app(stores).test_client()
    before = pages(client, {"limit": 50})
    ids = [game["id"] for page in before for game in client.application.json.loads(page)["games"]]
    newest = ids[:3]  # two may have begun in the same millisecond
    assert {*newest} == {*played}
    while ctx.store.rows.pack(LOBBY, "status=finished&ruleset=*", "9", 10):
        pass
    assert pages(client, {"limit": 50}) == before

    rebuild_lobby(later, lambda _: None)
    [page] = pages(plain_app(stores).test_client(), {"limit": 50})
    assert client.application.json.loads(page)["games"] == client.application.json.loads(before[0])["games"][:3]
    ctx.store.delete(played[0])
    keep_rows(ctx, played)
    pack_all_lobby_rows(later)
    [page] = pages(client, {"limit": 50})
    assert [game["id"] for game in client.application.json.loads(page)["games"]] == [
        game for game in newest if game != played[0]
    ]
