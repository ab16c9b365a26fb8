"""Tests that a seat gets more time after a lost connection: of those who agreed, once a turn, three times in a game."""

from dataclasses import replace
from typing import Any

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.clients.presence import agree_as_holder, find_shown
from service.game.clocks import MOST_GRACES
from service.game.context import Context
from service.game.deadlines import CLOCK_DEADLINE
from service.game.results import Created
from service.handlers.commands import Sender, submit
from service.handlers.passed_deadlines import fall_due
from service.handlers.resignation import resign
from service.handlers.undo_requests import move_head
from service.problems import Problem
from service.queue.jobs import Jobs
from service.queue.stream_leases import LEASE_MS, end_lease, renew_lease
from tests.service.looking import view
from tests.service.recorded import imported, record_of
from tests.service.records.forging import rehashed
from tests.service.tables import caller, put_aside
from tests.service.time_passing import seconds_left, timed, types, wait
from tests.toy import TOY, EndTurn, Roll

GRACE = 30


def shown(ctx: Context, **clock: Any) -> Created:
    """Return a game in which seat 0 is to roll, and has agreed to be shown as present."""
    made = timed(ctx, **{"grace_s": GRACE, **clock})
    put_aside(ctx, made)
    agree_as_holder(ctx, ctx.games.load(made.id), 0, is_shown=True)
    return made


def owner(ctx: Context, made: Created) -> str:
    found = find_shown(ctx, made.id, 0, ctx.games.load(made.id).table.seats[0].holder)
    assert found
    return found


def connect(ctx: Context, made: Created) -> None:
    renew_lease(ctx.jobs.redis, owner(ctx, made), "stream", ctx.clock())


def cut(ctx: Context, made: Created) -> None:
    """Let a stream of seat 0 open and break off now."""
    connect(ctx, made)
    end_lease(ctx.jobs.redis, owner(ctx, made), "stream", ctx.clock())


def leave_later(ctx: Context, made: Created) -> None:
    """Let 20 s pass, and the stream of seat 0 break off then."""
    wait(ctx, 20)
    cut(ctx, made)


def run_out(ctx: Context, made: Created) -> list[str]:
    """Let the clock run out, and return what happened then."""
    before = ctx.store.head(made.id)
    fall_due(ctx, made.id, CLOCK_DEADLINE)
    return types(ctx, made, before)


def test_a_seat_gets_the_grace_once_and_is_then_timed_out(ctx: Context) -> None:
    made = shown(ctx)
    leave_later(ctx, made)
    wait(ctx, 41)
    assert run_out(ctx, made) == ["TimeUsed", "GraceGiven"]
    assert 28 <= seconds_left(ctx, made)[0, "roll"] <= 30
    assert view(ctx, caller(ctx, made))["seats"][0]["graces_left"] == MOST_GRACES - 1
    leave_later(ctx, made)
    wait(ctx, 11)
    assert "TimedOut" in run_out(ctx, made)


def test_a_clock_runs_out_without_the_queues_store(ctx: Context) -> None:
    made = shown(ctx)
    cut(ctx, made)
    wait(ctx, 61)
    before = ctx.store.head(made.id)
    fall_due(replace(ctx, jobs=Jobs(Redis(port=1, retry=Retry(NoBackoff(), 0)))), made.id, CLOCK_DEADLINE)
    assert "TimedOut" in types(ctx, made, before)


@pytest.mark.parametrize("why", ["unshown", "never there", "there", "gone before", "no grace", "another seat"])
def test_nobody_else_gets_it(ctx: Context, why: str) -> None:
    made = shown(ctx, **({"grace_s": 0} if why == "no grace" else {}))
    if why == "gone before":
        submit(ctx, made.id, 0, [Roll()])
        cut(ctx, made)
        wait(ctx, 5)
        submit(ctx, made.id, 0, [EndTurn()])
        submit(ctx, made.id, 1, [Roll()])
        submit(ctx, made.id, 1, [EndTurn()])
    wait(ctx, 59)
    if why == "there":
        connect(ctx, made)
    if why in ("unshown", "no grace", "another seat"):
        cut(ctx, made)
    if why == "unshown":
        agree_as_holder(ctx, ctx.games.load(made.id), 0, is_shown=False)
    if why == "another seat":
        submit(ctx, made.id, 0, [Roll()])
        submit(ctx, made.id, 0, [EndTurn()])
        wait(ctx, 60)
    wait(ctx, 2)
    happened = run_out(ctx, made)
    assert "GraceGiven" not in happened
    assert "TimedOut" in happened


def test_streams_of_a_killed_process_count_as_lost_once_their_lease_is_over(ctx: Context) -> None:
    made = shown(ctx)
    wait(ctx, 61 - LEASE_MS / 1000 - 1)
    connect(ctx, made)
    wait(ctx, LEASE_MS / 1000 + 1)
    assert run_out(ctx, made)[-1] == "GraceGiven"


def turn_with_grace(ctx: Context, made: Created) -> list[str]:
    """Let seat 0 be late with its roll by a lost connection, then both play a turn; return what was decided."""
    wait(ctx, 30)
    cut(ctx, made)
    wait(ctx, 31)
    happened = run_out(ctx, made)
    position = ctx.games.load(made.id)
    if any(entry.frame == "roll" and entry.seat == 0 for entry in position.awaiting()):
        submit(ctx, made.id, 0, [Roll()], sender=Sender("0"))
    for commands, seat in (([EndTurn()], 0), ([Roll()], 1), ([EndTurn()], 1)):
        submit(ctx, made.id, seat, commands, sender=Sender("0"))
    return happened


def test_who_cuts_connections_again_and_again_gains_three_graces_in_a_game(ctx: Context) -> None:
    made = shown(ctx)
    given = ["GraceGiven" in turn_with_grace(ctx, made) for _ in range(MOST_GRACES + 2)]
    assert given == [True] * MOST_GRACES + [False] * 2
    assert view(ctx, caller(ctx, made))["seats"][0]["graces_left"] == 0


def test_an_undo_brings_no_second_grace_and_takes_none_away(ctx: Context) -> None:
    made = shown(ctx)
    leave_later(ctx, made)
    wait(ctx, 41)
    run_out(ctx, made)
    head = submit(ctx, made.id, 0, [Roll()]).version
    move_head(ctx, made.id, head - 1, head, 0)
    assert 28 <= seconds_left(ctx, made)[0, "roll"] <= 30
    leave_later(ctx, made)
    wait(ctx, 11)
    assert "TimedOut" in run_out(ctx, made)


def test_after_a_timeout_the_next_thing_has_the_plain_time(ctx: Context) -> None:
    made = shown(ctx)
    leave_later(ctx, made)
    wait(ctx, 41)
    run_out(ctx, made)
    wait(ctx, 31)
    assert "TimedOut" in run_out(ctx, made)
    assert max(seconds_left(ctx, made).values()) <= 60


def test_the_record_of_a_grace_proves_true_and_no_grace_can_be_forged(ctx: Context) -> None:
    made = shown(ctx)
    leave_later(ctx, made)
    wait(ctx, 41)
    run_out(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    resign(ctx, caller(ctx, made, 0))
    record = record_of(ctx, made.id)
    imported(ctx, record)
    [version] = [one for one in record["versions"] if one["events"][-1]["type"] == "GraceGiven"]
    version["events"][-1]["turn"] += 1
    with pytest.raises(Problem):
        imported(ctx, rehashed(TOY, record))
