"""Provides what tests of handlers and queries share: a context over a store, and games made and moved in one line."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from redis import Redis

from domain.core.ruleset import Ruleset
from eventstore.store import EventStore
from service.clients.authentication import Caller, authenticate
from service.game.context import Context, compose
from service.game.games import Game
from service.game.results import Created
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.problems import Problem
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.toy import CHIPS, TOY, PutAside

RULESETS: dict[str, Ruleset] = {TOY.name: TOY}
START_MS = 1_790_000_000_000


class Clock:
    """Provides a wall clock that tests move, and that goes on by a millisecond at every reading."""

    def __init__(self) -> None:
        self.ms = START_MS

    def __call__(self) -> int:
        self.ms += 1
        return self.ms


def new_context(store: EventStore, rq_redis: Redis) -> Context:
    """Return a context that offers the toy alone."""
    return compose(read_settings({}), store, RULESETS, Jobs(rq_redis), Clock())


def fresh(ctx: Context) -> Context:
    """Return the same context as another process has it, with nothing remembered."""
    return compose(ctx.settings, ctx.store, ctx.rulesets, ctx.jobs, ctx.clock)


def new_game(ctx: Context, *kinds: str, **wish: Any) -> Created:
    """Return a new game of the toy with seats of these kinds."""
    seats = [NewSeat(kind) for kind in kinds or ("human", "human")]
    return create_game(ctx, NewGame("toy", seats, **{"seed": "a", **wish}))


def caller(ctx: Context, created: Created, seat: int | None = None, *, owner: bool = False) -> Caller:
    """Return the caller with a seat's token, with the owner's, or with none."""
    token = created.owner_token if owner else None if seat is None else created.seats[seat]["token"]
    return authenticate(ctx, ctx.games.load(created.id), token)


def put_aside(ctx: Context, created: Created) -> int:
    """Let every seat put its first chip aside, and return the version after that."""
    for seat in range(len(created.seats)):
        submit(ctx, created.id, seat, [first_chip(ctx.games.load(created.id), seat)])
    return ctx.games.load(created.id).version


def first_chip(game: Game, seat: int) -> PutAside:
    """Return the command that puts aside the first chip that a seat has."""
    held = game.position.chips[seat]
    color = next(k for k in range(CHIPS) if held[k])
    return PutAside(tuple(int(k == color) for k in range(CHIPS)))


@contextmanager
def refusal(slug: str, rule: str | None = None, **members: Any) -> Iterator[None]:
    """Check that the block is refused with this problem, rule and members."""
    with pytest.raises(Problem) as caught:
        yield
    found = caught.value
    assert (found.slug, found.rule) == (slug, rule)
    assert {name: found.members.get(name) for name in members} == members


def played(ctx: Context, seed: int, *kinds: str, target: int = 12) -> Created:
    """Play a random game of the toy to its end by submitted commands, and return it."""
    made = new_game(ctx, *kinds, options={"target": target}, seed=str(seed))
    rng = Random(seed)
    while True:
        game = ctx.games.load(made.id)
        awaited = game.awaiting()
        if not awaited:
            return made
        seat = rng.choice(awaited).seat
        actions = TOY.actions(game.position, seat)
        command = rng.choice([*actions.commands, *(template.sample(rng) for template in actions.templates)])
        submit(ctx, made.id, seat, [command])
