"""An agent is late when it has owed a move for longer than agents take; the sweep counts the games where that is so."""

import time
from collections.abc import Callable
from typing import Final

from service.game.late_seats import AI_GRACE_MS


class LateGames:
    """Remembers the games found of late; one whose agent stays away is found again and again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._found: dict[str, float] = {}

    def note(self, game: str) -> None:
        """Note that an agent of this game is late."""
        self._found[game] = self._clock()

    def count(self) -> int:
        """Count the games noted within the time after which one would be found again."""
        since = self._clock() - 1.5 * AI_GRACE_MS / 1000
        self._found = {game: found for game, found in self._found.items() if found >= since}
        return len(self._found)


LATE: Final = LateGames()
"""What the sweep of this process has found."""
