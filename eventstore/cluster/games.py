"""Stores logs, facts and deadlines on a cluster: each call goes to the primary of its game or shard."""

from collections.abc import Collection, Mapping, Sequence

from eventstore import keys
from eventstore.cluster.primaries import Primaries, merge_answers
from eventstore.cluster.slots import slot_of
from eventstore.interfaces import Deadlines, Facts, Log
from eventstore.keys import SHARDS, shard_of
from eventstore.records import Beside, Deadline, StoredEvent, Tip, Version


class ClusterPart:
    """Represents one part of a store on a cluster."""

    def __init__(self, primaries: Primaries) -> None:
        self._primaries = primaries


class ClusterLog(ClusterPart, Log):
    """Keeps each log at the primary of its shard."""

    def _append(self, game: str, base: Tip, versions: Sequence[Version], beside: Beside) -> int:
        return self._primaries.of(game, lambda log: log._append(game, base, versions, beside))

    def tip(self, game: str, version: int | None = None) -> Tip:
        """Ask the game's primary."""
        return self._primaries.of(game, lambda log: log.tip(game, version))

    def head(self, game: str) -> int:
        """Ask the game's primary."""
        return self._primaries.of(game, lambda log: log.head(game))

    def read(
        self, game: str, after: int = 0, upto: int | None = None, limit_events: int | None = None
    ) -> list[StoredEvent]:
        """Ask the game's primary."""
        return self._primaries.of(game, lambda log: log.read(game, after, upto, limit_events))

    def find_claim(self, game: str, scope_key: str) -> tuple[str, bytes] | None:
        """Ask the game's primary."""
        return self._primaries.of(game, lambda log: log.find_claim(game, scope_key))

    def snapshot(self, game: str, version: int, tag: str) -> tuple[int, bytes] | None:
        """Ask the game's primary."""
        return self._primaries.of(game, lambda log: log.snapshot(game, version, tag))

    def put_snapshot(self, game: str, version: int, tag: str, snapshot: bytes) -> None:
        """Store it at the game's primary."""
        self._primaries.of(game, lambda log: log.put_snapshot(game, version, tag, snapshot))

    def drop_snapshots(self, game: str) -> None:
        """Delete them at the game's primary."""
        self._primaries.of(game, lambda log: log.drop_snapshots(game))

    def delete(self, game: str) -> None:
        """Delete it at its primary."""
        self._primaries.of(game, lambda log: log.delete(game))

    def find_existing(self, games: Sequence[str]) -> set[str]:
        """Ask the primaries of the games; raises StoreAway if one of them does not answer."""
        by_shard = games_by_shard(games)
        found = self._primaries.every(lambda log, shards: log.find_existing(within(by_shard, shards)), by_shard)
        return {game for some in found for game in some}


class ClusterFacts(ClusterPart, Facts):
    """Keeps names and facts at the primary of their game."""

    _secret = b""

    def set_name(self, game: str, seat: int, name: str) -> None:
        """Set it at the game's primary."""
        self._primaries.of(game, lambda log: log.set_name(game, seat, name))

    def names(self, game: str) -> dict[int, str]:
        """Ask the game's primary."""
        return self._primaries.of(game, lambda log: log.names(game))

    def set_facts(self, game: str, facts: Mapping[str, bytes]) -> None:
        """Set them at the game's primary."""
        self._primaries.of(game, lambda log: log.set_facts(game, facts))

    def fact(self, game: str, key: str) -> bytes | None:
        """Ask the game's primary."""
        return self._primaries.of(game, lambda log: log.fact(game, key))

    def facts(self, game: str) -> dict[str, bytes]:
        """Ask the game's primary."""
        return self._primaries.of(game, lambda log: log.facts(game))

    def count_fact(self, game: str, key: str, by: int) -> int:
        """Count at the game's primary."""
        return self._primaries.of(game, lambda log: log.count_fact(game, key, by))

    def names_of(self, games: Sequence[str]) -> dict[str, dict[int, str]]:
        """Ask the primaries of the games; those at one that does not answer are empty meanwhile."""
        by_shard = games_by_shard(games)
        found, silent = self._primaries.each(lambda log, shards: log.names_of(within(by_shard, shards)), by_shard)
        return merge_answers([*found, {game: {} for game in within(by_shard, silent)}])

    def secret(self) -> bytes:
        """Ask its primary once."""
        self._secret = self._secret or self._primaries.call(slot_of(keys.SECRET), lambda log: log.secret())
        return self._secret

    def renew_secret(self) -> bytes:
        """Read it again from the primary that has it now."""
        self._secret = self._primaries.call(slot_of(keys.SECRET), lambda log: log.renew_secret())
        return self._secret


class ClusterDeadlines(ClusterPart, Deadlines):
    """Keeps deadlines at the primary of their shard."""

    def set_deadlines(self, game: str, deadlines: Mapping[str, int], *, promised: bool = False) -> None:
        """Set them at the game's primary."""
        self._primaries.of(game, lambda log: log.set_deadlines(game, deadlines, promised=promised))

    def due(self, shard: int, now_ms: int, count: int) -> list[Deadline]:
        """Ask the shard's primary."""
        return self._primaries.of_shard(shard, lambda log: log.due(shard, now_ms, count))

    def count_overdue(self, before_ms: int, shards: Collection[int] = range(SHARDS)) -> int:
        """Ask all primaries; those that do not answer are left out."""
        found, _ = self._primaries.each(lambda log, some: log.count_overdue(before_ms, some), shards)
        return sum(found)


def games_by_shard(games: Sequence[str]) -> dict[int, list[str]]:
    """Return games by their shard."""
    found: dict[int, list[str]] = {}
    for game in games:
        found.setdefault(shard_of(game), []).append(game)
    return found


def within(by_shard: Mapping[int, list[str]], shards: Collection[int]) -> list[str]:
    """Return the games of some shards."""
    return [game for shard in shards for game in by_shard[shard]]
