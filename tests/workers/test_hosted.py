"""Tests AI seats of hosted games, moved by real worker processes, also when these are killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from service.game import deadlines
from service.game.context import Context
from service.handlers.commands import submit
from service.queue.jobs import Move
from tests.service.processes import wait_for
from tests.toy import EndTurn
from tests.workers.conftest import Start, act, children_of, is_finished, new_game, owes, run_job
from workers.run import SERVICES

WAIT_S = 120
LATE = "late=2"  # seconds


def test_ai_seats_play_a_game_to_its_end(ctx: Context, start: Start) -> None:
    games = [new_game(ctx, "ai", "ai", "ai", seed=f"to the end {n}") for n in range(3)]
    start("run", "ai")
    assert wait_for(lambda: all(is_finished(ctx, game) for game in games))
    for game in games:
        versions = [event.version for event in ctx.store.read(game)]
        assert sorted(set(versions)) == list(range(1, ctx.store.head(game) + 1))
    assert wait_for(lambda: all(ctx.jobs.agent_state(game, 0) == "late" for game in games))


def test_catan_is_played_to_its_end(ctx: Context, start: Start) -> None:
    game = new_game(ctx, "ai", "ai", "ai", "ai", ruleset="catan")
    start("run", "ai")
    assert wait_for(lambda: is_finished(ctx, game))


def test_they_wait_for_a_person_and_go_on_after(ctx: Context, start: Start) -> None:
    game = new_game(ctx, "human", "ai", "ai")
    start("run", "ai")
    while not is_finished(ctx, game):
        assert wait_for(lambda: owes(ctx, game, 0) or is_finished(ctx, game))
        if not is_finished(ctx, game):
            act(ctx, game, 0)
    acted = {event.header.seat for event in ctx.store.read(game)}
    assert acted >= {0, 1, 2}


def test_one_game_does_not_hog_the_workers(ctx: Context, start: Start) -> None:
    """There are more games than workers, all of them long, and every one gets on."""
    games = [new_game(ctx, "ai", "ai", "ai", ruleset="catan", seed=f"hog {n}") for n in range(5)]
    start("run", "ai")
    assert wait_for(lambda: all(ctx.store.head(game) > 20 for game in games))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="finds worker processes by /proc")
def test_a_game_outlives_its_killed_workers(ctx: Context, start: Start) -> None:
    pool = start("run", "ai", LATE)
    start("sweep", LATE)
    games = [new_game(ctx, "ai", "ai", "ai", ruleset="catan", seed=f"killed {n}") for n in range(3)]
    assert wait_for(lambda: len(children_of(pool.pid)) == 2)
    victims = children_of(pool.pid)
    assert wait_for(lambda: all(ctx.store.head(game) > 30 for game in games))
    for victim in victims:
        os.kill(victim, signal.SIGKILL)
    assert wait_for(lambda: len({*children_of(pool.pid)} - {*victims}) == 2)
    assert wait_for(lambda: all(is_finished(ctx, game) for game in games))


@pytest.mark.slow
def test_a_game_outlives_a_lost_queue(ctx: Context, start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "AI_GRACE_MS", 2000)
    game = new_game(ctx, "ai", "ai")
    ctx.jobs.redis.flushall()
    start("run", "ai", LATE)
    start("sweep", LATE)
    assert wait_for(lambda: is_finished(ctx, game))


def test_term_ends_the_workers_in_time(ctx: Context, start: Start) -> None:
    game = new_game(ctx, "ai", "ai", "ai", "ai", ruleset="catan")
    workers = [start("sweep"), start("run", "jobs"), start("run", "long")]
    redis = ctx.jobs.redis
    assert wait_for(lambda: bool(redis.exists("rq:workers:jobs") and redis.exists("rq:workers:long")))
    ctx.jobs.ai.defer(game, 0)
    assert wait_for(lambda: not redis.exists("longroad:ai:deferred"))  # the sweep is at work
    workers.append(start("run", "ai"))
    assert wait_for(lambda: ctx.store.head(game) > 5)
    for worker in workers:
        worker.terminate()
    assert [worker.wait(WAIT_S) for worker in workers] == [0, 0, 0, 0]


@pytest.mark.parametrize("arguments", [(), ("nonsense",), ("ai", "jobs")])
def test_wrong_arguments_are_refused(arguments: tuple[str, ...]) -> None:
    refused = subprocess.run((sys.executable, "-m", "workers.run", *arguments), capture_output=True, text=True)
    assert (refused.returncode, "usage: " in refused.stderr) == (2, True)
    assert set(SERVICES) == {"ai", "jobs", "long"}


def test_an_undo_job_moves_the_head(ctx: Context, start: Start) -> None:
    game = new_game(ctx, "human", "human")
    for seat in (0, 1, 0):
        act(ctx, game, seat)
    start("run", "jobs")
    submit(ctx, game, 0, [EndTurn()])
    job = ctx.jobs.undo(game, Move(4, 5, 0), "token")
    document = ctx.jobs.wait(job["id"], "token", WAIT_S)
    assert document is not None
    assert (document["kind"], document["status"], document["result"]) == (
        "undo", "finished", {"version": 6, "to_version": 4},
    )  # fmt: skip


def test_an_undo_job_fails_when_the_log_grew(ctx: Context, start: Start) -> None:
    game = new_game(ctx, "human", "human")
    for seat in (0, 1, 0):
        act(ctx, game, seat)
    job = ctx.jobs.undo(game, Move(3, 4, 0), "token")
    submit(ctx, game, 0, [EndTurn()])
    start("run", "jobs")
    document = ctx.jobs.wait(job["id"], "token", WAIT_S)
    assert document is not None
    assert document["status"] == "failed"
    assert document["problem"]["status"] == 412
    assert document["problem"]["version"] == 5
    assert ctx.store.head(game) == 5


def test_a_replay_job_proves_the_whole_game(ctx: Context, start: Start) -> None:
    game = new_game(ctx, "ai", "ai")
    run_job(ctx, game)
    start("run", "jobs")
    job = ctx.jobs.replay(game, None, False, {"format": "text", "language": "en"}, None)
    document = ctx.jobs.wait(job["id"], None, WAIT_S)
    assert document is not None
    assert (document["status"], document["progress"]) == ("finished", 1.0)
    assert document["result"]["verified"] is True
    assert document["result"]["versions"] == ctx.store.head(game)
