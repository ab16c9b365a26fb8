"""Lets games of a server go into the archive, and takes them back; each step is one script call in the game's slot."""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any, Final

from eventstore import keys
from eventstore.archive.archive import Archive
from eventstore.archive.bundles import Bundle
from eventstore.archive.lists import Bound, Entry
from eventstore.archive.merging import Source, choose, merge, source_in
from eventstore.archive.older import GRACE_MS
from eventstore.archive.places import (
    GONE,
    Place,
    hash_of,
    list_name,
    new_number,
    pack_place,
    run_name,
    segment_name,
    time_of,
    unpack_place,
)
from eventstore.archive.runs import write_run
from eventstore.archiving import Archiving
from eventstore.keys import SHARDS, shard_of
from eventstore.log.chain import ChainBroken, verify_chain
from eventstore.log.wire import unpack_entries, version_of
from eventstore.outages import Room, allow_any, writing
from eventstore.packing.packed_logs import is_in_files
from eventstore.redis.away import RUNS, AwayGames, field_of_segment, pack_runs, unpack_runs
from eventstore.redis.calling import Script, script
from eventstore.redis.connection import Client
from eventstore.redis.filed import AT_ONCE, LISTS, FiledGames
from eventstore.redis.live import LiveStore

_PAGE: Final = 1_000
_BEGUN: Final = "begun:"

log = logging.getLogger(__name__)


