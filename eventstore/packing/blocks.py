"""Packs rows of projections into blocks, many rows compressed together, and finds them on a Redis-protocol server.

A block never changes. It has three parts, which are read separately: the head has for each list the highest and the
lowest of the block's rows, and their number; the places are those of all rows in all lists; the texts are bodies and
tails.

A projection's hash of packed rows has three fields for each block, `head:BLOCK`, `places:BLOCK` and `texts:BLOCK`;
`gone:BLOCK` counts its rows that are no longer valid, and `now` changes with every write. In the hash of rows
a packed row is stored as `VERSION @BLOCK` and a line feed, and it is valid only as long as that is stored. So a row
that is put again or dropped leaves its block at once.
"""

import zlib
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from sys import intern
from typing import Any, Final, NamedTuple, TypeVar

import orjson

from eventstore import keys
from eventstore.lru_cache import Recent
from eventstore.rows import Listed, Row

T = TypeVar("T")
NOW: Final = "now"
_HEAD: Final = b"head:"
_OPEN: Final = 8
"""Sets how many open blocks a process keeps: lists are read page by page."""
_LEVEL: Final = 9


class Span(NamedTuple):
    """Represents where the rows of a block are in a list: the highest and the lowest `PLACE.GAME`, and their number."""

    highest: str
    lowest: str
    rows: int
    block: str


class Blocks(NamedTuple):
    """Represents all blocks of a projection at one time: `now` identifies it, `heads` has the lists of each block.

    `rows` says how many packed rows each list has.
    """

    now: bytes | None
    heads: Mapping[str, Mapping[str, Span]]
    spans: Mapping[str, Sequence[Span]]
    rows: Mapping[str, int]

    def count(self, name: str) -> int:
        """Return how many packed rows a list has."""
        return self.rows.get(name, 0)


def blocks_of(now: bytes | None, heads: Mapping[str, Mapping[str, Span]]) -> Blocks:
    """Return all blocks, with the spans of each list in order, the highest first."""
    spans = defaultdict(list)
    for head in heads.values():
        for name, span in head.items():
            spans[name].append(span)
    rows = {name: sum(span.rows for span in some) for name, some in spans.items()}
    return Blocks(now, heads, {name: sorted(some, reverse=True) for name, some in spans.items()}, rows)


NONE: Final = blocks_of(None, {})


class Places(NamedTuple):
    """Represents the games of a block and their places in lists.

    `columns` has sort keys per row; `lists` has the column index and the row indexes, ascending, of each list.
    """

    games: Sequence[str]
    columns: Sequence[Sequence[str]]
    lists: Mapping[str, tuple[int, Sequence[int]]]

    def members(self, name: str) -> list[str]:
        """Return the `PLACE.GAME` of each row of a list, the lowest first."""
        column, numbers = self.lists.get(name, (0, ()))
        return [f"{self.columns[column][number]}.{self.games[number]}" for number in numbers]

    def below(self, name: str, before: str | None, count: int) -> Sequence[str]:
        """Return the highest members of a list, `count` at most, all of them under `before`; the highest first."""
        members = self.members(name)
        end = len(members) if before is None else bisect_left(members, before)
        return members[max(end - count, 0) : end][::-1]

    def of_row(self, number: int) -> dict[str, str]:
        """Return the places of a row."""
        return {name: self.columns[column][number] for name, (column, rows) in self.lists.items() if number in rows}


class Text(NamedTuple):
    """Represents a row of a block without its places."""

    version: int
    body: bytes
    tail: bytes


