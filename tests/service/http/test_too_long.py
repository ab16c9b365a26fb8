"""Tests that a request ends with 503 at every named point of a loop, and never once it has begun to write."""

import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis

from eventstore.budget import STRIDE, Budget
from eventstore.redis.log import RedisLog
from service.game.context import Context
from service.handlers import dry_runs
from service.http.problem_answers import LONG_S
from service.usage.ledger import Ledger
from tests.conftest import StorePair
from tests.service.http.client import new_table
from tests.service.http.keys import new_key, new_player, with_key
from tests.service.http.live import served
from tests.service.http.live_table import LiveTable
from tests.service.http.long_requests import POINTS, ROOT, SANDBOX, WAVE, World, handle_of, list_debts, said
from tests.service.http.problem_answers import problem

POINT: Final = re.compile(r'(?<![.\w])(?:check|each)\(\s*"([a-z ]+)"')


@pytest.fixture
def world(app: Flask, client: FlaskClient, record: dict[str, Any]) -> World:
    """Return a world in which seat 0 is to roll."""
    table = new_table(client)
    table.put_aside()
    key = new_key(client, scopes=["keys"])
    new_key(client, key)
    app_key = new_key(client)
    player = new_player(client, app_key)
    wish = {"ruleset": "toy", "seats": [{"kind": "human", "player": player}, {"kind": "human"}]}
    assert client.post("/v1/games", json=wish, headers=with_key(app_key)).status_code == 201
    return World(table, new_table(client), record, new_table(client, **SANDBOX), key, player, app_key)


@pytest.fixture
def events(stores: StorePair) -> Iterator[Redis]:
    """Yield a client of the store in use."""
    with Redis.from_url(stores.events_url) as client:
        yield client


def strike(at: pytest.MonkeyPatch, point: str) -> None:
    """Let the time be used up at a point, and not before."""
    at.setattr(Budget, "is_over", lambda _budget, passed: passed == point)


def written(world: World, events: Redis) -> tuple[int, int]:
    """Return the length of the game's log, and how much else there is."""
    context: Context = world.table.client.application.extensions["longroad"].context
    context.jobs.heads.flush()  # which is written a moment after a command
    return context.store.head(world.table.id), events.dbsize()


def rest_ledgers(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process write no usage, which it does from time to time; a write that has begun is over afterwards."""
    monkeypatch.setattr(Ledger, "_take", lambda _: [])
    monkeypatch.setattr(Ledger, "_write", lambda _, batch: None)
    context: Context = world.table.client.application.extensions["longroad"].context
    context.usage.flush()


def test_every_point_has_a_name_of_its_own_and_a_request_here() -> None:
    sources = (path for room in ("eventstore", "service") for path in (ROOT / room).rglob("*.py"))
    found = Counter(name for path in sources for name in POINT.findall(path.read_text()))
    assert [name for name, count in found.items() if count > 1] == []
    assert sorted(found) == sorted(POINTS)


@pytest.mark.parametrize("point", POINTS)
def test_a_request_ends_at_a_point_having_written_nothing(
    world: World, events: Redis, point: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if point == "samples of a dry run":
        monkeypatch.setattr(dry_runs, "MOST_WAYS", 1)
    if point == "listed debts":
        list_debts(world)
    rest_ledgers(world, monkeypatch)
    before = written(world, events)
    with pytest.MonkeyPatch.context() as struck:
        strike(struck, point)
        answer = POINTS[point](world)
        problem(answer, 503, "too_long")
        assert answer.headers["Retry-After"] == str(LONG_S)
    assert written(world, events) == before
    assert POINTS[point](world).status_code in (200, 201, 204)


def test_a_request_that_was_carried_out_before_the_framework_ends_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = world.table
    table.act(0, "Wave", to=[1])
    version = table.version()
    with monkeypatch.context() as struck:
        strike(struck, "commands")
        problem(table.post("/commands", WAVE, 0), 503, "too_long")
    assert table.version() == version
    table.act(0, "Wave", to=[1])


def test_a_tool_ends_with_the_request_that_it_makes(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = handle_of(world.call("start", ruleset="toy", opponents=1))
    assert world.call("history", seat=seat).status_code == 200
    strike(monkeypatch, "events")
    problem(world.call("history", seat=seat), 503, "too_long")


def test_a_ticket_that_was_used_up_opens_what_it_was_for(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    issued = world.table.post("/stream-tickets", {}, 0).json
    strike(monkeypatch, "events")
    assert world.table.client.get(issued["stream"]).status_code == 200


def test_nothing_ends_a_command_whose_append_has_begun(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[bool] = []
    append = RedisLog._answer

    def beginning(*args: Any) -> Any:
        begun.append(True)
        return append(*args)

    monkeypatch.setattr(RedisLog, "_answer", beginning)
    monkeypatch.setattr(Budget, "is_over", lambda _budget, _point: bool(begun))
    world.table.act(0, "Roll")
    assert begun == [True]


def test_nothing_ends_a_request_that_reads_on_after_an_append(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = handle_of(world.call("start", ruleset="toy", opponents=1))
    passed: list[str] = []
    check = Budget.check

    def noting(budget: Budget, point: str) -> None:
        passed.append(point)
        check(budget, point)

    monkeypatch.setattr(Budget, "check", noting)
    strike(monkeypatch, "events")
    assert "Done." in said(world.call("play", seat=seat, number=1, version=1))
    assert "events" in passed


@pytest.mark.slow
def test_the_process_lives_on_with_its_streams_and_those_who_wait(stores: StorePair) -> None:
    with served(stores, "tests.service.http.burning") as server, ThreadPoolExecutor() as beside:
        table = LiveTable(server)
        table.put_aside()
        for _ in range(2 * STRIDE):
            table.post(WAVE, 0)
        waiting = beside.submit(server.ask, "GET", "/v1/me/pending?wait=30", None, table.tokens[1])
        streams = [server.stream(table.events + query) for query in ("", "?summaries=true")]
        assert [len(stream.take(2 * STRIDE)) for stream in streams] == [2 * STRIDE] * 2

        status, told = server.ask("GET", f"{table.events}?summaries=true")
        assert (status, told["type"]) == (503, "/problems/too_long")
        assert 'longroad_refusals_total{problem="too_long"} 1.0' in server.text("/metrics")

        table.post({"type": "Roll"}, 0)
        version = table.post({"type": "EndTurn"}, 0)["version"]
        for stream in streams:
            assert any(message["data"]["version"] == version for message in stream.messages())
            stream.close()
        assert waiting.result()[0] == 200
