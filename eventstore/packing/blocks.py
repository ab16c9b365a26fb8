"""Packs rows of a projection into blocks: many rows compressed together, with their places in all lists.

A block never changes. It has three parts, which are read separately: the head has for each list the highest and the
lowest of the block's rows, and their number; the places are those of all rows in all lists; the
texts are bodies and tails.
"""

import zlib
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from sys import intern
from typing import Final, NamedTuple

import orjson

from eventstore.rows import Row

_LEVEL: Final = 9


class Span(NamedTuple):
    """Represents where the rows of a block are in a list: the highest and the lowest `PLACE.GAME`, and their number."""

    highest: str
    lowest: str
    rows: int
    block: str


class Blocks(NamedTuple):
    """Represents all blocks of a projection at one time: `now` identifies it, `heads` has the lists of each block."""

    now: bytes | None
    heads: Mapping[str, Mapping[str, Span]]
    spans: Mapping[str, Sequence[Span]]

    def count(self, name: str) -> int:
        """Return how many packed rows a list has."""
        return sum(span.rows for span in self.spans.get(name, ()))


def blocks_of(now: bytes | None, heads: Mapping[str, Mapping[str, Span]]) -> Blocks:
    """Return all blocks, with the spans of each list in order, the highest first."""
    spans = defaultdict(list)
    for head in heads.values():
        for name, span in head.items():
            spans[name].append(span)
    return Blocks(now, heads, {name: sorted(some, reverse=True) for name, some in spans.items()})


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


class Packed(NamedTuple):
    """Holds the three parts of a block."""

    head: bytes
    places: bytes
    texts: bytes


def pack_rows(rows: Sequence[Row]) -> Packed:
    """Return a block of some rows."""
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
    return Packed(
        *(zlib.compress(part, _LEVEL) for part in (orjson.dumps(head), orjson.dumps([games, filled, lists]), texts))
    )


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
    return list(_texts(orjson.loads(sizes), rest))


def _texts(sizes: Sequence[tuple[int, int, int]], rest: bytes) -> Iterator[Text]:
    at = 0
    for version, body, tail in sizes:
        yield Text(version, rest[at : at + body], rest[at + body : at + body + tail])
        at += body + tail