def pack_block(rows: Sequence[Row]) -> list[bytes]:
    """Return the head, the places and the texts of a block of some rows."""
    columns: list[dict[int, str]] = []
    lists, head = {}, {}
    for name, places in _lists(rows).items():
        numbers = sorted(places, key=lambda number: f"{places[number]}.{rows[number].game}")
        ends = [f"{places[number]}.{rows[number].game}" for number in (numbers[-1], numbers[0])]
        lists[name] = (_column(columns, places), numbers)
        head[name] = (*ends, len(numbers))
    games = [row.game for row in rows]
    filled = [[column.get(number, "") for number in range(len(rows))] for column in columns]
    sizes = [(row.version, len(row.body), len(row.tail)) for row in rows]
    texts = orjson.dumps(sizes) + b"\n" + b"".join(row.body + row.tail for row in rows)
    parts = orjson.dumps(head), orjson.dumps([games, filled, lists]), texts
    return [zlib.compress(part, _LEVEL) for part in parts]


def _lists(rows: Sequence[Row]) -> Mapping[str, dict[int, str]]:
    """Return the sort keys in each list by the number of the row."""
    lists: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for number, row in enumerate(rows):
        for name, place in row.places.items():
            lists[name][number] = place
    return lists


def _column(columns: list[dict[int, str]], places: Mapping[int, str]) -> int:
    """Return the column that agrees with these sort keys, after adding them, or a new one."""
    for number, column in enumerate(columns):
        if all(column.get(row, place) == place for row, place in places.items()):
            column.update(places)
            return number
    columns.append(dict(places))
    return len(columns) - 1


def unpack_head(block: str, head: bytes) -> dict[str, Span]:
    """Return where the rows of a block are in each of their lists."""
    found: dict[str, tuple[str, str, int]] = orjson.loads(zlib.decompress(head))
    return {intern(name): Span(highest, lowest, rows, block) for name, (highest, lowest, rows) in found.items()}


def unpack_places(places: bytes) -> Places:
    """Return the places of a block."""
    return Places(*orjson.loads(zlib.decompress(places)))


def unpack_texts(texts: bytes) -> list[Text]:
    """Return the rows of a block without their places."""
    sizes, _, rest = zlib.decompress(texts).partition(b"\n")
    found, at = [], 0
    for version, body, tail in orjson.loads(sizes):
        found.append(Text(version, rest[at : at + body], rest[at + body : at + body + tail]))
        at += body + tail
    return found


class Member(NamedTuple):
    """Represents a row's place in a list, `PLACE.GAME`, and where it was found: its block, or nothing."""

    name: str
    block: str = ""

    @property
    def place(self) -> str:
        """Return the sort key."""
        return self.name.rpartition(".")[0]

    @property
    def game(self) -> str:
        """Return the game."""
        return self.name.rpartition(".")[2]


class Range(NamedTuple):
    """Describes what to read of a list: at most `most` rows, below the `PLACE.GAME` at which the last page ended."""

    name: str
    most: int
    before: str | None


