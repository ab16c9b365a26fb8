"""Tests that every request on an unreadable game is refused, while reads over many games go on without it."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from flask.testing import FlaskClient
from redis import Redis

from eventstore.records import NewEvent
from eventstore.streams import open_store
from service.game.context import Context
from tests.conftest import StorePair
from tests.damage import UNHEARD, append_unheard, change_body, lose_version, tear_body, tear_header
from tests.service.following import follow_feeds
from tests.service.http.client import Table, new_table, toy_app
from tests.service.http.keys import new_key, with_key

NEWER: Final = "/problems/written_by_newer_version"
DAMAGED: Final = "/problems/log_damaged"
READS: Final = (
    "",
    "?version=1",
    "/events",
    "/legal-actions",
    "/board",
    "/board.svg",
    "/fairness",
    "/votes",
)
WRITES: Final[dict[str, Any]] = {
    "/commands": {"type": "Roll"},
    "/undo": {},
    "/redo": {},
    "/votes/1": {"accept": True},
    "/branches": {"version": 1},
    "/replays": {},
    "/stream-tickets": {},
    "/seats": {},
    "/seats/0/token": {},
    "/resign": {},
    "/abandon": {},
    "/rematch": {},
    "/analyses": {},
    "/reviews": {},
    "/pause": {"until": "2027-01-01T00:00:00.000Z"},
}
TO_COME: Final = {
    "type": UNHEARD,
    "schema": NewEvent("Stepped", 7, b'{"seat":0}'),
    "member": NewEvent("Stepped", 1, b"{}"),
    "value": NewEvent("Stepped", 1, b'{"seat":900}'),
}
Spoil = Callable[[Redis, str, int], None]


@pytest.fixture
def redis(stores: StorePair) -> Iterator[Redis]:
    """Return a client of the events' store, which other tests use too."""
    with Redis.from_url(stores.events_url) as client:
        yield client


def clear_away(client: FlaskClient, game: str) -> None:
    """Delete a game, so that no other test finds it in quarantine."""
    ctx: Context = client.application.extensions["longroad"].context
    ctx.store.delete(game)
    ctx.games.forget(game)
    ctx.games.quarantine.release(game)


@pytest.fixture
def table(client: FlaskClient) -> Iterator[Table]:
    """Return a game that is deleted after the test."""
    made = new_table(client)
    yield made
    clear_away(client, made.id)


SPOILERS: Final[dict[str, Spoil]] = {
    "torn": tear_body,
    "changed": lambda redis, game, version: change_body(redis, game, version, b"seat:0", b"seat:1"),
    "lost": lose_version,
}


@pytest.fixture(params=[*TO_COME, *SPOILERS])
def spoilt(request: pytest.FixtureRequest, running: Table, stores: StorePair, redis: Redis) -> tuple[Table, str, int]:
    """Return a running game that has become unreadable, with the problem that reports it and its version."""
    if request.param in TO_COME:
        return running, NEWER, append_unheard(open_store(stores.events_url), running.id, TO_COME[request.param])
    SPOILERS[request.param](redis, running.id, 2)
    return running, DAMAGED, 2


@pytest.fixture(scope="module")
def elsewhere(stores: StorePair) -> FlaskClient:
    """Return a client of another process, which remembers none of the games of these tests."""
    return toy_app(stores).test_client()


def seen_from(elsewhere: FlaskClient, table: Table) -> Table:
    """Return the same game through another client."""
    return Table(elsewhere, table.id, table.tokens, table.owner, table.invite)


def test_every_request_of_it_says_why(spoilt: tuple[Table, str, int], elsewhere: FlaskClient) -> None:
    table, problem, version = spoilt
    there = seen_from(elsewhere, table)
    answers = [there.get(place, 0) for place in READS]
    answers += [there.get("/events", 0, Accept="text/event-stream")]
    answers += [there.post(place, body, 0) for place, body in WRITES.items()]
    answers += [there.delete("/seats/0", 0), there.delete("/pause", 0)]

    assert [(answer.request.path, answer.status_code) for answer in answers if answer.status_code != 409] == []
    assert {(answer.json["type"], answer.json["version"]) for answer in answers} == {(problem, version)}


