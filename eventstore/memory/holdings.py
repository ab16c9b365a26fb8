"""Lists the games in memory; their logs are never packed."""

from collections.abc import Sequence

from eventstore.holdings import FIRST, PAGE, Holdings
from eventstore.memory.part import MemoryPart
from eventstore.records import Kept


class MemoryHoldings(MemoryPart, Holdings):
    """Walks along the games in the order of their ids."""

    def games(self, place: str = FIRST, count: int = PAGE) -> tuple[str, list[str]]:
        """Return the games after the one that the place names."""
        with self._changed:
            there = sorted(game for game, known in self._games.items() if known.versions and game > place)
        return (there[count - 1] if len(there) > count else FIRST), there[:count]

    def describe_logs(self, games: Sequence[str]) -> list[Kept]:
        """Count the versions in memory."""
        with self._changed:
            logs = [(game, self._log_of(game).versions) for game in games]
        return [Kept(game, len(log), log[-1][0].header.time_ms, len(log), False) for game, log in logs if log]

    def drop_strays(self, shard: int, now_ms: int) -> int:
        """Return 0: there is no archive."""
        return 0

    def compact(self) -> None:
        """Do nothing: there is no file."""

    def pack(self, game: str, *, archived: bool = False, only_try: bool = False) -> int:
        """Return 0: all of it ends with the process."""
        return 0
