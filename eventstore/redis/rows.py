"""Stores rows of projections on a Redis-protocol server.

Each has a hash of rows, a sorted set of `LIST/PLACE.GAME` for all lists, and a hash of packed rows
(`eventstore/packing/rows.py`).
"""

from collections.abc import Iterable, Iterator, Sequence
from operator import add
from typing import Any, Final, NamedTuple

from eventstore import keys
from eventstore.outages import Room, allow_any, writing
from eventstore.packing.blocks import NONE, Blocks
from eventstore.packing.repacking import RowPacking
from eventstore.packing.rows import NOW, Member, PackedRows, Range, block_in, parts
from eventstore.redis.part import script
from eventstore.rows import Listed, Row, Rows

_BATCH: Final = 100
"""Limits the rows per script call, which blocks everything else."""
_TRIES: Final = 5
"""Limits how often a list is read again because rows were packed meanwhile."""


class _Stored(NamedTuple):
    """Represents the stored row of a member of a list: the row itself, or the block that it is packed in."""

    member: Member
    block: str
    row: bytes
    tail: bytes

    @property
    def packed(self) -> Member:
        """Return where its row is packed."""
        return self.member._replace(block=self.block)

    @property
    def listed(self) -> Listed:
        """Return its row, which is not packed."""
        _, body, tail = parts(self.row, self.tail)
        return Listed(self.member.place, self.member.game, body, tail)


class RedisRows(Rows):
    """Keeps rows as they are, or packed."""

    def __init__(self, client: Any, room: Room = allow_any) -> None:
        """Refuse writes while there is no `room`."""
        self._redis = client
        self._putting = writing(room, client.register_script(script("rows.lua")))
        self._packed = PackedRows(client)
        self._packing = RowPacking(client, self._packed, room)

    def put(self, projection: str, rows: Sequence[Row]) -> None:
        """Write some rows per script call."""
        self._put(projection, [(row.game, row.version, _members(row), row.body, row.tail) for row in rows])

    def drop(self, projection: str, games: Iterable[str]) -> None:
        """Use the same script, in which version 0 deletes a row."""
        self._put(projection, [(game, 0, "", b"", b"") for game in games])

    def _put(self, projection: str, rows: Sequence[tuple[str, int, str, bytes, bytes]]) -> None:
        for first in range(0, len(rows), _BATCH):
            some = rows[first : first + _BATCH]
            self._putting(keys=keys.of_rows(projection), args=[word for row in some for word in row])

    def clear(self, projection: str) -> None:
        """Delete all keys."""
        self._redis.delete(*keys.of_rows(projection))

    def games(self, projection: str) -> Iterator[list[str]]:
        """Use HSCAN along the hash."""
        rows, *_ = keys.of_rows(projection)
        cursor, begun = 0, False
        while cursor or not begun:
            cursor, found = self._redis.hscan(rows, cursor, count=_BATCH)
            begun = True
            yield [field.decode() for field in found if not field.endswith(b"+")]

    def list_rows(self, projection: str, name: str, count: int, before: tuple[str, str] | None = None) -> list[Listed]:
        """Read a lexical range of the sorted set, and of the blocks that have rows there; then the rows.

        One that is deleted in between is left out.
        """
        wanted = Range(name, count, ".".join(before) if before else None)
        tries = _TRIES
        while True:
            blocks, members, is_old = self._members(projection, wanted)
            stored = self._load_rows(projection, members)
            found = self._rows(projection, stored)
            is_old |= any(one.block and one.block not in blocks.heads for one in stored)
            if is_old and tries:
                tries -= 1
            elif len(found) >= count or len(members) < wanted.most:
                return found[:count]
            else:
                wanted = wanted._replace(most=wanted.most + max(len(members) - len(found), count))

    def _members(self, projection: str, wanted: Range) -> tuple[Blocks, list[Member], bool]:
        """Return all blocks, the next members of a list, and whether a block was removed meanwhile."""
        _, lists, packed = keys.of_rows(projection)
        after_all = f"({wanted.name}0"  # the character after the slash
        top = f"({wanted.name}/{wanted.before}" if wanted.before else after_all
        with self._redis.pipeline(transaction=False) as pipe:
            pipe.zrevrangebylex(lists, top, f"[{wanted.name}/", start=0, num=wanted.most)
            pipe.hget(packed, NOW)
            found, now = pipe.execute()
        loose = [Member(member.decode().rpartition("/")[2]) for member in found]
        if now is None:
            return NONE, loose, False
        blocks = self._packed.at(projection, now)
        floor = loose[-1].name if len(loose) == wanted.most else ""
        others, is_old = self._packed.members(projection, blocks, wanted, floor)
        by_name = {member.name: member for member in (*others, *loose)}
        return blocks, sorted(by_name.values(), reverse=True)[: wanted.most], is_old

    def _load_rows(self, projection: str, members: Sequence[Member]) -> list[_Stored]:
        """Return the stored rows of some members, without those that were deleted."""
        fields = [field for member in members for field in (member.game, f"{member.game}+")]
        values = self._redis.hmget(keys.of_rows(projection)[0], fields) if fields else []
        found = zip(members, values[::2], values[1::2], strict=True)
        return [_Stored(member, block_in(row), row, tail or b"0") for member, row, tail in found if row]

    def _rows(self, projection: str, stored: Sequence[_Stored]) -> list[Listed]:
        """Return the rows that were found loose, or that are still in the block where they were found."""
        there = [one for one in stored if one.member.block in ("", one.block)]
        opened = self._packed.rows(projection, [one.packed for one in there if one.block])
        found = (opened.get(one.packed) if one.block else one.listed for one in there)
        return [row for row in found if row is not None]

    def shortest(self, projection: str, names: Sequence[str]) -> str:
        """Compare their counts."""
        if len(names) == 1:
            return names[0]
        return min(zip(self.counts(projection, names), range(len(names)), names, strict=True))[2]

    def counts(self, projection: str, names: Sequence[str]) -> list[int]:
        """Count each list by its lexical range, in one pipeline."""
        _, lists, packed = keys.of_rows(projection)
        with self._redis.pipeline(transaction=False) as pipe:
            for name in names:
                pipe.zlexcount(lists, f"[{name}/", f"({name}0")
            pipe.hget(packed, NOW)
            *lengths, now = pipe.execute()
        blocks = self._packed.at(projection, now)
        return list(map(add, lengths, map(blocks.count, names)))

    def pack(self, projection: str, name: str, below: str, count: int) -> int:
        """Use blocks in the order of that list; later rows are added to the block in whose range they are."""
        return self._packing.pack(projection, name, below, count)

    def repack(self, projection: str) -> int:
        """Replace one block that holds outdated rows."""
        return self._packing.repack(projection)


def _members(row: Row) -> str:
    return " ".join(f"{name}/{place}.{row.game}" for name, place in sorted(row.places.items()))