class PackedRows:
    """Finds rows that are packed."""

    def __init__(self, client: Any) -> None:
        self._redis = client
        self._blocks: dict[str, Blocks] = {}
        self._places: Recent[str, Places] = Recent(_OPEN)
        self._texts: Recent[str, list[Text]] = Recent(_OPEN)

    def at(self, projection: str, now: bytes | None) -> Blocks:
        """Return all blocks as they are `now`; reads the heads of those that are new."""
        if now is None:
            return NONE
        known = self._blocks.get(projection, NONE)
        if known.now == now:
            return known
        packed = keys.of_rows(projection)[2]
        there = {field.removeprefix(_HEAD).decode() for field in self._redis.hkeys(packed) if field.startswith(_HEAD)}
        new = [block for block in there if block not in known.heads]
        found = self._redis.hmget(packed, [f"head:{block}" for block in new]) if new else []
        heads = {block: head for block, head in known.heads.items() if block in there}
        heads |= {block: unpack_head(block, head) for block, head in zip(new, found, strict=True) if head}
        self._blocks[projection] = blocks_of(now, heads)
        return self._blocks[projection]

    def members(self, projection: str, blocks: Blocks, wanted: Range, floor: str) -> tuple[list[Member], bool]:
        """Return the next packed rows of a list, none below the `floor`, and whether a block was removed meanwhile."""
        found: list[Member] = []
        for span, places in self._reaching(projection, blocks, wanted):
            if span.highest < (found[wanted.most - 1].name if len(found) >= wanted.most else floor):
                break
            if places is None:
                return found, True
            names = places.below(wanted.name, wanted.before, wanted.most)
            found = sorted([*found, *(Member(name, span.block) for name in names)], reverse=True)[: wanted.most]
        return found, False

    def _reaching(self, projection: str, blocks: Blocks, wanted: Range) -> Iterator[tuple[Span, Places | None]]:
        """Yield the blocks that have rows in a range, the highest first, with their places; None if one was removed."""
        there = blocks.spans.get(wanted.name, ())
        before = wanted.before
        spans = there if before is None else [span for span in there if span.lowest < before]
        first = 0
        for size in count(1):  # few are needed in most lists
            some = spans[first : first + size * size]
            if not some:
                return
            opened = self._places_of(projection, [span.block for span in some])
            yield from ((span, opened.get(span.block)) for span in some)
            first += len(some)

    def rows(self, projection: str, members: Iterable[Member]) -> dict[Member, Listed]:
        """Return packed rows, except those whose block was removed."""
        asked = list(members)
        blocks = list({member.block for member in asked})
        places, texts = self._places_of(projection, blocks), self._texts_of(projection, blocks)
        found = {}
        for member in asked:
            if member.block in places and member.block in texts:
                text = texts[member.block][places[member.block].games.index(member.game)]
                found[member] = Listed(member.place, member.game, text.body, text.tail)
        return found

    def all_rows(self, projection: str, block: str) -> list[Row] | None:
        """Return all rows of a block; None if it was removed."""
        places = self._places_of(projection, [block]).get(block)
        texts = self._texts_of(projection, [block]).get(block)
        if places is None or texts is None:
            return None
        rows = enumerate(zip(places.games, texts, strict=True))
        return [Row(game, text.version, places.of_row(n), text.body, text.tail) for n, (game, text) in rows]

    def all_members(self, projection: str, block: str, name: str) -> list[str]:
        """Return `PLACE.GAME` for each row that a block has in a list; none if the block was removed."""
        places = self._places_of(projection, [block]).get(block)
        return [] if places is None else places.members(name)

    def _places_of(self, projection: str, blocks: Sequence[str]) -> dict[str, Places]:
        return self._read(projection, "places", blocks, self._places, unpack_places)

    def _texts_of(self, projection: str, blocks: Sequence[str]) -> dict[str, list[Text]]:
        return self._read(projection, "texts", blocks, self._texts, unpack_texts)

    def _read(
        self, projection: str, part: str, blocks: Sequence[str], kept: Recent[str, T], unpack: Callable[[bytes], T]
    ) -> dict[str, T]:
        """Return a part of each block that exists; reads those that are not cached in one query."""
        known = {block: value for block in blocks if (value := kept.get(block)) is not None}
        new = [block for block in blocks if block not in known]
        found = self._redis.hmget(keys.of_rows(projection)[2], [f"{part}:{block}" for block in new]) if new else []
        for block, content in zip(new, found, strict=True):
            if content is not None:
                known[block] = unpack(content)
                kept.put(block, known[block])
        return known


def block_in(row: bytes) -> str:
    """Return the block that a stored row names, or '' if the row is not packed."""
    places = row.partition(b"\n")[0].partition(b" ")[2]
    return places[1:].decode() if places.startswith(b"@") else ""


def parts(row: bytes, tail: bytes) -> tuple[int, bytes, bytes]:
    """Return a row's version, body and tail as they are stored; a tail that is older than its body is ignored."""
    since, _, body = row.partition(b"\n")
    version, _, end = tail.partition(b"\n")
    known, moved = int(since.partition(b" ")[0]), int(version)
    return (moved, body, end) if moved >= known else (known, body, b"")
