"""Stores rows of projections on a Redis-protocol server.

Each has a hash of rows, a sorted set of `LIST/PLACE.GAME` for all lists, and a hash of packed rows
(`eventstore/packing/blocks.py`). In the order of one list, blocks of packed rows do not overlap: a row that sorts into
the range of a block is added to it. So a page of this list, and of those with nearly the same order, needs few blocks.
"""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha1
from operator import add
from typing import Any, Final, NamedTuple

from eventstore import keys
from eventstore.outages import Room, allow_any, writing
from eventstore.packing.blocks import NONE, NOW, Blocks, Member, PackedRows, Range, Span, block_in, pack_block, parts
from eventstore.redis.calling import script
from eventstore.rows import Listed, Row, Rows

_BATCH: Final = 100
"""Limits the rows per script call, which blocks everything else."""
_TRIES: Final = 5
"""Limits how often a list is read again because rows were packed meanwhile."""
_GONE: Final = b"gone:"


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


class _Kept(NamedTuple):
    """Represents a row with what the hash of rows holds of it: the row or the name of its block, and the tail."""

    row: Row
    stored: bytes
    tail: bytes

    @property
    def digest(self) -> str:
        """Return the SHA-1 that pack_rows.lua compares."""
        return sha1(self.stored + b"\n" + self.tail, usedforsecurity=False).hexdigest()


