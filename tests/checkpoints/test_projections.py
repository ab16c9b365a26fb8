"""Tests projections that die at any call of the store and go on: all is taken in, in order, and comes again by its name
alone.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given, settings
from redis import Redis

from eventstore.common_reading import CommonReading
from eventstore.feed import Projection, Runner
from eventstore.keys import SHARDS
from eventstore.store import EventStore
from eventstore.streams import open_store
from service.game.context import Context, compose
from service.upkeep import rebuild_lobby
from service.views.lobby import list_of
from service.views.lobby_projection import LOBBY, Lobby
from tests.checkpoints.mortal import DEATHS, die_and_go_on
from tests.conftest import StorePair
from tests.eventstore.samples import versions
from tests.service.tables import new_context, new_game, put_aside

GAMES = [f"law-{uuid4().hex[:8]}-{n}" for n in range(6)]
EXAMPLES = 25
MOST_ROWS = 1000


class Heard(Projection):
    """Represents a projection that only notes what comes."""

    def __init__(self, name: str, heard: list[tuple[str, int]]) -> None:
        self.name = name
        self.heard = heard

    def apply(self, game: str, version: int) -> None:
        """Note a version."""
        self.heard.append((game, version))

    def forget(self, game: str) -> None:
        """Do nothing."""


@pytest.fixture(scope="module")
def log(stores: StorePair) -> EventStore:
    """Return a store that holds some games."""
    store = open_store(stores.events_url)
    for length, game in enumerate(GAMES, 1):
        store.append(game, 0, versions(length))
    return store


def alone(store: EventStore, projection: Projection) -> None:
    """Let a projection take in what is new by itself."""
    Runner(store, projection).catch_up()


def together(store: EventStore, projection: Projection) -> None:
    """Let it do so together with another one, as the sweep does."""
    CommonReading(store, [projection, Heard(f"beside {projection.name}", [])], range(SHARDS)).catch_up()


@pytest.mark.parametrize("read", [alone, together])
@settings(max_examples=EXAMPLES)
@given(deaths=DEATHS)
def test_nothing_is_lost_and_what_comes_again_is_of_one_piece(
    log: EventStore, read: Callable[[EventStore, Projection], None], deaths: list[tuple[int, bool]]
) -> None:
    heard: list[tuple[str, int]] = []
    name = f"heard {uuid4().hex}"
    die_and_go_on(log, deaths, lambda store: read(store, Heard(name, heard)))

    of_game: dict[str, list[int]] = defaultdict(list)
    for game, version in heard:
        of_game[game].append(version)
    for length, game in enumerate(GAMES, 1):
        assert set(of_game[game]) == set(range(1, length + 1))
        assert _goes_back_to_what_came(of_game[game])


def _goes_back_to_what_came(versions_heard: list[int]) -> bool:
    """Return whether each version is the next one, or one that came before."""
    newest = 0
    for version in versions_heard:
        if version > newest + 1:
            return False
        newest = max(newest, version)
    return True


@pytest.fixture
def ctx(stores: StorePair, rq_redis: Redis) -> Context:
    """Return a context over a real store, with some games that are moved on."""
    return new_context(open_store(stores.events_url), rq_redis)


def test_the_lobby_is_that_of_one_who_never_died(ctx: Context) -> None:
    made = [new_game(ctx) for _ in range(5)]
    for created in made[:3]:
        put_aside(ctx, created)

    def project(store: Any) -> None:
        own = compose(ctx.settings, store, ctx.rulesets, ctx.jobs, ctx.clock)
        Runner(store, Lobby(own)).catch_up()

    @settings(max_examples=EXAMPLES)
    @given(deaths=DEATHS)
    def law(deaths: list[tuple[int, bool]]) -> None:
        put_aside(ctx, new := new_game(ctx))
        die_and_go_on(ctx.store, deaths, project)
        went_on = rows(ctx, [new.id, *(one.id for one in made)])
        rebuild_lobby(ctx, lambda _: None, clear=True)
        assert rows(ctx, list(went_on)) == went_on
        assert all(went_on.values())

    law()


def rows(ctx: Context, games: list[str]) -> dict[str, Any]:
    """Return the lobby's rows of some games, as the list of all games has them."""
    listed = {one.game: one.body for one in ctx.store.rows.list_rows(LOBBY, list_of(None, None), MOST_ROWS)}
    return {game: listed.get(game) for game in games}
