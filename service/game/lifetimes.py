"""Derives from a game's versions when it was made, began and ended, and when it expires."""

from typing import Final

from service.game import clocks
from service.game.games import Game
from service.process.wall_clock import write_time

ABANDONED_MS: Final = 30 * 24 * 3_600_000
"""Limits how long a running game may be idle."""
UNSTARTED_MS: Final = 24 * 3_600_000
"""Limits how long a game may wait for its start."""


def times(game: Game) -> dict[str, str]:
    """Return the times that views and rows show, as of the game's version; those still to come are left out."""
    table, line = game.table, game.line
    moments = {
        "created": line.time_of(1),
        "started": line.time_of(table.started) if table.started else 0,
        "ended": line.time_of(table.ended) if table.ended else 0,
        "expires": expires_at(game),
    }
    return {name: write_time(ms) for name, ms in moments.items() if ms or name == "created"}


def expires_at(game: Game) -> int:
    """Return when (ms) an idle game is removed; 0 for a finished one, which is kept."""
    if game.table.finished:
        return 0
    return abandonment_ms(game) if game.table.started else game.time_of(1) + UNSTARTED_MS


def first_look_ms(due: int) -> int:
    """Return when (ms) the sweep first checks an idle game: at the beginning of the day (UTC) when it is due.

    The sweep then sets the exact time. So most versions change no deadline, which writes nothing.
    """
    return due - due % clocks.DAY_MS


def abandonment_ms(game: Game, clock_due: int | None = None) -> int:
    """Return when (ms) a running game counts as abandoned, by its newest version, deadline or pause."""
    due = clocks.next_due(game) if clock_due is None else clock_due
    return idle_end_ms(max(game.time_of(game.version), due, game.table.paused))


def idle_end_ms(idle_since: int) -> int:
    """Return when (ms) a running game counts as abandoned that is idle since a time (ms)."""
    return idle_since + ABANDONED_MS
