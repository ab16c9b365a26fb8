"""Provides hosted games for the tests: real stores, real worker processes, and the toy game beside Catan."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from redis import Redis

from domain.catan import CATAN
from eventstore.streams import open_store
from service.catalog import RULESETS
from service.game.context import Context, compose
from service.game.games import Game
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.conftest import StorePair
from tests.toy import TOY
from tests.workers.warm import Worker
from workers import jobs
from workers.agents import turns
from workers.agents.catalog import default_agent
from workers.agents.uniform import Uniform
from workers.playing import Playing
from workers.run import SERVICES, new_worker


@pytest.fixture
def ctx(stores: StorePair, events_redis: Redis, rq_redis: Redis) -> Context:
    """Return the context of a serving process on two empty stores."""
    settings = read_settings({"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url})
    rulesets = {ruleset.name: ruleset for ruleset in (TOY, CATAN)}
    return compose(settings, open_store(stores.events_url), rulesets, Jobs(rq_redis))


@pytest.fixture
def here(stores: StorePair, ctx: Context, monkeypatch: pytest.MonkeyPatch) -> Iterator[Context]:
    """Yield the context of the jobs that this process does itself, on the empty stores of `ctx`.

    Its clock for the shares of worker time stands still.
    """
    monkeypatch.setenv("LONGROAD_EVENTS_URL", stores.events_url)
    monkeypatch.setenv("LONGROAD_RQ_URL", stores.rq_url)
    monkeypatch.setitem(RULESETS, TOY.name, TOY)
    jobs.context.cache_clear()
    now = time.time()
    jobs.context().jobs.shares.clock = lambda: now
    yield jobs.context()
    jobs.context.cache_clear()


def work(ctx: Context, service: str, most: int | None = None) -> None:
    """Do this many waiting jobs of a service in this process, or all of them."""
    handlers = {name: signal.getsignal(name) for name in (signal.SIGINT, signal.SIGTERM)}
    worker = new_worker(SERVICES[service], ctx.settings.store_urls[1], "test")
    worker.work(burst=True, max_jobs=most, logging_level="ERROR")
    for name, handler in handlers.items():
        signal.signal(name, handler)


Start = Callable[..., Worker]


@pytest.fixture
def start(stores: StorePair) -> Iterator[Start]:
    """Yield a function that runs `tests.workers.serve` with arguments in a process, which ends after the test.

    Settings by name take the place of the usual ones.
    """
    children: list[Worker] = []
    environment = {**os.environ, "LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url}

    def run(*arguments: str, **settings: str) -> Worker:
        children.append(Worker(arguments, environment | settings))
        return children[-1]

    yield run
    for child in children:
        child.terminate()
    for child in children:
        child.wait(90)


def new_game(ctx: Context, *kinds: str, ruleset: str = "toy", seed: str = "seed", **agents: str) -> str:
    """Make a game with seats of these kinds and return its id.

    `seat0="uniform"` names the agent of an AI seat; all others are played by a quick one.
    """
    quick = {f"seat{n}": default_agent(ruleset) for n, kind in enumerate(kinds) if kind == "ai"}
    seats = [NewSeat(kind, agent=(quick | agents).get(f"seat{n}")) for n, kind in enumerate(kinds)]
    return create_game(ctx, NewGame(ruleset, seats, seed=seed)).id


def children_of(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def is_reproducible(ctx: Context, game: str) -> bool:
    """Return whether every version of the game is what the agent chooses at the version before it."""
    for event in ctx.store.read(game, after=1):
        before = ctx.games.load(game, event.version - 1)
        seat = event.header.seat
        assert seat is not None
        chosen = turns.decide(before.ruleset, before.position, seat, Uniform(), 1, before.luck(seat)).command
        made = before.ruleset.decide(before.position, seat, chosen, before.table.chance).events
        if event.index < len(made) and before.codec.encode(made[event.index]).body != event.body:
            return False
    return True


def is_finished(ctx: Context, game: str) -> bool:
    return ctx.games.load(game).table.status == "finished"


def owes(ctx: Context, game: str, seat: int) -> bool:
    return any(entry.seat == seat and entry.must for entry in ctx.games.load(game).awaiting())


def act(ctx: Context, game: str, seat: int) -> int:
    """Give any legal command for a seat that a person holds, and return the new version."""
    loaded: Game = ctx.games.load(game)
    actions = loaded.ruleset.actions(loaded.position, seat)
    command: Any = Uniform().choose(loaded.ruleset, None, actions, 1, Random(loaded.version))
    return submit(ctx, game, seat, [command], expected=loaded.version).version


def run_job(ctx: Context, game: str) -> int:
    """Do AI jobs of a game in this process, until one has nothing left to do; return the version then."""
    for _ in range(1000):
        lock = ctx.jobs.ai.hold(game)
        assert lock is not None
        try:
            settled = Playing(ctx, game, lock).run()
        finally:
            lock.release()
        if settled is not None:
            return settled
    raise AssertionError("the agents never come to an end")


def later(ctx: Context, seconds: float) -> Context:
    """Return the same context with its clock some seconds ahead."""
    return replace(ctx, clock=lambda: ctx.clock() + int(seconds * 1000))


def standing(ctx: Context) -> Context:
    """Return the same context with a clock that stands still; `later` moves it."""
    now = ctx.clock()
    return replace(ctx, clock=lambda: now)
