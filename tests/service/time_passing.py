"""Provides games under clocks, lets time pass, and says what is left of it and what has happened."""

from typing import Any

from service.game.clocks import due_times
from service.game.context import Context
from service.game.cursors import Cursor
from service.game.results import Created
from service.views.events_pages import events_page
from tests.service.tables import Clock, caller, fresh, new_game

DAY = 86_400


def timed(ctx: Context, *kinds: str, **clock: Any) -> Created:
    """Return a game in which everything may be undone, under a clock that by default gives a minute for each thing."""
    return new_game(ctx, *kinds, undo="free", clock={"seconds": 60, "on_timeout": "default", **clock})


def wait(ctx: Context, seconds: float) -> None:
    """Let time pass."""
    assert isinstance(ctx.clock, Clock)
    ctx.clock.ms += int(1000 * seconds)


def seconds_left(ctx: Context, made: Created) -> dict[tuple[int, str], int]:
    """Return how many whole seconds each seat still has for each thing that it owes."""
    again = fresh(ctx)
    game = again.games.load(made.id)
    due = due_times(game)
    return {place: round((at - ctx.clock()) / 1000) for place, at in due.items()}


def types(ctx: Context, made: Created, after: int = 0) -> list[str]:
    """Return the types of the events since a version."""
    return [event["type"] for event in events_page(ctx, caller(ctx, made), after=Cursor(after))["events"]]
