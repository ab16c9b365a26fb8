"""Finds packed rows of projections on a Redis-protocol server, in blocks (`eventstore/packing/blocks.py`).

A projection's hash of packed rows has three fields for each block, `head:BLOCK`, `places:BLOCK` and `texts:BLOCK`;
`gone:BLOCK` counts its rows that are no longer valid, and `now` changes with every write. In the hash of rows
a packed row is stored as `VERSION @BLOCK` and a line feed, and it is valid only as long as that is stored. So a row
that is put again or dropped leaves its block at once, and blocks are never changed.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Any, Final, NamedTuple, TypeVar

from eventstore import keys
from eventstore.packing.blocks import (
    NONE,
    Blocks,
    Places,
    Span,
    Text,
    blocks_of,
    unpack_head,
    unpack_places,
    unpack_texts,
)
from eventstore.recent import Recent
from eventstore.rows import Listed, Row

T = TypeVar("T")
NOW: Final = "now"
_HEAD: Final = b"head:"
_OPEN: Final = 8
"""Sets how many open blocks a process keeps: lists are read page by page."""


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
        spans = [span for span in there if wanted.before is None or span.lowest < wanted.before]
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
