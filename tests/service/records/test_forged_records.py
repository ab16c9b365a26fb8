"""Tests that a record changed in any place is refused, even with every hash computed again, and leaves nothing."""

from random import Random
from typing import Any

import pytest
from marshmallow import ValidationError
from redis import Redis

from domain.core.ruleset import Ruleset
from eventstore.memory.store import MemoryEventStore
from service.catalog import RULESETS
from service.game.context import Context, compose
from service.handlers.commands import submit
from service.handlers.resignation import resign
from service.handlers.seating import SeatWish, take_seat
from service.problems import Problem
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.service.recorded import imported, record_of, short_game
from tests.service.records import forging
from tests.service.records.forging import GONE, changed, leaves, members, rehashed
from tests.service.tables import RULESETS as TOYS
from tests.service.tables import Clock, caller, new_game, put_aside
from tests.toy import TOY, Roll, ShowCard, Wave

ALL: dict[str, Ruleset] = {**RULESETS, **TOYS}
TOLD = ("game", "time")
"""The members that cannot be proven: where a game was played, and when."""
CHOSEN = (
    "undo",
    "private",
    "unfair",
    "hot_seat",
    "overdue_after_s",
    "offer_wait_s",
    "agent_talk",
    "agent_pace_ms",
    "phrases",
    "listed",
    "rematch_of",
    "agent",
    "holder",
    "entropy",
    "client",
    "seconds",
    "on_timeout",
)
"""The members that people chose; with every hash computed again, the record is one of another game."""
SAMPLE = 30


@pytest.fixture
def memory(rq_redis: Redis) -> Context:
    """Return a context whose log is in memory."""
    return compose(read_settings({}), MemoryEventStore(), ALL, Jobs(rq_redis), Clock())


def refused(ctx: Context, record: Any) -> Problem | ValidationError:
    """Check that a record is refused and nothing is written, and return the refusal."""
    before = ctx.store.feed_ends()
    with pytest.raises((Problem, ValidationError)) as caught:
        imported(ctx, record)
    assert ctx.store.feed_ends() == before
    return caught.value


def small(ctx: Context) -> Any:
    """Return the record of a game of the toy with an open seat, a vote, draws and hidden cards."""
    made = new_game(ctx, "human", "open", undo="consent")
    take_seat(ctx, made.id, None, SeatWish(entropy="heads"))
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    submit(ctx, made.id, 0, [Wave(2)])
    submit(ctx, made.id, 0, [ShowCard()])
    resign(ctx, caller(ctx, made, 0))
    return record_of(ctx, made.id)


def some(paths: list[forging.Path], long_games: int) -> list[forging.Path]:
    """Return all paths in the long form, and a sample otherwise."""
    return paths if long_games else sorted(Random(3).sample(paths, min(SAMPLE, len(paths))), key=str)


def test_no_place_of_a_record_can_be_changed(memory: Context, long_games: int) -> None:
    record = small(memory)
    places = [path for path in leaves(record) if path[-1] not in TOLD]

    assert len(places) > 200
    for path in some(places, long_games):
        refused(memory, changed(record, path))


def test_nothing_can_be_taken_out_of_a_record(memory: Context, long_games: int) -> None:
    record = small(memory)

    for path in some(list(members(record)), long_games):
        refused(memory, changed(record, path, GONE))


def test_no_hash_makes_a_change_good(memory: Context, long_games: int) -> None:
    record = small(memory)
    inside = [path for path in leaves(record) if "events" in path and path[-1] not in (*TOLD, *CHOSEN)]

    assert len(inside) > 60
    for path in some(inside, long_games):
        problem = refused(memory, rehashed(TOY, changed(record, path)))
        assert not isinstance(problem, Problem) or problem.rule == "record.unproven", path


def test_the_forger_of_these_tests_knows_the_craft(memory: Context) -> None:
    record = small(memory)

    assert rehashed(TOY, record) == record
    assert imported(memory, rehashed(TOY, changed(record, ("versions", 0, "events", 0, "unfair")))).version == 8


@pytest.mark.parametrize("name", RULESETS)
def test_no_event_of_a_game_on_offer_can_be_changed(memory: Context, name: str, long_games: int) -> None:
    record = record_of(memory, short_game(memory, RULESETS[name], "agent"))
    moved = next(
        n for n, one in enumerate(record["versions"]) if "HeadMoved" in {event["type"] for event in one["events"]}
    )
    places = [path for path in leaves(record["versions"], ("versions",)) if path[-1] not in (*TOLD, *CHOSEN)]
    places = [path for path in places if isinstance(path[1], int) and path[1] < moved]

    for path in some(places, long_games):
        refused(memory, changed(record, path))
        refused(memory, rehashed(RULESETS[name], changed(record, path)))