class RedisArchiving(LiveStore, Archiving):
    """Keeps the places of what was let go beside what is here."""

    def __init__(self, client: Client, blocking: Client, room: Room, archive: Archive) -> None:
        self.archive = archive
        super().__init__(client, blocking, room, self.archive.older)
        self._away = AwayGames(self._redis, self._connections, room, self.archive)
        self._filed = FiledGames(self._redis, self._connections, room, self.archive)
        self._sealing = writing(room, Script(self._redis, script("seal.lua"), self._connections))
        self._giving_up = writing(allow_any, Script(self._redis, script("give_up.lua"), self._connections))

    def collect(self, game: str) -> Bundle | None:
        """Read the stream, what was packed of it, and the hashes beside it; the log is proven by its chain."""
        self._recognize(game)
        found = self._redis.xrange(keys.log(game))
        if not found:
            return None
        entries = list(self._packed.completed(game, 0, None, found))
        verify_chain(unpack_entries(entries))
        with self._redis.pipeline(transaction=False) as pipe:
            for place in (keys.facts(game), keys.names(game), keys.data_keys(game)):
                pipe.hgetall(place)
            pipe.get(keys.marks(game))
            facts, names, data_keys, marks = pipe.execute()
        return Bundle(game, version_of(entries[-1]), entries, facts, names, data_keys, marks=marks or b"")

    def begin_segment(self, shard: int, number: int, now_ms: int) -> None:
        """Write a field beside the index of the shard."""
        self._write(self._redis.hset)(keys.shelf(shard), field_of_segment(number), now_ms)

    def let_go(self, bundle: Bundle, place: Place) -> bool:
        """Compare and delete by one script call; then a file of an older release goes.

        The call is repeated if its reply is lost, and then finds that the game has gone, perhaps into this place.
        """
        self._recognize(bundle.game)
        line = self._packed.first_line(bundle.game)
        if not self._away.let_go(bundle, place, line) and not self._may_be_in(place, bundle.game):
            self.note_dead(shard_of(bundle.game), [place])
            return False
        if is_in_files(line):
            self.archive.older.drop(bundle.game)
        return True

    def _may_be_in(self, place: Place, game: str) -> bool:
        """Return whether a game is in a place, also if that cannot be known: it must not be overwritten there."""
        try:
            return self.find_away(game) == place
        except ChainBroken:
            return True

    def end_segment(self, shard: int, number: int) -> None:
        """Delete the field."""
        self._write(self._redis.hdel)(keys.shelf(shard), field_of_segment(number))

    def list_begun(self, shard: int) -> dict[int, int]:
        """Read the fields of a shard."""
        found = self._redis.hgetall(keys.shelf(shard)).items()
        named = {name.decode(): int(since) for name, since in found if name.startswith(_BEGUN.encode())}
        return {int(name.removeprefix(_BEGUN), 16): since for name, since in named.items()}

    def give_up(self, shard: int, number: int, strays: Sequence[Place]) -> None:
        """Delete the field and note the places, by one script call."""
        self._giving_up(
            keys=[keys.shelf(shard), keys.dead(shard)], args=[field_of_segment(number), *map(pack_place, strays)]
        )

    def find_here(self, games: Sequence[str]) -> set[str]:
        """Look for the logs alone."""
        return super().find_existing(games)

    def find_away(self, game: str) -> Place | None:
        """Ask the shard, then the runs of the index."""
        away = self._away.find(game)
        return None if away is None else away.place

    def take_back(self, game: str) -> bool:
        """Write all of it by one script call."""
        self._recognize(game)
        return self._away.take_back(game)

    def list_dead(self, shard: int) -> list[Place]:
        """Read the shard's hash."""
        return list(map(unpack_place, self._redis.hkeys(keys.dead(shard))))

    def note_dead(self, shard: int, places: Sequence[Place]) -> None:
        """Write to the shard's hash."""
        if places:
            self._write(self._redis.hset)(keys.dead(shard), mapping={pack_place(place): b"1" for place in places})

    def forget_dead(self, shard: int, places: Sequence[Place]) -> None:
        """Delete from the shard's hash."""
        if places:
            self._write(self._redis.hdel)(keys.dead(shard), *map(pack_place, places))

    def count_away(self, shard: int) -> int:
        """Use HLEN."""
        return int(self._redis.hlen(keys.away(shard)))

    def seal(self, shard: int, least: int) -> int:
        """Write a run of what is noted here and of runs that are not much larger, then replace both by a script call.

        A run that is gone from the archive stays in the index, as do those before it: it may be put back. If the runs
        were changed meanwhile, by another process, the script replaces nothing.
        """
        noted: dict[bytes, bytes] = dict(islice(self._redis.hscan_iter(keys.away(shard), count=_PAGE), AT_ONCE))
        if len(noted) < max(least, 1):
            return 0
        before: bytes = self._redis.hget(keys.shelf(shard), RUNS) or b""
        numbers = unpack_runs(before)
        merged = choose(len(noted), self._open_runs(shard, numbers))
        made = self._write_run(shard, noted, merged, is_whole=len(merged) == len(numbers))
        after = pack_runs([*made, *numbers[len(merged) :]])
        replaced = [_field_of_run(run) for run in numbers[: len(merged)]]
        pairs: list[Any] = [word for pair in noted.items() for word in pair]
        args = [before, after, time_of(new_number()), len(replaced), *replaced, *pairs]
        return len(noted) if self._sealing(keys=[keys.away(shard), keys.shelf(shard)], args=args) else 0

    def _open_runs(self, shard: int, numbers: Sequence[int]) -> Iterator[Source]:
        """Yield sources that read the runs, the newest first, until one is gone; raises what `open_run` does."""
        for number in numbers:
            run = self.archive.read_unless_gone(partial(self.archive.open_run, shard, number))
            if run is None:
                log.error("a part of the index of the archive is gone: %s", run_name(shard, number))
                return
            yield run

    def _write_run(
        self, shard: int, noted: Mapping[bytes, bytes], merged: Sequence[Source], *, is_whole: bool
    ) -> list[int]:
        """Write a run, and return the numbers of its parts; if one cannot be written, none of them stays."""
        own = write_run({hash_of(game.decode()): place for game, place in noted.items()})
        made = list[int]()
        try:
            for content in merge([source_in(own), *merged], is_whole=is_whole):
                made.append(self.archive.write_run(shard, content))
        except (OSError, ChainBroken):
            with suppress(OSError):
                for number in made:
                    self.archive.drop_run(shard, number)
            raise
        return made

    def name_objects(self, shards: Collection[int] = range(SHARDS)) -> list[str]:
        """Read the numbers of runs and lists, and any place of each shard, in one query."""
        with self._redis.pipeline(transaction=False) as pipe:
            for shard in shards:
                pipe.hmget(keys.shelf(shard), RUNS, LISTS)
                pipe.hrandfield(keys.away(shard), 1, True)
            answers = pipe.execute()
        names = list[str]()
        for shard, (runs, lists), noted in zip(shards, answers[::2], answers[1::2], strict=True):
            names += [run_name(shard, number) for number in unpack_runs(runs or b"")]
            names += [list_name(shard, number) for number in unpack_runs(lists or b"")]
            names += [segment_name(unpack_place(place).segment) for place in noted[1:] if place != GONE]
        return names

    def file(self, owner: str, prefix: str, games: Sequence[str], upto_ms: int) -> int:
        """Move them by one script call."""
        self._recognize(owner)
        return self._filed.file(owner, prefix, games, upto_ms) if games else 0

    def entries(
        self, owner: str, count: int, after: Bound = None, before: Bound = None, *, is_up: bool = False
    ) -> list[Entry]:
        """Read what the shard notes, then a range of each of its lists."""
        return self._filed.entries(owner, count, after, before, is_up=is_up)

    def unfile(self, owner: str, games: Sequence[str] | None = None) -> None:
        """Remove what the shard notes, and note the rest."""
        self._recognize(owner)
        self._filed.unfile(owner, games)

    def seal_lists(self, shard: int, least: int) -> int:
        """Write a list, then replace others by one script call."""
        return self._filed.seal(shard, least)

    def count_filed(self, shard: int) -> int:
        """Use ZCARD."""
        return self._filed.count(shard)

    def drop_strays(self, shard: int, now_ms: int) -> int:
        """Compare files of an older release with the logs on the server, runs and lists with those that are in use."""
        if self.archive.is_there:
            self._drop_runs(shard, now_ms)
            self._filed.clear(shard)
            self._filed.drop_strays(shard, now_ms - GRACE_MS)
        return self.archive.older.drop_strays(shard, self.find_here, now_ms)

    def _drop_runs(self, shard: int, now_ms: int) -> None:
        """Delete runs that were replaced long ago: until then, an older copy of the store may need them."""
        shelf: dict[bytes, bytes] = self._redis.hgetall(keys.shelf(shard))
        used = unpack_runs(shelf.get(RUNS.encode(), b""))
        for number in self.archive.list_runs(shard) if shelf else ():
            since = int(shelf.get(_field_of_run(number).encode(), b"%d" % time_of(number)))
            if number not in used and since < now_ms - GRACE_MS:
                self.archive.drop_run(shard, number)
                self._write(self._redis.hdel)(keys.shelf(shard), _field_of_run(number))


def _field_of_run(run: int) -> str:
    """Name the field that says when (ms) a run was replaced."""
    return f"replaced:{run:016x}"
