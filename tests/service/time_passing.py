"""Provides games under clocks: time that passes, what is left of it, and what has happened."""

from typing import Any

from service.game.clocks import due_times
from service.game.context import Context
from service.game.results import Created
from service.queries import events_page
from tests.service.tables import Clock, caller, fresh, new_game

DAY = 86_400


def timed(ctx: Context, *kinds: str, **clock: Any) -> Created:
    """Return a game under a clock, by default with a minute for each thing, in which everything may be undone."""
    return new_game(ctx, *kinds, undo="free", clock={"seconds": 60, "on_timeout": "default", **clock})


def wait(ctx: Context, seconds: float) -> None:
    """Let time pass."""
    assert isinstance(ctx.clock, Clock)
    ctx.clock.ms += int(1000 * seconds)


def seconds_left(ctx: Context, made: Created) -> dict[tuple[int, str], int]:
    """Return how long each seat still has for what it owes, in whole seconds from now."""
    again = fresh(ctx)
    game = again.games.load(made.id)
    due = due_times(game)
    return {place: round((at - ctx.clock()) / 1000) for place, at in due.items()}


def types(ctx: Context, made: Created, after: int = 0) -> list[str]:
    """Return what has happened since a version."""
    return [event["type"] for event in events_page(ctx, caller(ctx, made), after=after)["events"]]