class RedisRows(Rows):
    """Keeps rows as they are, or packed."""

    def __init__(self, client: Any, room: Room = allow_any) -> None:
        """Refuse writes while there is no `room`."""
        self._redis = client
        self._putting = writing(room, client.register_script(script("rows.lua")))
        self._packed = PackedRows(client)
        self._packing = writing(room, client.register_script(script("pack_rows.lua")))

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
            pairs = self._load_rows(projection, [member.game for member in members])
            read = zip(members, pairs, strict=True)
            stored = [_Stored(member, block_in(row), row, tail or b"0") for member, (row, tail) in read if row]
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

    def _load_rows(self, projection: str, games: Sequence[str]) -> list[tuple[bytes, bytes]]:
        """Return the stored row and tail of some games, empty where there is none."""
        fields = [field for game in games for field in (game, f"{game}+")]
        values = self._redis.hmget(keys.of_rows(projection)[0], fields) if fields else []
        return [(row or b"", tail or b"") for row, tail in zip(values[::2], values[1::2], strict=True)]

    def _rows(self, projection: str, stored: Sequence[_Stored]) -> list[Listed]:
        """Return the rows that were found loose, or that are still in the block where they were found."""
        there = [one for one in stored if one.member.block in ("", one.block)]
        opened = self._packed.rows(projection, [one.packed for one in there if one.block])
        found = (opened.get(one.packed) if one.block else one.listed for one in there)
        return [row for row in found if row is not None]

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
        """Pack the lowest loose rows of a list: extend an existing block, or start one with `count` rows."""
        _, lists, packed = keys.of_rows(projection)
        found = self._redis.zrangebylex(lists, f"[{name}/", f"({name}/{below}", start=0, num=count)
        if not found:
            return 0
        members = [member.decode().rpartition("/")[2] for member in found]
        blocks = self._packed.at(projection, self._redis.hget(packed, NOW))
        joined, end = _place_for(members[0], blocks.spans.get(name, ()))
        some = [member for member in members if member < end] if joined else members
        if not joined and len(some) < count:
            return 0
        rows = self._loose(projection, [member.rpartition(".")[2] for member in some])
        others = self._counting(projection, joined) if joined else []
        if len(rows) < len(some) or others is None:  # a row changed meanwhile
            return 0
        ordered = sorted([*rows, *others], key=lambda one: f"{one.row.places.get(name)}.{one.row.game}")
        middle = count if len(ordered) >= 2 * count else len(ordered)
        return len(rows) if self._put_blocks(projection, [ordered[:middle], ordered[middle:]], joined) else 0

    def trim(self, projection: str, name: str, most: int, count: int) -> int:
        """Find the lowest rows of the list and of the blocks that begin lowest there, and drop them like any others."""
        blocks = self._packed.at(projection, self._redis.hget(keys.of_rows(projection)[2], NOW))
        surplus = min(count, self.counts(projection, [name])[0] - self._count_outdated(projection, blocks, name) - most)
        lowest = self._lowest(projection, blocks, name, surplus) if surplus > 0 else []
        self.drop(projection, lowest)
        return len(lowest)

    def _count_outdated(self, projection: str, blocks: Blocks, name: str) -> int:
        """Return how many rows of the blocks of a list do not count any more."""
        fields = [f"{_GONE.decode()}{span.block}" for span in blocks.spans.get(name, ())]
        found = self._redis.hmget(keys.of_rows(projection)[2], fields) if fields else []
        return sum(int(gone or 0) for gone in found)

    def _lowest(self, projection: str, blocks: Blocks, name: str, count: int) -> list[str]:
        """Return the games of the `count` lowest rows of a list; blocks that are replaced meanwhile are left out."""
        lists = keys.of_rows(projection)[1]
        loose = self._redis.zrangebylex(lists, f"[{name}/", f"({name}0", start=0, num=count)
        members = [Member(member.decode().rpartition("/")[2]) for member in loose]
        for span in sorted(blocks.spans.get(name, ()), key=lambda span: span.lowest):
            if len(members) >= count and span.lowest > members[count - 1].name:
                break
            packed = [Member(one, span.block) for one in self._packed.all_members(projection, span.block, name)]
            stored = self._load_rows(projection, [member.game for member in packed])
            there = [member for member, (row, _) in zip(packed, stored, strict=True) if block_in(row) == span.block]
            members = sorted([*members, *there])[:count]
        return [member.game for member in members]

    def repack(self, projection: str) -> int:
        """Rewrite one block without its outdated rows; return their number."""
        packed = keys.of_rows(projection)[2]
        gone = next((field for field in self._redis.hkeys(packed) if field.startswith(_GONE)), None)
        if gone is None:
            return 0
        name = gone.removeprefix(_GONE).decode()
        rows = self._counting(projection, name)
        if rows is None:  # there is no such block any more
            self._redis.hdel(packed, gone)
            return 0
        count = int(self._redis.hget(packed, gone) or 0)
        return count if self._put_blocks(projection, [rows], name) else 0

    def _loose(self, projection: str, games: Sequence[str]) -> list[_Kept]:
        """Return the rows of some games, without those that are packed or dropped by now."""
        stored = zip(games, self._load_rows(projection, games), strict=True)
        return [_Kept(_row(game, *pair), *pair) for game, pair in stored if pair[0] and not block_in(pair[0])]

    def _counting(self, projection: str, name: str) -> list[_Kept] | None:
        """Return the rows of a block that are not outdated; None if there is no such block."""
        found = self._packed.all_rows(projection, name)
        if found is None:
            return None
        rows = {row.game: row for row in found}
        stored = zip(rows.values(), self._load_rows(projection, list(rows)), strict=True)
        return [_Kept(row, *pair) for row, pair in stored if block_in(pair[0]) == name]

    def _put_blocks(self, projection: str, parts: Sequence[Sequence[_Kept]], replaced: str) -> bool:
        """Make a block of each part, in place of another one; return False if a row changed meanwhile."""
        blocks = {secrets.token_hex(4): part for part in parts if part}
        heads = [word for name, part in blocks.items() for word in (name, *pack_block([one.row for one in part]))]
        rows = [
            word
            for name, part in blocks.items()
            for one in part
            for word in (one.row.game, one.row.version, name, one.digest)
        ]
        args = [replaced, secrets.token_hex(4), len(blocks), *heads, *rows]
        return bool(self._packing(keys=keys.of_rows(projection), args=args))


def _members(row: Row) -> str:
    return " ".join(f"{name}/{place}.{row.game}" for name, place in sorted(row.places.items()))


def _place_for(member: str, spans: Sequence[Span]) -> tuple[str, str]:
    """Return the block to add a row to, and the lowest member that does not belong there; '' for both above all blocks.

    The spans are those of blocks that do not overlap, the highest first.
    """
    if not spans or member > spans[0].highest:
        return "", ""
    at = next((number for number, span in enumerate(spans) if span.lowest <= member), len(spans) - 1)
    return spans[at].block, spans[at - 1].lowest if at else f"{spans[0].highest}+"


def _row(game: str, stored: bytes, tail: bytes) -> Row:
    members = stored.partition(b"\n")[0].decode().split(" ")[1:]
    named = [member.rpartition("/") for member in members if member]
    places = {name: place.rpartition(".")[0] for name, _, place in named}
    version, body, end = parts(stored, tail or b"0")
    return Row(game, version, places, body, end)
