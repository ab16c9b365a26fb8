"""Reads and makes the packed part of logs on a Redis-protocol server.

The stream of a log that was packed begins with the newest version at that time, or, while a game goes on, with the
first version that was not packed. The string beside it has a first line
`TO DIGEST PLACE SIZE`: the last packed version, the digest and the size of what was packed, and where that is: `here`,
after the line, or in the archive of an older release. So operations that need only the newest version (append, compare
tips) are not affected, and later versions lie in the stream as usual."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from eventstore import keys
from eventstore.archive.older import OlderFiles
from eventstore.log.chain import ROOT, ChainBroken, verify_chain
from eventstore.log.wire import Entry, chain_in, identity_in, place_in, time_in, unpack_entries, version_of
from eventstore.lru_cache import Recent
from eventstore.outages import Room, writing
from eventstore.packing.log_packing import Packed, pack, unpack
from eventstore.records import FeedItem, Kept, place_of
from eventstore.redis.calling import Connections, Script, log_script
from eventstore.redis.connection import Client

HERE: Final = "here"
ARCHIVED: Final = "archive"
_LINE: Final = 160
"""Bounds the bytes of a first line."""
_SMALL: Final = 9
_QUICK: Final = 6
"""Levels of zlib for logs that rest, and for those that are packed again soon."""
_REMEMBERED: Final = 4
"""Sets how many unpacked logs a process keeps, because logs are read page by page."""


class _Place(NamedTuple):
    """Represents the first line of a packed log."""

    to: int
    digest: str
    place: str
    size: int

    @classmethod
    def read(cls, value: bytes) -> "_Place | None":
        """Parse a value, or its beginning; None if nothing is packed."""
        if not value:
            return None
        to, digest, place, size = value.partition(b"\n")[0].decode().split(" ")
        return cls(int(to), digest, place, int(size))

    @property
    def line(self) -> bytes:
        """Return the line without its end."""
        return f"{self.to} {self.digest} {self.place} {self.size}".encode()


class PackedLogs:
    """Reads and writes the packed parts of logs."""

    def __init__(self, client: Client, connections: Connections, room: Room, older: OlderFiles) -> None:
        self._redis: Any = client
        self._older = older
        self._packing = writing(room, Script(client, log_script("pack.lua"), connections))
        self._packing_older = writing(room, Script(client, log_script("pack_older.lua"), connections))
        self._unpacked: Recent[tuple[str, str], list[Entry]] = Recent(_REMEMBERED)

    def completed(self, game: str, after: int, upto: int | None, found: Sequence[Entry]) -> Sequence[Entry]:
        """Return the entries of versions after+1..upto, given the entries `found` in the stream.

        Queries the store only if entries are missing. Raises ArchiveAway, and ChainBroken for a damaged pack.
        """
        if version_of(found[0]) == after + 1 if found else upto is None:
            return found
        earlier = self.entries(game)
        last = version_of(earlier[-1]) if earlier else 0
        ends = last if upto is None else min(upto, last)
        return [
            *(entry for entry in earlier if after < version_of(entry) <= ends),
            *(entry for entry in found if version_of(entry) > last),
        ]

    def entries(self, game: str) -> list[Entry]:
        """Return the entries that were packed; raises ArchiveAway, and ChainBroken if they were changed."""
        place = _Place.read(self._redis.getrange(keys.packed_log(game), 0, _LINE))
        if place is None:
            return []
        known = self._unpacked.get((game, place.digest))
        if known is None:
            known = self._read(game)
            self._unpacked.put((game, place.digest), known)
        return known

    def _read(self, game: str) -> list[Entry]:
        value: bytes = self._redis.get(keys.packed_log(game)) or b""
        place = _Place.read(value)
        if place is None:  # the game was deleted just now
            return []
        if place.place == ARCHIVED:
            return self._older.read(game, place.to, place.digest)
        return unpack(game, place.digest, value.partition(b"\n")[2])

    def own_feed(self, game: str, after: str, count: int) -> list[FeedItem] | None:
        """Return where at most `count` versions of a packed log are in the feed, after a place there.

        Returns None if the log is not packed, is out of reach, or lacks some of its places.
        """
        try:
            entries = self.entries(game)
        except ChainBroken:
            return None
        if not entries:
            return None
        last = version_of(entries[-1])
        found: list[Entry] = self._redis.xrange(keys.log(game), f"{last + 1}")
        marks: bytes = self._redis.get(keys.marks(game)) or b""
        opening = {version_of(entry): entry for entry in reversed([*entries, *found])}
        places = [(version, place_in(entry) or find_mark(marks, version)) for version, entry in sorted(opening.items())]
        if any(place is None for _, place in places):
            return None
        later = [(version, place) for version, place in places if place and place > place_of(after)]
        return [FeedItem(f"{place[0]}-{place[1]}", game, version) for version, place in later[:count]]

    def describe_logs(self, games: Sequence[str]) -> list[Kept]:
        """Return how the logs of some games are kept, in two pipelines; deleted games are left out."""
        with self._redis.pipeline(transaction=False) as pipe:
            for game in games:
                pipe.xlen(keys.log(game))
                pipe.xrevrange(keys.log(game), count=1)
                pipe.getrange(keys.packed_log(game), 0, _LINE)
            answers = iter(pipe.execute())
        read = zip(games, answers, answers, answers, strict=False)
        found = [(game, length, newest[0], _Place.read(line)) for game, length, newest, line in read if newest]
        opening = self._openings((game, newest) for game, _, newest, _ in found)
        return [_describe_log(game, length, opening[game], place) for game, length, _, place in found]

    def _openings(self, newest: Iterable[tuple[str, Entry]]) -> dict[str, Entry]:
        """Return the first entry of the version of each entry, the only one with the time of the version."""
        opening = dict(newest)
        inside = {game: version_of(entry) for game, entry in opening.items() if not entry[0].endswith(b"-0")}
        with self._redis.pipeline(transaction=False) as pipe:
            for game, version in inside.items():
                pipe.xrange(keys.log(game), version, version, count=1)
            for game, first in zip(inside, pipe.execute(), strict=True):
                opening[game] = first[0] if first else opening[game]
        return opening

    def pack(self, game: str, *, keep: int = 0) -> int:
        """Pack a log except its newest `keep` versions, here; return the packed size in bytes, 0 if there is no need.

        Does nothing if the log changes meanwhile. Raises ChainBroken for a damaged log, and ArchiveAway.
        """
        line = self.first_line(game)
        before = _Place.read(line)
        found = self._redis.xrange(keys.log(game))
        to = version_of(found[-1]) - keep if found else 0
        if to < 1 or (before is not None and before.to >= to):
            return 0
        entries = [entry for entry in self.completed(game, 0, None, found) if version_of(entry) <= to]
        _prove_from(before.to if before else 0, entries)
        packed = pack(game, to, entries, level=_QUICK if keep else _SMALL)
        return len(packed.content) if self._put(game, packed, line, entries, is_older=bool(keep)) else 0

    def _put(
        self, game: str, packed: Packed, before: bytes, entries: Sequence[Entry], *, is_older: bool = False
    ) -> bool:
        last = next(entry for entry in entries if version_of(entry) == packed.to)
        places, value = [keys.log(game), keys.packed_log(game)], here(packed)
        send = self._packing_older if is_older else self._packing
        return bool(send(keys=places, args=[packed.to, identity_in(last), before, value]))

    def first_line(self, game: str) -> bytes:
        """Return the first line of what is packed of a log; empty if nothing is."""
        found: bytes = self._redis.getrange(keys.packed_log(game), 0, _LINE)
        return found.partition(b"\n")[0]


def _prove_from(packed: int, entries: Sequence[Entry]) -> None:
    """Verify the chain of a log after the version up to which it was packed, since that was proven then."""
    base = next((chain_in(packed, entry) for entry in entries if version_of(entry) == packed), ROOT)
    verify_chain(unpack_entries(entry for entry in entries if version_of(entry) > packed), packed, base)


def here(packed: Packed) -> bytes:
    """Return the value of a log that is packed on the server."""
    return _Place(packed.to, packed.digest, HERE, len(packed.content)).line + b"\n" + packed.content


def is_in_files(line: bytes) -> bool:
    """Return whether a first line says that the log is in a file of an older release."""
    place = _Place.read(line)
    return place is not None and place.place == ARCHIVED


def find_mark(marks: bytes, version: int) -> tuple[int, int] | None:
    """Return the place of a version by the marks, which older releases wrote beside the log; None if they lack it."""
    mark = marks[10 * version - 10 : 10 * version]
    return (int.from_bytes(mark[:6], "big"), int.from_bytes(mark[6:], "big")) if len(mark) == 10 and any(mark) else None


def _describe_log(game: str, length: int, newest: Entry, place: _Place | None) -> Kept:
    version, is_in_file = version_of(newest), place is not None and place.place == ARCHIVED
    is_of_1_0 = place is None and b"f" not in newest[1]  # 1.0 did not write where the version is in the feed
    loose = min(length, version) if place is None else version - place.to
    return Kept(game, version, time_in(newest), loose, False, is_of_1_0, is_in_file)
