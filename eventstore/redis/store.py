"""Implements the store on a Redis-protocol server: what it holds itself, and what it has let go into an archive.

What is here is answered as `LiveStore` does. Only where that finds nothing, the game may be away: reads are answered
from its bundle in the archive, and whatever changes it takes it back first.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any, Final, TypeVar, cast

from eventstore import keys
from eventstore.archive.archive import Archive
from eventstore.archive.bundles import Bundle, newest_of
from eventstore.archive.places import Place, time_of
from eventstore.archiving import FILED
from eventstore.log.chain import ROOT, ChainBroken
from eventstore.log.wire import chain_in, place_in, time_in, unpack_entries, version_of
from eventstore.outages import Room, allow_any
from eventstore.packing.packed_logs import find_mark
from eventstore.records import Beside, Conflict, FeedItem, Glance, Kept, OtherFacts, StoredEvent, Tip, Version, place_of
from eventstore.redis.archiving import RedisArchiving
from eventstore.redis.connection import Client
from eventstore.redis.facts import unpack_names

Method = TypeVar("Method", bound=Callable[..., Any])
_SKEW_MS: Final = 86_400_000
"""Bounds how far the clocks of the hosts and of the store may differ."""
_READ_AT_ONCE: Final = 50
"""Sets how many games are read from the archive before they are needed, where many are."""
NOWHERE: Final = Archive()
"""Stands for an archive where none is configured."""


def _here(method: Method) -> Method:
    """Wrap a method that changes the game in its first argument: an archived game is taken back before.

    If the game goes into the archive between these steps, it is taken back and changed again.
    """

    @wraps(method)
    def change(self: "RedisEventStore", game: str, *args: Any, **options: Any) -> Any:
        if not self.archive.is_there or keys.has_no_log(game):
            return method(self, game, *args, **options)
        self.take_back(game)
        while True:
            found = method(self, game, *args, **options)
            if not self.take_back(game):
                return found

    return cast(Method, change)


class RedisEventStore(RedisArchiving):
    """Represents an event store on a Redis-protocol server."""

    set_name = _here(RedisArchiving.set_name)
    set_facts = _here(RedisArchiving.set_facts)
    count_fact = _here(RedisArchiving.count_fact)
    swap_name = _here(RedisArchiving.swap_name)
    swap_fact = _here(RedisArchiving.swap_fact)
    swap_facts = _here(RedisArchiving.swap_facts)
    keep_data_key = _here(RedisArchiving.keep_data_key)
    drop_data_keys = _here(RedisArchiving.drop_data_keys)

    def __init__(self, client: Client, blocking: Client, room: Room = allow_any, archive: Archive = NOWHERE) -> None:
        super().__init__(client, blocking, room, archive)

    def _outcome(self, game: str, base: Tip, versions: Sequence[Version], beside: Beside) -> tuple[int, bool]:
        """Append the versions, after taking an archived game back; no new game gets the id of an archived one."""
        if not base.version and beside.claim and self.archive.is_there and self._has_been(game):
            away = self._heading(game)
            if away is not None:
                raise Conflict(away.to)
        try:
            return super()._outcome(game, base, versions, beside)
        except (Conflict, OtherFacts) as refused:
            is_here = isinstance(refused, Conflict) and refused.current > 0
            if not base.version or is_here or not self.take_back(game):
                raise
        return super()._outcome(game, base, versions, beside)

    def _has_been(self, game: str) -> bool:
        """Return whether an archived game has the id of a new one; False if an index is damaged, as ids are random."""
        try:
            return self._away.find(game) is not None
        except ChainBroken:
            return False

    def tip(self, game: str, version: int | None = None) -> Tip:
        """Return the tip of a version, by the archive if the store has no such version."""
        tip = super().tip(game, version)
        bundle = None if tip.version else self._heading(game)
        if bundle is not None and version not in (None, bundle.to):
            bundle = self._bundle(game)
        return tip if bundle is None else _tip(bundle, version)

    def head(self, game: str) -> int:
        """Read the archive if the store has no log of the game."""
        head = super().head(game)
        bundle = None if head else self._heading(game)
        return head if bundle is None else bundle.to

    def read(
        self, game: str, after: int = 0, upto: int | None = None, limit_events: int | None = None
    ) -> list[StoredEvent]:
        """Read the archive if the store has none of these events."""
        found = super().read(game, after, upto, limit_events)
        bundle = None if found or (upto is not None and upto <= after) else self._bundle(game)
        return found if bundle is None else _read(bundle, after, upto, limit_events)

    def glance(self, game: str, key: str, known: int = 0) -> Glance:
        """Read the archive if the store has no log of the game."""
        found = super().glance(game, key, known)
        bundle = None if found.tip.version else self._heading(game)
        if bundle is not None and known not in (0, bundle.to):
            bundle = self._bundle(game)
        if bundle is None:
            return found
        missed = _read(bundle, known, None, None) if known else []
        return Glance(_tip(bundle, None), bundle.facts.get(key.encode()), unpack_names(bundle.names), missed)

    def find_existing(self, games: Sequence[str]) -> set[str]:
        """Read the archive for those that the store does not have."""
        found = self.find_here(games)
        return found | {game for game in games if game not in found and self.find_away(game)}

    def names(self, game: str) -> dict[int, str]:
        """Read the archive if the store has none."""
        return super().names(game) or self._from_heading(game, lambda bundle: unpack_names(bundle.names)) or {}

    def names_of(self, games: Sequence[str]) -> dict[str, dict[int, str]]:
        """Read the archive for those that the store does not have."""
        found = super().names_of(games)
        away = self._headings_of([game for game, names in found.items() if not names])
        return found | {game: unpack_names(bundle.names) for game, bundle in away.items()}

    def fact(self, game: str, key: str) -> bytes | None:
        """Read the archive if the store has none."""
        found = super().fact(game, key)
        return self._from_heading(game, lambda bundle: bundle.facts.get(key.encode())) if found is None else found

    def facts(self, game: str) -> dict[str, bytes]:
        """Read the archive if the store has none; raises ArchiveAway also where no archive is configured."""
        found = super().facts(game)
        bundle = None if found else self._heading(game)
        return found if bundle is None else _by_name(bundle.facts)

    def data_key(self, owner: str, name: str) -> bytes | None:
        """Read the archive if the store has none."""
        found = super().data_key(owner, name)
        if found is None:
            found = self._from_heading(owner, lambda bundle: bundle.data_keys.get(name.encode()))
        return found

    def data_keys_of(self, owners: Sequence[str]) -> dict[str, dict[str, bytes]]:
        """Read the archive for those that the store does not have."""
        found = super().data_keys_of(owners)
        away = self._headings_of([owner for owner, held in found.items() if not held])
        return found | {owner: _by_name(bundle.data_keys) for owner, bundle in away.items()}

    def own_feeds(self, games: Sequence[str], after: str, count: int) -> dict[str, list[FeedItem] | None]:
        """Use the places that are stored with the versions, also with packed and archived ones."""
        found = super().own_feeds(games, after, count)
        unknown = [game for game, items in found.items() if items is None]
        found |= {game: self._packed.own_feed(game, after, count) for game in unknown}
        since_ms = place_of(after)[0]
        absent = self._list_absent([game for game, items in found.items() if not items])
        away = ((game, self.find_away(game)) for game in absent)
        later = {game: place for game, place in away if place and time_of(place.segment) >= since_ms - _SKEW_MS}
        return found | {game: _own_feed(bundle, after, count) for game, bundle in self._walk_bundles(later)}

    def describe_logs(self, games: Sequence[str]) -> list[Kept]:
        """Read the archive for those that the store does not have."""
        found = super().describe_logs(games)
        here = {kept.game for kept in found}
        away = (self._heading(game) for game in games if game not in here)
        return [*found, *(_describe(bundle) for bundle in away if bundle is not None)]

    def snapshot(self, game: str, version: int, tag: str) -> tuple[int, bytes] | None:
        """Read the archive if the store has none."""
        found = super().snapshot(game, version, tag)
        bundle = self._bundle(game) if found is None and self.archive.is_there else None
        return found if bundle is None else _snapshot(bundle, version, tag)

    def put_snapshot(self, game: str, version: int, tag: str, snapshot: bytes) -> None:
        """Keep a snapshot, but none of an archived game."""
        if not self.archive.is_there or self.find_here([game]):
            super().put_snapshot(game, version, tag, snapshot)

    def delete(self, game: str) -> None:
        """Delete it here, or note that its bytes in the archive are to be overwritten."""
        if keys.has_no_log(game):
            if self.archive.is_there and self.fact(game, FILED):
                self.unfile(game)
            super().delete(game)
            return
        super().delete(game)
        self._away.bury(game)

    def _bundle(self, game: str) -> Bundle | None:
        return self._away.bundle(game)

    def _walk_bundles(self, places: Mapping[str, Place]) -> Iterator[tuple[str, Bundle]]:
        """Yield the bundles of games in some places, except those that came back; the archive is read ahead."""
        games = list(places)
        for some in [games[at : at + _READ_AT_ONCE] for at in range(0, len(games), _READ_AT_ONCE)]:
            with self.archive.prefetched.hold([places[game] for game in some]):
                bundles = ((game, self._bundle(game)) for game in some)
                yield from ((game, bundle) for game, bundle in bundles if bundle is not None)

    def _heading(self, game: str) -> Bundle | None:
        return self._away.heading(game)

    def _from_heading(self, game: str, find: Callable[[Bundle], Any]) -> Any:
        """Return what `find` finds in the heading of a game that is away; None for other games."""
        bundle = self._heading(game) if self.archive.is_there else None
        return None if bundle is None else find(bundle)

    def _list_absent(self, games: Iterable[str]) -> list[str]:
        """List those of some games that have no log in the store, by one query; none without an archive."""
        asked = [game for game in games if not keys.has_no_log(game)] if self.archive.is_there else []
        here = self.find_here(asked) if asked else set()
        return [game for game in asked if game not in here]

    def _headings_of(self, games: Iterable[str]) -> dict[str, Bundle]:
        """Return the headings of those of some games that are away."""
        found = ((game, self._heading(game)) for game in self._list_absent(games))
        return {game: bundle for game, bundle in found if bundle is not None}


def _tip(bundle: Bundle, version: int | None) -> Tip:
    number = bundle.to if version is None else version
    entry = next((entry for entry in bundle.entries if version_of(entry) == number), None)
    return Tip(0, ROOT) if entry is None else Tip(number, chain_in(number, entry))


def _read(bundle: Bundle, after: int, upto: int | None, limit: int | None) -> list[StoredEvent]:
    ends = bundle.to if upto is None else min(upto, bundle.to)
    events = unpack_entries((entry for entry in bundle.entries if after < version_of(entry) <= ends), limit)
    if limit is None or len(events) <= limit:
        return events
    cut = events[limit].version
    return [event for event in events if event.version < cut] or _read(bundle, after, after + 1, None)


def _snapshot(bundle: Bundle, version: int, tag: str) -> tuple[int, bytes] | None:
    found = bundle.snapshots.get(f"{tag}:{bundle.to}".encode())
    return None if found is None or bundle.to > version else (bundle.to, found)


def _own_feed(bundle: Bundle, after: str, count: int) -> list[FeedItem] | None:
    opening = {version_of(entry): entry for entry in reversed(bundle.entries)}
    places = [(version, place_in(entry) or find_mark(bundle.marks, version)) for version, entry in opening.items()]
    if any(place is None for _, place in places):
        return None
    later = sorted((version, place) for version, place in places if place and place > place_of(after))
    return [FeedItem(f"{place[0]}-{place[1]}", bundle.game, version) for version, place in later[:count]]


def _describe(bundle: Bundle) -> Kept:
    return Kept(bundle.game, bundle.to, time_in(newest_of(bundle)[0]), 0, is_archived=True)


def _by_name(held: Mapping[bytes, bytes]) -> dict[str, bytes]:
    return {name.decode(): value for name, value in held.items()}
