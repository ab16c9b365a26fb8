"""Tests that sweeps share what is due, and that others take over what one that is gone has served."""

import logging

import pytest
from redis import Redis
from redis.exceptions import RedisError

from eventstore import keys
from eventstore.keys import SHARDS, SWEEPS
from eventstore.memory.store import MemoryEventStore
from service.game.context import Context
from tests.workers.serving.given_shares import GivenShares
from tests.workers.sweeping.aged import Clock
from workers.serving.shares import (
    ASKED_S,
    COMMON,
    EVERYTHING,
    HANDOVER_S,
    LEASE_S,
    NOTHING,
    LeasedShares,
    Shares,
    divide,
)
from workers.sweeping.due_work import sweep

FEW, MANY = 2, 5


class Crowd:
    """Represents several sweeps that ask once a second, by a clock that the tests move."""

    def __init__(self, count: int) -> None:
        self.clock = Clock(1_000)
        self.store = MemoryEventStore()
        self.sweeps = [self.another() for _ in range(count)]

    def another(self) -> LeasedShares:
        """Return one more sweep on the same list."""
        return LeasedShares(self.store, lambda: self.clock.ms / 1_000)

    def go_on(self, seconds: float, *asking: LeasedShares) -> None:
        """Let some seconds pass, in which some sweeps ask, by default all of them."""
        for _ in range(int(seconds / ASKED_S)):
            self.clock.ms += int(1_000 * ASKED_S)
            for one in asking or self.sweeps:
                one.ask()


@pytest.fixture(params=[FEW, MANY])
def crowd(request: pytest.FixtureRequest) -> Crowd:
    made = Crowd(request.param)
    made.go_on(HANDOVER_S + 2)
    return made


def taken(*sweeps: Shares) -> list[int]:
    """Return what some sweeps serve, in order, as often as it is served."""
    return sorted(place for one in sweeps for place in one.served)


@pytest.mark.parametrize("count", range(1, 9))
def test_a_division_is_even_and_the_same_for_all_and_moves_little(count: int) -> None:
    sweeps = [f"sweep-{number}" for number in range(count)]
    found, grown = divide(sweeps), divide([*reversed(sweeps), "another"])
    assert found == divide(list(reversed(sweeps)))
    assert sorted(place for served in found.values() for place in served) == sorted(EVERYTHING)
    assert max(map(len, found.values())) - min(map(len, found.values())) <= count
    assert max(map(len, found.values())) == -(-len(EVERYTHING) // count)
    moved = sum(len(served - found[name]) for name, served in grown.items() if name != "another")
    assert moved <= len(EVERYTHING) / 4


def test_all_is_served_once(crowd: Crowd) -> None:
    assert taken(*crowd.sweeps) == sorted(EVERYTHING)
    assert all(one.shards for one in crowd.sweeps)
    assert sum(one.has(COMMON) for one in crowd.sweeps) == 1


def test_one_that_is_killed_is_relieved_within_seconds(crowd: Crowd) -> None:
    dead, *living = crowd.sweeps
    lost = dead.served
    crowd.go_on(LEASE_S - 2 * ASKED_S, *living)
    assert not lost & set(taken(*living))
    crowd.go_on(2 * ASKED_S + HANDOVER_S, *living)
    assert taken(*living) == sorted(EVERYTHING)


def test_one_that_leaves_is_relieved_at_once(crowd: Crowd) -> None:
    gone, *living = crowd.sweeps
    gone.leave()
    assert gone.served == NOTHING
    crowd.go_on(ASKED_S + HANDOVER_S, *living)
    assert taken(*living) == sorted(EVERYTHING)
    gone.ask()
    assert gone.served == NOTHING


def test_one_that_was_suspended_serves_nothing_until_it_has_asked(crowd: Crowd) -> None:
    suspended, *living = crowd.sweeps
    crowd.go_on(LEASE_S + HANDOVER_S + 2 * ASKED_S, *living)
    assert suspended.served == NOTHING
    crowd.go_on(ASKED_S)
    assert suspended.served == NOTHING, "the others may serve its shards still"
    crowd.go_on(HANDOVER_S + ASKED_S)
    assert taken(*crowd.sweeps) == sorted(EVERYTHING)
    assert suspended.served


def test_a_newcomer_waits_until_the_others_have_made_room(crowd: Crowd) -> None:
    crowd.sweeps.append(crowd.another())
    for _ in range(6):
        crowd.go_on(ASKED_S)
        assert len(taken(*crowd.sweeps)) == len(set(taken(*crowd.sweeps)))
    assert taken(*crowd.sweeps) == sorted(EVERYTHING)


def test_one_that_is_alone_serves_everything_at_once_and_then_only_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    crowd = Crowd(1)
    crowd.go_on(ASKED_S)
    assert crowd.sweeps[0].served == EVERYTHING
    written: list[str] = []
    for name in ("set_facts", "swap_fact"):
        monkeypatch.setattr(crowd.store, name, lambda *given: written.append(given[0]))
    crowd.go_on(3 * LEASE_S)
    assert crowd.sweeps[0].served == EVERYTHING
    assert written == []


def test_one_that_comes_after_another_died_takes_over_all_after_the_lease() -> None:
    crowd = Crowd(1)
    crowd.go_on(ASKED_S)
    later = crowd.another()
    crowd.go_on(LEASE_S + ASKED_S, later)
    assert later.served == EVERYTHING
    assert list(crowd.store.facts(SWEEPS)) == [later._name]


def test_each_serves_everything_while_the_list_cannot_be_read(
    crowd: Crowd, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "workers.serving.shares")
    before = [one.served for one in crowd.sweeps]

    def fail(owner: str) -> dict[str, bytes]:
        raise RedisError("away")

    with monkeypatch.context() as patch:
        patch.setattr(crowd.store, "facts", fail)
        crowd.go_on(LEASE_S - ASKED_S)
        assert [one.served for one in crowd.sweeps] == before
        crowd.go_on(3 * ASKED_S)
        assert [one.served for one in crowd.sweeps] == [EVERYTHING] * len(crowd.sweeps)
    assert len(caplog.messages) == len(crowd.sweeps)
    crowd.go_on(LEASE_S)
    assert taken(*crowd.sweeps) == sorted(EVERYTHING)


def test_a_long_round_loses_nothing_but_an_endless_one_does(crowd: Crowd) -> None:
    busy, *living = crowd.sweeps
    before = busy.served
    busy._ask()
    for _ in range(int(2 * LEASE_S)):
        crowd.go_on(ASKED_S, *living)
        busy._ask()  # as the thread does during a round
    assert busy.served == before


def test_a_sweep_does_what_is_due_in_its_shards_alone(ctx: Context, events_redis: Redis) -> None:
    half = GivenShares(frozenset(range(SHARDS // 2)))
    owners = [f"game-{number}" for number in range(200)]
    for owner in owners:
        ctx.store.set_deadlines(owner, {"expiry": ctx.clock() - 1})
        ctx.jobs.ai.defer(owner, -1)
    sweep(ctx, shares=half)
    own = {owner for owner in owners if half.has_game(owner)}
    assert 0 < len(own) < len(owners)
    left = {member.partition(b":")[0].decode() for shard in range(SHARDS) for member in _due(events_redis, shard)}
    assert left == set(owners) - own
    assert set(ctx.jobs.ai.fall_due()) == set(owners) - own


def _due(redis: Redis, shard: int) -> list[bytes]:
    found: list[bytes] = redis.zrange(keys.due(shard), 0, -1)  # type: ignore[assignment]
    return found
