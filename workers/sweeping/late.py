"""Counts the games whose agents are late: they have owed a move for longer than agents take."""

import time
from collections.abc import Callable
from typing import Final

from service.game.late_seats import AI_GRACE_MS


class LateGames:
    """Remembers the games with late agents that were found recently; the sweep finds each of them again and again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._found: dict[str, float] = {}

    def note(self, game: str) -> None:
        """Note that an agent of this game is late."""
        self._found[game] = self._clock()

    def count(self) -> int:
        """Return how many games were noted so recently that they may still be late."""
        since = self._clock() - 1.5 * AI_GRACE_MS / 1000
        self._found = {game: found for game, found in self._found.items() if found >= since}
        return len(self._found)


LATE: Final = LateGames()
"""Holds what the sweep of this process has found."""
