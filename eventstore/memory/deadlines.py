"""Keeps deadlines in memory."""

from collections.abc import Mapping

from eventstore.interfaces import Deadlines
from eventstore.keys import SHARDS, shard_of
from eventstore.memory.part import MemoryPart
from eventstore.records import Deadline


class MemoryDeadlines(MemoryPart, Deadlines):
    """Keeps them by shard, game and name."""

    def __init__(self) -> None:
        super().__init__()
        self._due: list[dict[tuple[str, str], int]] = [{} for _ in range(SHARDS)]

    def due(self, shard: int, now_ms: int, count: int) -> list[Deadline]:
        """Sort the shard's due deadlines."""
        with self._changed:
            due = [Deadline(game, name, at) for (game, name), at in self._due[shard].items() if at <= now_ms]
        return sorted(due, key=lambda deadline: deadline.due_ms)[:count]

    def set_deadlines(self, game: str, deadlines: Mapping[str, int], *, promised: bool = False) -> None:
        """Store them by shard, game and name."""
        shard = self._due[shard_of(game)]
        with self._changed:
            for name, due_ms in deadlines.items():
                shard[game, name] = due_ms
                if not due_ms:
                    del shard[game, name]

    def count_overdue(self, before_ms: int) -> int:
        """Count them one by one."""
        with self._changed:
            return sum(due_ms < before_ms for shard in self._due for due_ms in shard.values())
