"""Tests which deadlines an append writes: those that it changes, and no others."""

from collections.abc import Mapping
from typing import Any
from unittest.mock import patch

import pytest

from eventstore.keys import shard_of
from service.game.clocks import DAY_MS
from service.game.context import Context
from service.game.deadlines import ABANDONED_MS, AI_DEADLINE, CLOCK_DEADLINE, EXPIRY_DEADLINE
from service.handlers.commands import submit
from service.handlers.resignation import resign
from service.handlers.seating import SeatWish, take_seat
from tests.service.recorded import pass_time
from tests.service.tables import caller, first_chip, fresh, new_game, put_aside
from tests.toy import Wave


def deadlines_of(ctx: Context, game: str, command: Any = Wave(2)) -> Mapping[str, int]:  # noqa: B008
    """Return the deadlines that a command of the first seat writes."""
    with patch.object(ctx.store, "append", wraps=ctx.store.append) as append:
        submit(ctx, game, 0, [command])
    return dict(append.call_args.args[4].deadlines)


def due(ctx: Context, game: str) -> dict[str, int]:
    """Return the deadlines of a game as the store has them."""
    return {one.name: one.due_ms for one in ctx.store.due(shard_of(game), 10**15, 1_000) if one.game == game}


def day_of(ms: int) -> int:
    """Return when the day of a moment begins."""
    return ms - ms % DAY_MS


def test_a_command_among_people_writes_none(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    before = due(ctx, made.id)

    assert deadlines_of(ctx, made.id) == {}
    assert due(ctx, made.id) == before == {EXPIRY_DEADLINE: day_of(ctx.clock() + ABANDONED_MS)}


def test_the_first_command_of_a_day_puts_the_end_off(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    pass_time(ctx, DAY_MS)

    assert deadlines_of(ctx, made.id) == {EXPIRY_DEADLINE: day_of(ctx.clock() + ABANDONED_MS)}
    assert deadlines_of(fresh(ctx), made.id) == {}


def test_a_game_that_starts_or_ends_says_so(ctx: Context) -> None:
    made = new_game(ctx, "human", "open")
    assert EXPIRY_DEADLINE not in due(ctx, made.id)
    take_seat(ctx, made.id, None, SeatWish())
    assert list(due(ctx, made.id)) == [EXPIRY_DEADLINE]
    put_aside(ctx, made)
    resign(ctx, caller(ctx, made, 0))
    assert due(ctx, made.id) == {}


def test_agents_and_clocks_have_theirs_with_each_version(ctx: Context) -> None:
    made = new_game(ctx, "human", "ai")
    timed = new_game(ctx, clock={"seconds": 60, "on_timeout": "default"})
    chip = first_chip(ctx.games.load(made.id), 0)

    assert deadlines_of(ctx, made.id, chip)[AI_DEADLINE] > ctx.clock()
    assert {CLOCK_DEADLINE, EXPIRY_DEADLINE} <= deadlines_of(ctx, timed.id, chip).keys()


@pytest.mark.parametrize("kind", ["ai", "bot"])
def test_the_deadline_of_an_agent_goes_when_nobody_waits_for_it(ctx: Context, kind: str) -> None:
    made = new_game(ctx, "human", kind)
    put_aside(ctx, made)

    assert deadlines_of(ctx, made.id)[AI_DEADLINE] == 0
    assert AI_DEADLINE not in due(ctx, made.id)
