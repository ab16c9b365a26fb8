"""Stores logs on a Redis-protocol server, with their claims and snapshots; one Lua call per append."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from eventstore import budget, keys
from eventstore.append_counts import TALLY
from eventstore.archive.older import OlderFiles
from eventstore.interfaces import Log
from eventstore.keys import place_in
from eventstore.log import wire
from eventstore.log.chain import ROOT, ChainBroken
from eventstore.outages import Room, StorageFull, StoreReplaced, Unconfirmed, allow_any, keeping, writing
from eventstore.packing.packed_logs import PackedLogs, is_in_files
from eventstore.records import Beside, Conflict, Duplicate, OtherFacts, OtherPast, StoredEvent, Tip, Version
from eventstore.redis.calling import RedisPart, Script, log_script, script
from eventstore.redis.connection import Client


class RedisLog(RedisPart, Log):
    """Keeps each log in a stream, with one entry per version, except for versions that were packed."""

    def __init__(
        self, client: Client, blocking: Client, room: Room = allow_any, older: OlderFiles | None = None
    ) -> None:
        super().__init__(client, blocking, room)
        self._appending = keeping(room, Script(self._redis, log_script("append.lua"), self._connections))
        self._deleting = writing(allow_any, Script(self._redis, script("delete.lua"), self._connections))
        self._tipping = Script(self._redis, log_script("tip.lua"), self._connections)
        self._older = older or OlderFiles(None)
        self._packed = PackedLogs(self._redis, self._connections, room, self._older)

    def _append(self, game: str, base: Tip, versions: Sequence[Version], beside: Beside) -> int:
        return self._outcome(game, base, versions, beside)[0]

    def _outcome(self, game: str, base: Tip, versions: Sequence[Version], beside: Beside) -> tuple[int, bool]:
        """Return the head that an append made, and whether it made it just now; raises the errors of an append."""
        was_sealed = budget.seal()
        answer, value, *entries = self._answer(game, base, versions, beside)
        if answer == b"DUPLICATE":
            raise Duplicate(*wire.unpack_claim(value))
        if answer != b"OK":
            budget.reopen(was_sealed)
        if answer == b"REPLACED":
            raise StoreReplaced
        if answer == b"FACTS":
            raise OtherFacts(game)
        if answer == b"CHAIN":
            raise OtherPast(int(value))
        if answer != b"OK":
            raise Conflict(int(value), read_missed(*entries))
        return int(value), not entries

    def _answer(self, game: str, base: Tip, versions: Sequence[Version], beside: Beside) -> list[Any]:
        claim = beside.claim
        places = keys.of_append(game, claim.scope_key if claim else None)
        values = wire.pack_values(beside, len(places) + 1)
        if values:
            places += [keys.facts(game), keys.names(game)] + ([keys.data_keys(game)] if beside.data_keys else [])
        shard = keys.shard_of(game)
        known = self._known(shard)
        answer: list[Any] = self._appending(
            keys=[*places, place_in(shard)] if known else places,
            args=[
                game,
                base.version,
                wire.short(base.chain) if base.version else "",
                len(versions),
                len(beside.deadlines),
                claim.ttl_s if claim else "",
                wire.pack_claim(claim) if claim else "",
                len(beside.facts) + len(beside.names) + len(beside.data_keys),
                len(beside.given),
                known,
                *(word for deadline in beside.deadlines.items() for word in deadline),
                *values,
                *wire.pack_versions(versions, base),
            ],
        )
        TALLY.count(answer[0])
        return answer

    def tip(self, game: str, version: int | None = None) -> Tip:
        """Return the version of the stream's last generated id, which trimming does not change, by one script call."""
        if version is not None:
            found: list[wire.Entry] = self._redis.xrange(keys.log(game), f"{version}-0", f"{version}-0")
            entries = self._packed.completed(game, version - 1, version, found)
            return Tip(version, wire.chain_in(version, entries[0])) if entries else Tip(0, ROOT)
        return unpack_tip(*self._tipping(keys=[keys.log(game)]))

    def head(self, game: str) -> int:
        """Read the newest version without its header, which may be damaged."""
        return int(self._tipping(keys=[keys.log(game)])[0])

    def find_existing(self, games: Sequence[str]) -> set[str]:
        """Check in one pipeline whether each log's key exists."""
        return {game for game, found in zip(games, self._each("exists", map(keys.log, games)), strict=True) if found}

    def read(
        self, game: str, after: int = 0, upto: int | None = None, limit_events: int | None = None
    ) -> list[StoredEvent]:
        """Read a range of the stream, and of the packed part if the stream lacks entries; raises ChainBroken."""
        if upto is not None and upto <= after:
            return []
        last = "+" if upto is None else str(upto)
        count = None if limit_events is None else max(limit_events, 1) + 1  # an entry holds at least one event
        found: list[wire.Entry] = self._redis.xrange(keys.log(game), str(after + 1), last, count=count)
        events = wire.unpack_entries(self._packed.completed(game, after, upto, found), limit_events)
        if limit_events is None or len(events) <= limit_events:
            return events
        cut = events[limit_events].version
        return [event for event in events if event.version < cut] or self.read(game, after, after + 1)

    def find_claim(self, game: str, scope_key: str) -> tuple[str, bytes] | None:
        """Read the claim's key, which expires by itself."""
        value: bytes | None = self._redis.get(keys.claim(game, scope_key))
        return None if value is None else wire.unpack_claim(value)

    def snapshot(self, game: str, version: int, tag: str) -> tuple[int, bytes] | None:
        """Find the newest matching one among the hash's fields `tag:version`."""
        key = keys.snapshots(game)
        fields = [field.decode().rpartition(":") for field in self._redis.hkeys(key)]
        fitting = [int(at) for of, _, at in fields if of == tag and int(at) <= version]
        newest = max(fitting, default=0)
        found: bytes | None = self._redis.hget(key, f"{tag}:{newest}") if fitting else None
        return None if found is None else (newest, found)

    def put_snapshot(self, game: str, version: int, tag: str, snapshot: bytes) -> None:
        """Store it in the field `tag:version` of the game's hash; if that fails now, a later load makes it again."""
        with suppress(StorageFull, Unconfirmed):
            keeping(self._room, self._redis.hset)(keys.snapshots(game), f"{tag}:{version}", snapshot)

    def drop_snapshots(self, game: str) -> None:
        """Delete the game's hash of snapshots."""
        self._redis.delete(keys.snapshots(game))

    def delete(self, game: str) -> None:
        """Delete every key of the game and announce version 0 in the feed, by one script call; then its files."""
        self._recognize(game)
        has_files = is_in_files(self._packed.first_line(game))
        self._deleting(keys=keys.of_game(game), args=[game])
        if has_files:
            self._older.drop(game)


def read_missed(entries: Sequence[tuple[bytes, list[bytes]]] = ()) -> list[StoredEvent]:
    """Return the events in a script's answer; none if they cannot be read, which a reader will report."""
    try:
        return wire.unpack_entries(wire.pairs_of(entries))
    except ChainBroken:
        return []


def unpack_tip(version: int, header: bytes | None = None) -> Tip:
    """Return the tip of a log from its newest version and that version's header."""
    return Tip(version, wire.chain_of(version, header) if header is not None else ROOT)
