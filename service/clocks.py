"""Clocks: until when each seat has to do what it owes. All of it follows from the log; the sorted set only reminds.

Time runs for people and bots who must act; an AI seat has its own worker, an open seat nobody to blame.
"""

from collections.abc import Callable
from typing import Final

from service.games import Game

CLOCK_DEADLINE: Final = "clock"
"""Due when the first obligation of a game runs out."""
TIMED: Final = ("human", "bot")

TimeOf = Callable[[int], int]
"""When a version was appended, in ms since the epoch."""


def due_times(game: Game, time_of: TimeOf) -> dict[tuple[int, str], int]:
    """Until when (ms) each seat must act in its frame; nothing in a game without a clock.

    Time begins with the obligation, or when whoever has the seat now took it.
    """
    clock = game.table.opened.clock
    if clock is None:
        return {}
    since, seats = game.debts(), game.table.seats
    return {
        (seat, frame): time_of(max(since[seat, frame], seats[seat].since)) + 1000 * clock["seconds"]
        for seat, frame, must in game.awaiting()
        if must and seats[seat].kind in TIMED
    }


def next_due(game: Game, time_of: TimeOf) -> int:
    """When the first obligation runs out; 0 when none does."""
    return min(due_times(game, time_of).values(), default=0)
