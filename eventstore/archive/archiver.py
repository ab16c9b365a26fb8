"""Moves games into the archive, and overwrites there what was deleted; a death at any moment loses nothing.

A segment is written and read back before any of its games is deleted from the log's store, one by one, each only if it
is still as it was written. `begin_segment` says that this goes on; where it has not ended after `STALLED_MS`, the
writer is taken for dead: another process says so, after which the writer, if it lives, lets no more games go for that
segment, and then decides by the store which of the games in it count. All others are overwritten."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from eventstore.archive.archive import Archive
from eventstore.archive.bundles import Bundle, newest_of, pack_bundle
from eventstore.archive.places import Place, hash_of, new_number
from eventstore.archive.segments import Filed, Note, write_segment
from eventstore.archiving import Archiving
from eventstore.keys import SHARDS, shard_of
from eventstore.log.chain import ChainBroken
from eventstore.log.wire import time_in, unpack_entries, version_of
from eventstore.packing.log_packing import Packed

SEGMENT_BYTES: Final = 8_000_000
"""Sets from which size on a segment is written."""
STALLED_MS: Final = 600_000


@dataclass(frozen=True, slots=True)
class Batch:
    """Collects games for a segment: each one packed, with its note for the index and the newest version of its log."""

    bundles: list[tuple[Bundle, Packed, Note]] = field(default_factory=list)

    @property
    def size(self) -> int:
        """Return the bytes of the games collected so far."""
        return sum(len(packed.content) for _, packed, _ in self.bundles)

    def add(self, bundle: Bundle, maker: str) -> int:
        """Add a game, which the client `maker` made; return its packed size in bytes."""
        packed, small = pack_bundle(bundle), replace(bundle, entries=newest_of(bundle), snapshots={})
        self.bundles.append((small, packed, note_of(bundle, maker)))
        return len(packed.content)


def place_of(number: int, filed: Filed) -> Place:
    """Return the place of a game in a segment."""
    return Place(number, filed.offset, filed.size, filed.digest)


def counts_in(store: Archiving, number: int, filed: Filed) -> bool:
    """Return whether a game of a segment is really stored there, rather than elsewhere or deleted."""
    return store.find_away(filed.game) == place_of(number, filed)


def note_of(bundle: Bundle, maker: str) -> Note:
    """Return the note on a game for the index of a segment."""
    newest = newest_of(bundle)[0]
    first = unpack_entries([entry for entry in bundle.entries if version_of(entry) == 1])
    return Note(time_in(newest) or 0, first[0].header.ruleset, maker)


def archive_batch(
    store: Archiving, batch: Batch, now_ms: int, prepare: Callable[[Iterable[str]], object] = lambda games: None
) -> list[str]:
    """Write a segment of the games collected, and let them go; return those that moved. Raises ObjectsAway.

    If that is raised nothing has moved. Games that changed meanwhile stay. `prepare` is called with the games between
    the two steps.
    """
    bundles = {bundle.game: bundle for bundle, _, _ in batch.bundles}
    if not bundles:
        return []
    content, filed = write_segment((bundle.game, packed, note) for bundle, packed, note in batch.bundles)
    number, shards = new_number(now_ms), {shard_of(game) for game in bundles}
    for shard in shards:
        store.begin_segment(shard, number, now_ms)
    store.archive.write_segment(number, content)
    prepare(bundles)
    moved = [one.game for one in filed if store.let_go(bundles[one.game], place_of(number, one))]
    for shard in shards:
        store.end_segment(shard, number)
    return moved


def settle_stalled(store: Archiving, shard: int, now_ms: int) -> int:
    """Decide which games of a shard count in segments whose writers seem dead; return how many do not.

    Raises ObjectsAway, and ChainBroken for a damaged index.
    """
    count = 0
    for number, since_ms in store.list_begun(shard).items():
        if since_ms <= now_ms - STALLED_MS:
            found = [one for one in list_filed(store.archive, number) if shard_of(one.game) == shard]
            store.give_up(shard, number, ())  # from now on its writer lets nothing go
            strays = [place for one in found if store.find_away(one.game) != (place := place_of(number, one))]
            store.note_dead(shard, strays)
            count += len(strays)
    return count


def list_filed(archive: Archive, number: int) -> list[Filed]:
    """Return the games that a segment names; none if the segment is no longer there.

    Raises ObjectsAway, and ChainBroken for a damaged index.
    """
    return archive.read_unless_gone(lambda: archive.index_of(number)) or []


def find_strays(store: Archiving, number: int, filed: Iterable[Filed]) -> list[tuple[str, Place]]:
    """Return the strays among the games of a segment, as `walk_strays` yields them."""
    return [stray for stray in walk_strays(store, number, filed) if stray is not None]


def walk_strays(store: Archiving, number: int, filed: Iterable[Filed]) -> Iterator[tuple[str, Place] | None]:
    """Yield for each game of a segment the game and its place, if it does not count there, and None if it does.

    One that does not count is a stray: the store has it itself, or has it elsewhere, or does not know it. Nothing is
    yielded while a shard of the segment may still be written. The games come in the order of the index, in which
    neighbors are often found by one read. Raises ArchiveAway, and ChainBroken for a damaged index.
    """
    found = sorted((shard_of(one.game), hash_of(one.game), one) for one in filed)
    if any(number in store.list_begun(shard) for shard in {shard for shard, _, _ in found}):
        return
    for _, _, one in found:
        place = place_of(number, one)
        yield (one.game, place) if store.find_away(one.game) != place else None


def list_archived(store: Archiving) -> Iterator[str]:
    """Yield the games that segments name, without an archive none; some may have left it. Raises ObjectsAway."""
    for number in store.archive.list_segments() if store.archive.is_there else ():
        yield from (one.game for one in list_filed(store.archive, number))


def list_all_dead(store: Archiving, shards: Iterable[int] = range(SHARDS)) -> dict[int, list[Place]]:
    """Return the places of some shards that are to be overwritten."""
    found = {shard: store.list_dead(shard) for shard in shards}
    return {shard: places for shard, places in found.items() if places}


def _note_strays(store: Archiving, number: int) -> None:
    """Note that the games of a segment that do not count there are to be overwritten."""
    for game, place in find_strays(store, number, list_filed(store.archive, number)):
        store.note_dead(shard_of(game), [place])


def overwrite(
    store: Archiving, dead: Mapping[int, Sequence[Place]], may_go_on: Callable[[], bool] = lambda: True
) -> int:
    """Overwrite places by shard, segment by segment; return how many. Raises ObjectsAway, and ChainBroken for damage.

    Only one process at a time may do this, since a segment is read, changed and written back; before each segment
    `may_go_on` says whether this process still may. Afterwards the archive has no trace of these games. ChainBroken is
    raised after all other segments, so that a damaged one delays none of them. A process that was suspended during a
    write may bring back what another one has overwritten meanwhile: that is noted to be overwritten again.
    """
    by_segment: defaultdict[int, list[tuple[int, Place]]] = defaultdict(list)
    for shard, places in dead.items():
        for place in places:
            by_segment[place.segment].append((shard, place))
    count, damaged = 0, list[str]()
    for number, some in sorted(by_segment.items()):
        if not may_go_on():
            break
        try:
            store.archive.blank(number, [(place.offset, place.size) for _, place in some])
        except ChainBroken:
            damaged.append(f"{number:016x}")
            continue
        for shard in {shard for shard, _ in some}:
            store.forget_dead(shard, [place for of, place in some if of == shard])
        count += len(some)
        if not may_go_on():
            _note_strays(store, number)
    if damaged:
        raise ChainBroken(0, f"deleted games cannot be overwritten in damaged segments: {', '.join(damaged)}")
    return count