def test_no_version_can_be_dropped_doubled_or_swapped(memory: Context) -> None:
    record = small(memory)
    versions = record["versions"]
    for n in range(len(versions) - 1):
        one, two = versions[n : n + 2]
        for between in ([two], [one, one, two], [two, one]):
            forged = {**record, "versions": [*versions[:n], *between, *versions[n + 2 :]]}
            refused(memory, forged)
    refused(memory, {**record, "versions": versions[:-1]})
    refused(memory, {**record, "versions": [*versions, versions[-1]]})


@pytest.mark.parametrize("version", [3, 4, 5])
def test_no_command_that_mattered_can_be_left_out(memory: Context, version: int) -> None:
    record = small(memory)
    rest = [one for one in record["versions"] if one["version"] != version]

    refused(memory, rehashed(TOY, {**record, "versions": rest}))


def test_a_better_roll_is_found_out(memory: Context) -> None:
    record = small(memory)
    rolled = record["versions"][4]
    assert rolled["events"][0]["type"] == "Rolled"
    pips = 6 if rolled["events"][0]["pips"] != 6 else 5
    rolled["events"][0]["pips"] = pips
    rolled["draws"][0]["outcome"] = pips - 1

    problem = refused(memory, rehashed(TOY, record))

    assert isinstance(problem, Problem)
    assert (problem.rule, problem.members["version"], problem.members["index"]) == ("record.unproven", 5, 0)


def test_another_seed_is_found_out(memory: Context) -> None:
    record = small(memory)
    opened = record["versions"][0]["events"][0]
    other = record_of(memory, _over(memory, seed="b"))
    for name in ("seed", "commitment"):
        record[name] = opened[name] = other[name]
    record["versions"][-1]["events"][-1]["seed"] = other["seed"]

    refused(memory, rehashed(TOY, record))


def test_a_salt_can_be_neither_taken_out_nor_put_in(memory: Context) -> None:
    salted, plain = small(memory), record_of(memory, _over(memory, seed=None))

    assert "salt" in salted
    assert "salt" not in plain
    for record in (changed(salted, ("salt",), GONE), {**plain, "salt": "00" * 32}):
        problem = refused(memory, record)
        assert isinstance(problem, Problem)
        assert problem.members["errors"] == {"record.salt": ["record_head"]}


def _over(ctx: Context, **wish: Any) -> str:
    made = new_game(ctx, **wish)
    resign(ctx, caller(ctx, made, 0))
    return made.id


def test_nobody_acts_for_another_seat(memory: Context) -> None:
    record = small(memory)
    record["versions"][4] |= {"by": 1, "seat": 1}

    problem = refused(memory, rehashed(TOY, record))

    assert isinstance(problem, Problem)
    assert problem.members["errors"] == {"record.versions.4.command": ["record_refused"]}


def test_a_game_that_has_ended_does_not_go_on(memory: Context) -> None:
    record = small(memory)
    more = {**record["versions"][5], "version": len(record["versions"]) + 1}
    record["versions"].append(more)

    refused(memory, rehashed(TOY, record))


def test_no_member_can_be_smuggled_into_an_event(memory: Context) -> None:
    record = small(memory)
    record["versions"][4]["events"][0]["note"] = "hello"

    refused(memory, rehashed(TOY, record))


def test_times_are_taken_as_told_as_long_as_they_have_come(memory: Context) -> None:
    record = small(memory)
    record["versions"][2]["time"] = "2026-01-31T18:00:00.000Z"
    assert imported(memory, record).status == "finished"
    record["versions"][2]["time"] = "2226-01-31T18:00:00.000Z"
    problem = refused(memory, record)
    assert isinstance(problem, Problem)
    assert problem.members["errors"] == {"record.versions.2.time": ["record_time"]}


def test_nobody_runs_out_of_time_too_early(memory: Context) -> None:
    record = record_of(memory, short_game(memory, TOY, "agent"))
    late = next(
        n for n, one in enumerate(record["versions"]) if "TimedOut" in {event["type"] for event in one["events"]}
    )
    record["versions"][late]["time"] = record["versions"][late - 1]["time"]

    problem = refused(memory, record)

    assert isinstance(problem, Problem)
    assert problem.members["version"] == late + 1


def test_a_refused_record_leaves_nothing_behind(ctx: Context, rq_redis: Redis, events_redis: Redis) -> None:
    record = small(ctx)
    before = sorted(events_redis.keys("*")), sorted(rq_redis.keys("*"))

    for path in (("chain",), ("versions", 4, "digest"), ("versions", 5, "command", "to", 0), ("seed",)):
        refused(ctx, changed(record, path))

    assert (sorted(events_redis.keys("*")), sorted(rq_redis.keys("*"))) == before
