"""Keeps the store in memory: the same promises without a server, for tests and throw-away games.

Deadlines and the list of the games are here; its other parts have their own modules.
"""

from collections.abc import Mapping, Sequence

from eventstore.interfaces import Deadlines
from eventstore.keys import SHARDS, shard_of
from eventstore.memory.facts import MemoryFacts
from eventstore.memory.feeds import MemoryFeeds
from eventstore.memory.log import MemoryLog, after, is_same
from eventstore.memory.part import MemoryPart
from eventstore.memory.people import MemoryPeople
from eventstore.records import Beside, Conflict, Deadline, Kept, OtherFacts, OtherPast, Tip, Version
from eventstore.store import FIRST, PAGE, EventStore, Health, Holdings


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


class MemoryEventStore(MemoryLog, MemoryFacts, MemoryDeadlines, MemoryFeeds, MemoryHoldings, MemoryPeople, EventStore):
    """Represents an event store that lives and dies with its process."""

    def _append(self, game: str, base: Tip, versions: Sequence[Version], beside: Beside) -> int:
        with self._changed:
            log, expected = self._log_of(game).versions, base.version
            made, stored = expected + len(versions), after(versions, base)
            if expected <= len(log) and is_same(log[expected:made], stored):
                return made
            if any(self.fact(game, name) != (value or None) for name, value in beside.given.items()):
                raise OtherFacts(game)
            self._refuse_claimed(game, beside.claim)
            if expected != len(log):
                raise Conflict(len(log), [event for version in log[expected:] for event in version])
            if base.chain != self.tip(game, expected).chain:
                raise OtherPast(expected)
            self._games[game].versions.extend(stored)
            self._publish(game, range(expected + 1, made + 1))
            self._claim(game, beside.claim)
            self.set_deadlines(game, beside.deadlines)
            self.set_facts(game, beside.facts)
            self._games[game].names.update(beside.names)
            self._games[game].data_keys.update(beside.data_keys)
            return made

    def delete(self, game: str) -> None:
        """Delete the game and its deadlines; announce it in the feed if there was a log."""
        due = self._due[shard_of(game)]
        with self._changed:
            known = self._games.pop(game, None)
            for key in [key for key in due if key[0] == game]:
                del due[key]
            if known and known.versions:
                self._publish(game, [0])

    def health(self) -> Health:
        """Report good health: there is no server."""
        return Health()

    def durability(self) -> str:
        """Return `none`: everything ends with the process."""
        return "none"

    def close(self) -> None:
        """Do nothing."""

    def has_room(self) -> bool:
        """Return True: a process without memory ends anyway."""
        return True
