"""Keeps the logs in memory, with their claims and snapshots."""

import time
from collections.abc import Sequence

from eventstore.interfaces import Log
from eventstore.keys import shard_of
from eventstore.log.chain import ROOT, event_bytes, next_chain
from eventstore.memory.part import MemoryPart
from eventstore.records import Claim, Duplicate, StoredEvent, Tip, Version


class MemoryLog(MemoryPart, Log):
    """Reads the logs; appends and deletions, which touch other parts too, are in `MemoryEventStore`."""

    def __init__(self) -> None:
        super().__init__()
        self._claims: dict[tuple[int, str], tuple[float, Claim]] = {}

    def tip(self, game: str, version: int | None = None) -> Tip:
        """Read it from the versions in memory."""
        with self._changed:
            versions = self._log_of(game).versions
            number = len(versions) if version is None else version
            return Tip(number, versions[number - 1][0].chain) if 0 < number <= len(versions) else Tip(0, ROOT)

    def find_existing(self, games: Sequence[str]) -> set[str]:
        """Return those with versions."""
        return {game for game in games if self.head(game)}

    def read(
        self, game: str, after: int = 0, upto: int | None = None, limit_events: int | None = None
    ) -> list[StoredEvent]:
        """Return whole versions up to the limit, and the first one in any case."""
        with self._changed:
            versions = self._log_of(game).versions[after:upto]
        page: list[StoredEvent] = []
        for events in versions:
            if page and limit_events is not None and len(page) + len(events) > limit_events:
                break
            page.extend(events)
        return page

    def find_claim(self, game: str, scope_key: str) -> tuple[str, bytes] | None:
        """Return the claim unless it has expired by the monotonic clock."""
        with self._changed:
            ends, claim = self._claims.get((shard_of(game), scope_key), (0.0, None))
        if claim is None or ends <= time.monotonic():
            return None
        return claim.request_hash, claim.answer

    def _refuse_claimed(self, game: str, claim: Claim | None) -> None:
        earlier = claim and self.find_claim(game, claim.scope_key)
        if earlier:
            raise Duplicate(*earlier)

    def _claim(self, game: str, claim: Claim | None) -> None:
        if claim:
            self._claims[shard_of(game), claim.scope_key] = (time.monotonic() + claim.ttl_s, claim)

    def snapshot(self, game: str, version: int, tag: str) -> tuple[int, bytes] | None:
        """Return the newest matching one of the game's snapshots."""
        with self._changed:
            snapshots = dict(self._log_of(game).snapshots)
        fitting = [at for of, at in snapshots if of == tag and at <= version]
        return (max(fitting), snapshots[tag, max(fitting)]) if fitting else None

    def put_snapshot(self, game: str, version: int, tag: str, snapshot: bytes) -> None:
        """Keep it until the process ends."""
        with self._changed:
            self._games[game].snapshots[tag, version] = snapshot

    def drop_snapshots(self, game: str) -> None:
        """Drop all of them."""
        with self._changed:
            self._games[game].snapshots.clear()


def after(versions: Sequence[Version], base: Tip) -> list[list[StoredEvent]]:
    """Return the events as they are stored after a version."""
    stored, chain = [], base.chain
    for number, version in enumerate(versions, base.version + 1):
        chain = next_chain(chain, number, [event_bytes(event) for event in version.events])
        stored.append(
            [
                StoredEvent(number, index, event.type, event.schema, event.body, version.header, chain)
                for index, event in enumerate(version.events)
            ]
        )
    return stored


def is_same(log: Sequence[Sequence[StoredEvent]], stored: Sequence[Sequence[StoredEvent]]) -> bool:
    """Return whether both are the same versions, of the same commands."""
    return [_identity(version) for version in log] == [_identity(version) for version in stored]


def _identity(version: Sequence[StoredEvent]) -> tuple[str, str]:
    return version[0].header.command_id, version[0].chain
