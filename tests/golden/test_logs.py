"""Tests golden logs of running games: read from a server with their raw entries and from memory, and played on."""

from collections.abc import Iterator
from random import Random

import pytest
from redis import Redis

from eventstore.log.chain import verify_chain
from eventstore.log.wire import unpack_entries
from eventstore.streams import RedisEventStore, open_store
from service.catalog import RULESETS
from service.clients.authentication import authenticate
from service.game.context import compose
from service.handlers.commands import submit
from service.problems import Problem
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.conftest import StorePair
from tests.golden.facts import facts_of
from tests.golden.files import FACTS, LOGS, line_of, names_in, path_of, read_lines, read_values
from tests.golden.logs import memory_log, put_into, read_log
from tests.golden.walking import games_of, walk

NAMES = names_in(LOGS)
HAPPENINGS = {
    *(
        "HeadMoved",
        "VoteOpened",
        "VoteCast",
        "VoteClosed",
        "SeatTaken",
        "SeatHandedOver",
        "SeatResigned",
        "SeatStoodIn",
    ),
    *("SeatReturned", "SeatsFilled", "TimedOut", "GameClosed", "RematchOpened", "SeedRevealed", "PositionSet"),
}


@pytest.fixture
def store(stores: StorePair, events_redis: Redis) -> Iterator[RedisEventStore]:
    """Yield an empty store on a real server."""
    held = open_store(stores.events_url)
    yield held
    held.close()


@pytest.mark.parametrize("name", NAMES)
def test_raw_entries_on_a_server_are_read_as_they_were(events_redis: Redis, store: RedisEventStore, name: str) -> None:
    log = read_log(name)
    put_into(events_redis, log)

    events = store.read(log.game)
    assert verify_chain(events) == events[-1].chain
    walked = walk(store, log.game, name)
    assert walked.different_facts == []
    assert walked.different_digests == []
    at_once = games_of(store).load(log.game)  # with the snapshots that the walk left
    assert line_of(facts_of(at_once)) == list(read_lines(path_of(name, FACTS)))[-1]


@pytest.mark.parametrize("name", NAMES)
def test_the_same_events_in_memory_are_read_as_they_were(name: str) -> None:
    log = read_log(name)
    store = memory_log(log)

    assert [event.chain for event in store.read(log.game)] == [event.chain for event in unpack_entries(log.entries())]
    head = games_of(store).load(log.game)
    assert line_of(facts_of(head)) == list(read_lines(path_of(name, FACTS)))[-1]


@pytest.mark.parametrize("name", NAMES)
def test_tokens_names_and_chance_are_what_they_were(events_redis: Redis, store: RedisEventStore, name: str) -> None:
    log = read_log(name)
    put_into(events_redis, log)
    ctx = compose(read_settings({}), store, RULESETS, Jobs.at("unix:///nowhere"))
    game = ctx.games.load(log.game)

    for token, opens in log.head["tokens"].items():
        caller = authenticate(ctx, game, token)
        assert ("owner" if caller.is_owner else caller.sat) == opens
    assert {str(seat): name for seat, name in store.names(log.game).items()} == log.head["names"]
    draws = [game.table.chance.pick(stream, n, [1] * 6) for stream in game.ruleset.streams for n in range(3)]
    assert draws == log.head["draws"]


@pytest.mark.parametrize("name", NAMES)
def test_a_game_goes_on_where_it_stood(events_redis: Redis, rq_redis: Redis, store: RedisEventStore, name: str) -> None:
    log = read_log(name)
    put_into(events_redis, log)
    ctx = compose(read_settings({}), store, RULESETS, Jobs(rq_redis))
    game = ctx.games.load(log.game)
    seat = next((entry.seat for entry in game.awaiting() if entry.must), 0)
    if game.table.status != "running":
        with pytest.raises(Problem):
            submit(ctx, game.id, seat, [object()])
        return

    command = game.ruleset.actions(game.position, seat).idle_command(Random(name))
    assert submit(ctx, game.id, seat, [command]).version == game.version + 1
    events = store.read(game.id)
    assert verify_chain(events) == events[-1].chain


def test_the_logs_hold_whatever_could_happen_at_a_table() -> None:
    events = [event for name in NAMES for event in unpack_entries(read_log(name).entries())]
    assert {event.type for event in events} >= HAPPENINGS
    outcomes = {event.body for event in events if event.type == "VoteClosed"}
    for word in (b"passed", b"rejected", b"expired", b"stale"):
        assert any(word in body for body in outcomes)
    for event, words in {"HeadMoved": ("undo", "redo"), "TimedOut": ("default", "agent", "resign")}.items():
        bodies = [found.body.decode() for found in events if found.type == event]
        assert all(any(f'"{word}"' in body for body in bodies) for word in words)
    heads = [read_values(path_of(name, FACTS))[-1]["table"] for name in NAMES]
    assert {table["status"] for table in heads} == {"open", "running", "finished"}
    assert any(table["open_vote"] for table in heads)
    assert any(table["redo"] for table in heads)
