"""Measures what the rows of a game take of the lobby's primary: it opens, starts and ends, is packed, and then gone."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from redis import Redis

from service.clients.authentication import Caller
from service.game.context import Context
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.process.wall_clock import now_ms
from service.views.lobby import row_of
from service.views.lobby_projection import LOBBY, pack_lobby_rows
from service.views.spectator_delay import visible
from tests.scale.kept import one_store
from tests.scale.meters import used
from tests.scale.shapes import FAR_MS, Shape, copied_rows, new_ids, play, start_game

GAMES: Final = 1_280
AT_ONCE: Final = 20
"""Sets how many rows the sweep writes at once."""


def measure(directory: Path) -> dict[str, Any]:
    """Return the microseconds of the primary for a game, step by step, and the writes."""
    with one_store(directory) as (ctx, redis):
        shapes = _shapes(ctx)
        games, rows = new_ids(GAMES), ctx.store.rows
        steps: dict[str, Callable[[], object]] = {
            name: (lambda shape=shape: _put(ctx, shape, games)) for name, shape in shapes.items()
        }
        steps["packed"] = lambda: _pack(ctx)
        steps["gone"] = lambda: rows.drop(LOBBY, games)
        steps["repacked"] = lambda: _pack(ctx)
        return {name: _cost(redis, step) for name, step in steps.items()}


def _shapes(ctx: Context) -> dict[str, Shape]:
    open_one = create_game(ctx, NewGame("catan", [NewSeat("human"), *[NewSeat("open")] * 3])).id
    named = {"open": open_one, "running": start_game(ctx, "running"), "over": play(ctx, "over")}
    found = {}
    for version, (name, game) in enumerate(named.items(), 1):
        found[name] = Shape({}, row_of(visible(ctx, Caller(game), ctx.games.load(game))), version)
    return found


def _put(ctx: Context, shape: Shape, games: Sequence[str]) -> None:
    rows = list(copied_rows(shape, games, now_ms() - 1_000, 1.0))
    for first in range(0, len(rows), AT_ONCE):
        ctx.store.rows.put(LOBBY, rows[first : first + AT_ONCE])


def _pack(ctx: Context) -> None:
    while pack_lobby_rows(ctx, -FAR_MS):
        continue


def _cost(redis: Redis, step: Callable[[], object]) -> dict[str, float]:
    before = used(redis)
    step()
    spent = used(redis).since(before)
    return {"us": 1e6 * spent.cpu_s / GAMES, "writes": spent.writes / GAMES}
