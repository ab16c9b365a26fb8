"""Writes copies of a game into the archive, in segments as the archiver writes them, and notes their places.

A segment is written for each 8 MB, and read back, as ever. Only the copying is quick: the bundle of a game is
compressed once, and each copy has its own id, digest and place.
"""

from collections.abc import Iterator, Sequence

from eventstore import keys
from eventstore.archive.archiver import SEGMENT_BYTES, note_of, place_of
from eventstore.archive.bundles import Bundle, pack_bundle
from eventstore.archive.places import new_number, pack_place
from eventstore.archive.segments import Filed, write_segment
from eventstore.keys import SHARDS, shard_of
from eventstore.store import EventStore
from tests.scale.hall import Hall
from tests.scale.packed_copies import PackedCopier
from workers.sweeping.indexing import PLACES


class Copier(PackedCopier):
    """Makes the bundles of copies of one game."""

    def __init__(self, bundle: Bundle, maker: str = "") -> None:
        super().__init__(pack_bundle(bundle).content, bundle.to)
        self.note = note_of(bundle, maker)

    def segments(self, games: Sequence[str]) -> Iterator[tuple[bytes, list[Filed]]]:
        """Yield full segments of copies, with their indexes; the last one may be smaller."""
        each = max(1, SEGMENT_BYTES // len(self.copy("0" * 18).content))
        for first in range(0, len(games), each):
            some = games[first : first + each]
            yield write_segment((game, self.copy(game), self.note) for game in some)


def file_copies(hall: Hall, store: EventStore, copier: Copier, games: Sequence[str]) -> Iterator[int]:
    """Write copies into the archive as if they had been archived; yield how many are there after each segment."""
    done = 0
    for content, filed in copier.segments(games):
        number = new_number()
        store.archive.write_segment(number, content)
        _note(hall, number, filed)
        _seal_full(store)
        done += len(filed)
        yield done


def _note(hall: Hall, number: int, filed: Sequence[Filed]) -> None:
    """Note the places in the shards, as a game that is let go does."""
    by_shard: dict[int, dict[bytes, bytes]] = {}
    for one in filed:
        noted = by_shard.setdefault(shard_of(one.game), {})
        noted[one.game.encode()] = pack_place(place_of(number, one))
    for shard, noted in by_shard.items():
        hall.by_shard[shard].hset(keys.away(shard), mapping=noted)


def _seal_full(store: EventStore) -> None:
    for shard in range(SHARDS):
        if store.count_away(shard) >= PLACES:
            store.seal(shard, PLACES)
