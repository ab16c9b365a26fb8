"""Tests that every answer to every act, caller and stage keeps the invariants, and that a planted hole is found."""

from collections.abc import Iterator, Sequence
from typing import Final

import pytest
from redis import Redis

from tests.service.matrix.acts import ACTS
from tests.service.matrix.holes import HOLES
from tests.service.matrix.invariants import INVARIANTS, Cell, holding, tags_tell_callers_apart
from tests.service.matrix.world import CALLERS, STAGES, House, World, new_world

TOKENS: Final = {
    "own seat": "victim",
    "other seat": "other",
    "owner who plays": "owner",
    "owner who does not": "owner",
    "spectator": None,
    "dead token": "dead",
    "lent seat": "victim",
}


@pytest.fixture
def house(rq_redis: Redis) -> House:
    """Return a server for this test alone."""
    return House(rq_redis)


def token_of(world: World, caller: str) -> str | None:
    """Return the token that this kind of caller uses, or None."""
    name = TOKENS[caller]
    return None if name is None else world.tokens.get(name, world.tokens["creator"])


def tried(world: World, caller: str, act: str) -> Cell:
    """Try an act as a caller and return it with its answer and the state before and after."""
    token, before, live = token_of(world, caller), world.snapshot(), holding(world)
    answer = ACTS[act](world, token)
    removed = act == "remove the game" and answer.status_code < 300
    after = before if removed else world.snapshot()
    return Cell(world, act, caller, token, answer, before, after, live)


def cells(house: House, stage: str, caller: str) -> Iterator[Cell]:
    """Yield a cell for every act of a caller at a stage; an act that succeeds is followed by a new world."""
    world = new_world(house, stage, caller)
    tags_tell_callers_apart(world)
    for act in ACTS:
        cell = tried(world, caller, act)
        yield cell
        if cell.answer.status_code < 400 or house.ctx.store.head(world.id) != cell.before.version:
            world = new_world(house, stage, caller)


def judge(cell: Cell) -> None:
    """Check a cell against every invariant."""
    for invariant in INVARIANTS:
        try:
            invariant(cell)
        except AssertionError as broken:
            where = (
                f"{cell.act} by {cell.caller}, {cell.world.stage}: {cell.answer.status_code} {cell.answer.text[:300]}"
            )
            raise AssertionError(f"{invariant.__name__}: {where}\n{broken}") from broken


def judge_all(house: House, stage: str, callers: Sequence[str]) -> None:
    """Try every act of these callers at a stage, and check each against every invariant."""
    for caller in callers:
        for cell in cells(house, stage, caller):
            judge(cell)


@pytest.mark.parametrize("stage", STAGES)
def test_every_act_by_every_caller(house: House, stage: str) -> None:
    judge_all(house, stage, CALLERS)


@pytest.mark.parametrize("hole", HOLES)
def test_the_matrix_fails_without_each_check(house: House, hole: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, stage, callers = HOLES[hole]
    plant(monkeypatch)

    with pytest.raises(AssertionError):
        judge_all(house, stage, callers)
