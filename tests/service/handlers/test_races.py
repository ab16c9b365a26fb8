"""Tests that every race has one winner, the others are judged again, and nothing is written twice."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from redis import Redis

from eventstore.memory.store import MemoryEventStore
from eventstore.records import Beside, Tip, Version
from service.game.context import Context
from service.game.idempotency import Key
from service.handlers.commands import submit
from service.handlers.resignation import resign
from service.handlers.seating import SeatWish, take_seat
from service.problems import Problem
from service.queue import ai_jobs
from tests.service.tables import caller, first_chip, fresh, new_context, new_game, put_aside, refusal
from tests.toy import Roll, Wave


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Start all acts together; return what each one returned, or the problem that it raised."""
    answers: list[Any] = [None] * len(acts)
    start = threading.Barrier(len(acts))

    def run(place: int) -> None:
        start.wait()
        try:
            answers[place] = acts[place]()
        except Problem as problem:
            answers[place] = problem

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(90)
    return answers


def test_several_seats_that_owe_at_once_are_all_heard(ctx: Context) -> None:
    for _ in range(5):
        made = new_game(ctx, "human", "human", "human", "human")
        chips = [first_chip(ctx.games.load(made.id), seat) for seat in range(4)]

        def hand_in(seat: int, game: str = made.id, chips: Sequence[Any] = tuple(chips)) -> Any:
            return submit(fresh(ctx), game, seat, [chips[seat]])

        done = at_once(*(lambda seat=seat: hand_in(seat) for seat in range(4)))

        assert sorted(answer.version for answer in done) == [2, 3, 4, 5]


def test_one_of_many_with_the_same_expected_version_wins(ctx: Context) -> None:
    made = new_game(ctx)
    version = put_aside(ctx, made)

    done = at_once(*[lambda: submit(fresh(ctx), made.id, 0, [Roll()], expected=version)] * 4)

    refusals = [answer for answer in done if isinstance(answer, Problem)]
    assert len(refusals) == 3
    assert {problem.slug for problem in refusals} == {"stale_version"}
    assert ctx.store.head(made.id) == version + 1


def test_a_request_sent_many_times_is_done_once(ctx: Context) -> None:
    made = new_game(ctx)
    version = put_aside(ctx, made)
    key = Key.of("k", "POST", "/commands", "token" * 5, b"wave")

    done = at_once(*[lambda: submit(fresh(ctx), made.id, 0, [Wave(2)], key=key)] * 4)

    assert {answer.version for answer in done} == {version + 1}
    assert sorted(answer.replayed for answer in done) == [False, True, True, True]
    assert ctx.store.head(made.id) == version + 1


def test_an_open_seat_is_taken_by_one(ctx: Context) -> None:
    made = new_game(ctx, "human", "open")

    done = at_once(*[lambda: take_seat(fresh(ctx), made.id, None, SeatWish(seat=1))] * 4)

    seated = [answer for answer in done if not isinstance(answer, Problem)]
    assert len(seated) == 1
    assert {problem.rule for problem in done if isinstance(problem, Problem)} <= {"seat.taken", "seat.none_open"}
    assert caller(ctx, made, 0).seat == 0
    live = [key for key, value in ctx.store.facts(made.id).items() if value.startswith(b"seat:1:")]
    assert len(live) == 1


class Crowded(MemoryEventStore):
    """Represents a store on which another process appends first, for a given number of times."""

    def __init__(self) -> None:
        super().__init__()
        self.rival: Callable[[], Any] | None = None
        self.times = 0

    def _append(self, game: str, base: Tip, versions: Sequence[Version], beside: Beside) -> int:
        if self.rival and self.times:
            self.times -= 1
            rival, self.rival = self.rival, None
            rival()
            self.rival = rival
        return super()._append(game, base, versions, beside)


def test_a_command_is_judged_again_up_to_eight_times(rq_redis: Redis) -> None:
    store = Crowded()
    ctx = new_context(store, rq_redis)
    made = new_game(ctx)
    version = put_aside(ctx, made)
    store.rival = lambda: submit(fresh(ctx), made.id, 0, [Wave(2)])

    store.times = 7
    assert submit(ctx, made.id, 0, [Wave(2)]).version == version + 8
    store.times = 8
    with refusal("busy", retry_after=1):
        submit(ctx, made.id, 0, [Wave(2)])


def test_whoever_loses_races_asks_agents_for_way(rq_redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ai_jobs, "WAY_MS", 60_000)  # long enough to be measured on a machine that is busy
    store = Crowded()
    ctx = new_context(store, rq_redis)
    made = new_game(ctx)
    put_aside(ctx, made)
    store.rival = lambda: submit(fresh(ctx), made.id, 0, [Wave(2)])

    store.times = 1
    submit(ctx, made.id, 0, [Wave(2)])
    assert ctx.jobs.ai.pause(made.id) == 0
    store.times = 2
    resign(ctx, caller(ctx, made, 1))
    assert ctx.jobs.ai.pause(made.id) > 0


def test_with_an_expected_version_nothing_is_judged_again(rq_redis: Redis) -> None:
    store = Crowded()
    ctx = new_context(store, rq_redis)
    made = new_game(ctx)
    version = put_aside(ctx, made)
    store.rival = lambda: submit(fresh(ctx), made.id, 0, [Wave(2)])
    store.times = 1

    with refusal("stale_version", version=version + 1):
        submit(ctx, made.id, 0, [Wave(2)], expected=version)


def test_a_command_that_a_rival_made_illegal_is_refused(rq_redis: Redis) -> None:
    store = Crowded()
    ctx = new_context(store, rq_redis)
    made = new_game(ctx)
    put_aside(ctx, made)
    store.rival = lambda: submit(fresh(ctx), made.id, 0, [Roll()])
    store.times = 1

    with refusal("refused", "toy.roll_once"):
        submit(ctx, made.id, 0, [Roll()])
