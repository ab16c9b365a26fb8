"""Keeps the store in memory: the same promises without a server, for tests and throw-away games.

Its parts are `memory_log`, `memory_facts`, `memory_deadlines`, `memory_feeds`, `memory_holdings` and `memory_people`.
"""

from collections.abc import Sequence

from eventstore.health import Health
from eventstore.keys import shard_of
from eventstore.memory.deadlines import MemoryDeadlines
from eventstore.memory.facts import MemoryFacts
from eventstore.memory.feeds import MemoryFeeds
from eventstore.memory.holdings import MemoryHoldings
from eventstore.memory.log import MemoryLog, after, is_same
from eventstore.memory.people import MemoryPeople
from eventstore.records import Beside, Conflict, OtherFacts, OtherPast, Tip, Version
from eventstore.store import EventStore


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