def test_a_newest_version_without_a_header_is_damaged_wherever_it_is_read(
    running: Table, redis: Redis, elsewhere: FlaskClient
) -> None:
    version = running.version()
    tear_header(redis, running.id, version)

    answers = [table.get(place, 0) for place in READS for table in (seen_from(elsewhere, running), running)]

    assert {(answer.status_code, answer.json["type"]) for answer in answers} == {(409, DAMAGED)}
    assert {answer.json["version"] for answer in answers} == {version}


def test_the_process_that_had_it_in_memory_says_so_too(running: Table, stores: StorePair) -> None:
    version = append_unheard(open_store(stores.events_url), running.id)

    answer = running.post("/commands", {"type": "Roll"}, 0)

    assert (answer.status_code, answer.json["type"], answer.json["version"]) == (409, NEWER, version)


def test_the_lobby_goes_on_without_it(
    spoilt: tuple[Table, str, int], client: FlaskClient, elsewhere: FlaskClient
) -> None:
    other = new_table(client)
    there: Context = elsewhere.application.extensions["longroad"].context

    follow_feeds(there)

    listed = elsewhere.get("/v1/games")
    assert listed.status_code == 200
    assert other.id in [game["id"] for game in listed.json["games"]]
    assert follow_feeds(there) == 0


def test_what_belongs_to_an_api_key_goes_on_without_it(
    client: FlaskClient, elsewhere: FlaskClient, stores: StorePair
) -> None:
    headers = with_key(new_key(client))
    seats = [{"kind": "human"}, {"kind": "human"}]
    lost, kept = (
        client.post("/v1/games", json={"ruleset": "toy", "seats": seats}, headers=headers).json["id"] for _ in range(2)
    )
    store = open_store(stores.events_url)
    append_unheard(store, lost)

    pending = elsewhere.get("/v1/me/pending", headers=headers)
    events = elsewhere.get("/v1/me/events", headers=headers)
    listed = elsewhere.get("/v1/games?mine=true", headers=headers)

    assert [answer.status_code for answer in (pending, events, listed)] == [200] * 3
    assert {debt["game"] for debt in pending.json["pending"]} == {kept}
    assert {event["game"] for event in events.json["events"]} == {kept}
    assert [game["id"] for game in listed.json["games"]] == [kept]
    clear_away(client, lost)


def test_a_token_of_it_says_why_too(spoilt: tuple[Table, str, int], elsewhere: FlaskClient) -> None:
    table, problem, _ = spoilt

    answer = elsewhere.get("/v1/me/pending", headers=table.headers(0))

    assert (answer.status_code, answer.json["type"]) == (409, problem)


def test_a_stream_that_comes_to_it_ends(running: Table, stores: StorePair) -> None:
    with running.get("/events?after=latest", 0, Accept="text/event-stream") as answer:
        chunks = iter(answer.response)
        next(chunks)
        append_unheard(open_store(stores.events_url), running.id)
        assert b"Unheard" not in b"".join(chunks)


def test_readiness_and_metrics_count_it(spoilt: tuple[Table, str, int], elsewhere: FlaskClient) -> None:
    table, problem, _ = spoilt
    kind = problem.rpartition("/")[2]
    there: Context = elsewhere.application.extensions["longroad"].context
    there.games.quarantine.read()  # games that other tests have released are not counted
    before = elsewhere.get("/readyz").json.get("quarantine", {}).get(kind, 0)
    assert seen_from(elsewhere, table).get().status_code == 409

    ready = elsewhere.get("/readyz")

    assert (ready.status_code, ready.json["status"], ready.json["quarantine"][kind]) == (200, "ok", before + 1)
    told = f'longroad_quarantined_games{{problem="{kind}"}} {before + 1}.0'
    assert told in elsewhere.get("/metrics").text
