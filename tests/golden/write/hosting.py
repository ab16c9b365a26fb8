"""Provides a host for golden games: a context over a store, a clock that the program moves, and single acts of play."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from redis import Redis

from eventstore.embedded.server import start
from eventstore.memory.store import MemoryEventStore
from eventstore.store import EventStore
from eventstore.streams import open_store
from service.catalog import RULESETS
from service.game.context import Context, compose
from service.game.games import Game
from service.handlers.commands import submit
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.golden.choosing import agent_for
from workers.agents.turns import decide

START_MS: Final = 1_790_000_000_000
BUDGET_S: Final = 1.0


class Clock:
    """Represents a clock that moves when the program says so, and by 7 milliseconds at every look."""

    def __init__(self) -> None:
        self.ms = START_MS

    def __call__(self) -> int:
        self.ms += 7
        return self.ms


def host(store: EventStore | None = None, jobs: Jobs | None = None) -> Context:
    """Return a context that offers all rulesets."""
    return compose(
        read_settings({}), store or MemoryEventStore(), RULESETS, jobs or Jobs.at("unix:///nowhere"), Clock()
    )


@contextmanager
def serving() -> Iterator[tuple[Redis, Context]]:
    """Yield a server of its own for the events, and a context over it."""
    with tempfile.TemporaryDirectory() as directory:
        events = start(Path(directory, "events"), "no")
        queues = start(Path(directory, "rq"), "no")
        try:
            with Redis.from_url(events.url) as redis:
                yield redis, host(open_store(events.url), Jobs.at(queues.url))
        finally:
            events.stop()
            queues.stop()


def pass_time(ctx: Context, ms: int) -> None:
    """Move the clock of a context on."""
    assert isinstance(ctx.clock, Clock)
    ctx.clock.ms += ms


def act(ctx: Context, game_id: str, rng: Random, agents: int = 70) -> bool:
    """Let a random awaited seat give a command, or pass; return False when the game is over."""
    game = ctx.games.load(game_id)
    if game.table.finished:
        return False
    seat = rng.choice(game.awaiting()).seat
    command = chosen(game, seat, rng, agents)
    if command is not None:
        submit(ctx, game_id, seat, [command])
    return True


def chosen(game: Game, seat: int, rng: Random, agents: int) -> Any | None:
    """Return a seat's command: in `agents` of a hundred cases what its agent chooses, else anything legal."""
    if rng.randrange(100) < agents:
        agent = agent_for(game.ruleset.name)
        return decide(game.ruleset, game.position, seat, agent, BUDGET_S, rng).command
    actions = game.ruleset.actions(game.position, seat)
    if actions.templates and (not actions.commands or rng.random() < 0.05):
        return rng.choice(actions.templates).sample(rng)
    return rng.choice(actions.commands) if actions.commands else None
