"""Tests that a host has those tables built that its agents lack, and does not wait for them."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from domain.dice import DICE
from eventstore.memory.store import MemoryEventStore
from service.game.context import Context, compose
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.workers.conftest import owes, run_job
from workers import tables
from workers.agents.dice.tables import SOLUTIONS
from workers.analyses import analysis_document
from workers.arenas.in_memory import play_game

LACKED = SOLUTIONS["one"]
ONE: dict[str, Any] = {"joker_dice": "one"}


@pytest.fixture
def ctx(rq_redis: Redis) -> Context:
    return compose(read_settings({}), MemoryEventStore(), {DICE.name: DICE}, Jobs(rq_redis))


@pytest.fixture(autouse=True)
def no_builders(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Begin without tables and without a builder; stop the builder that the test has started."""
    monkeypatch.setattr(tables, "_builders", {})
    yield
    builder = tables.builder_of(LACKED)
    assert builder is not None
    builder.kill()
    builder.wait()


def hosted(ctx: Context, *kinds: str) -> str:
    made = NewGame(DICE.name, [NewSeat(kind) for kind in kinds], options={**ONE, "starting_seat": 0})
    return create_game(ctx, made).id


def is_being_built() -> bool:
    return tables.builder_of(LACKED) is not None and tables.builder_of(SOLUTIONS["any"]) is None


def test_a_hosted_game_has_its_table_built(ctx: Context) -> None:
    game = hosted(ctx, "ai", "human")
    assert not is_being_built()
    run_job(ctx, game)
    assert owes(ctx, game, 1)
    assert is_being_built()


def test_so_does_an_arena() -> None:
    config = asdict(DICE.configure(2, None, (), ONE))
    plan = {"agents": ["dice_optimal", "uniform"], "config": config, "seed": "arena"}
    assert play_game(DICE, plan, 0)["shares"] is not None
    assert is_being_built()


def test_so_does_an_analysis(ctx: Context) -> None:
    game = ctx.games.load(hosted(ctx, "human", "human"))
    analysis_document(game, {"seat": 0, "agent": "dice_optimal", "budget_ms": 1, "language": "en"}, lambda _: None)
    assert is_being_built()
