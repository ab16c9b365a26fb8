"""Packs rows of projections into blocks on a Redis-protocol server, and rewrites blocks that hold outdated rows.

In the order of one list, blocks do not overlap: a row that sorts into the range of a block is added to it. So
a page of this list, and of those with nearly the same order, needs few blocks.
"""

import secrets
from collections.abc import Sequence
from hashlib import sha1
from typing import Any, Final, NamedTuple

from eventstore import keys
from eventstore.outages import Room, writing
from eventstore.packing.blocks import Span, pack_rows
from eventstore.packing.rows import NOW, PackedRows, block_in, parts
from eventstore.redis.part import script
from eventstore.rows import Row

_GONE: Final = b"gone:"


class _Kept(NamedTuple):
    """Represents a row with what the hash of rows holds of it: the row or the name of its block, and the tail."""

    row: Row
    stored: bytes
    tail: bytes

    @property
    def digest(self) -> str:
        """Return the SHA-1 that pack_rows.lua compares."""
        return sha1(self.stored + b"\n" + self.tail, usedforsecurity=False).hexdigest()


class RowPacking:
    """Packs the rows of a store."""

    def __init__(self, client: Any, packed: PackedRows, room: Room) -> None:
        self._redis = client
        self._packed = packed
        self._putting = writing(room, client.register_script(script("pack_rows.lua")))

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
        return len(rows) if self._put(projection, [ordered[:middle], ordered[middle:]], joined) else 0

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
        return count if self._put(projection, [rows], name) else 0

    def _loose(self, projection: str, games: Sequence[str]) -> list[_Kept]:
        """Return the rows of some games, without those that are packed or dropped by now."""
        stored = self._load_rows(projection, games)
        return [_Kept(_row(game, row, tail), row, tail) for game, row, tail in stored if not block_in(row)]

    def _counting(self, projection: str, name: str) -> list[_Kept] | None:
        """Return the rows of a block that are not outdated; None if there is no such block."""
        found = self._packed.all_rows(projection, name)
        if found is None:
            return None
        rows = {row.game: row for row in found}
        stored = self._load_rows(projection, list(rows))
        return [_Kept(rows[game], row, tail) for game, row, tail in stored if block_in(row) == name]

    def _load_rows(self, projection: str, games: Sequence[str]) -> list[tuple[str, bytes, bytes]]:
        """Return the stored row and tail of some games, without games that have no row."""
        fields = [field for game in games for field in (game, f"{game}+")]
        values = self._redis.hmget(keys.of_rows(projection)[0], fields)
        found = zip(games, values[::2], values[1::2], strict=True)
        return [(game, row, tail or b"") for game, row, tail in found if row]

    def _put(self, projection: str, parts: Sequence[Sequence[_Kept]], replaced: str) -> bool:
        """Make a block of each part, in place of another one; return False if a row changed meanwhile."""
        blocks = {secrets.token_hex(4): part for part in parts if part}
        heads = [word for name, part in blocks.items() for word in (name, *pack_rows([one.row for one in part]))]
        rows = [
            word
            for name, part in blocks.items()
            for one in part
            for word in (one.row.game, one.row.version, name, one.digest)
        ]
        args = [replaced, secrets.token_hex(4), len(blocks), *heads, *rows]
        return bool(self._putting(keys=keys.of_rows(projection), args=args))


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
    version, body, end = parts(stored, tail or b"0")
    return Row(game, version, dict(_place(member) for member in members if member), body, end)


def _place(member: str) -> tuple[str, str]:
    name, _, place = member.rpartition("/")
    return name, place.rpartition(".")[0]
