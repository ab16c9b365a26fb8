"""Packs positions as bytes: the same in every process, short, and complete with the setting of the game.

In order: the position's words, its setting, the numbers that fit a byte, its masks, and the rest as JSON. Such bytes
open a branch.
"""

import base64
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeVar

from domain.core.agenda import agenda_of
from domain.core.documents import JsonValue
from domain.core.kinds import Kind, integer, text
from domain.core.messages import NOBODY, Field, Message

P = TypeVar("P")

_WORD: Final = 4
MASK: Final = 16
"""The bytes of a mask, for as many places as eight times that."""
_NONE: Final = 255
"""The byte for -1 (no seat, no place)."""
_COMPACT: Final = json.JSONEncoder(separators=(",", ":"))
_SORTED: Final = json.JSONEncoder(separators=(",", ":"), sort_keys=True)


def size_of_masks(places: int) -> int:
    """Return the bytes of each mask in a position with so many places of one kind."""
    return MASK * -(-places // (8 * MASK))


def pack_position(
    words: Sequence[int], setting: bytes, small: bytes, masks: Sequence[int], rest: object, size: int = MASK
) -> bytes:
    """Return a position's bytes; one of the words is the length of the setting, and `size` that of each mask."""
    tail = _COMPACT.encode(rest).encode()
    head = b"".join([word.to_bytes(_WORD, "big") for word in words])
    return b"".join((head, setting, small, b"".join([mask.to_bytes(size, "big") for mask in masks]), tail))


def pack_setting(values: object) -> bytes:
    """Return the setting of a game, such as its creating event, as JSON bytes."""
    return _SORTED.encode(values).encode()


def pack_whole(state: Any) -> bytes:
    """Return the bytes of a small position: a dataclass of numbers, lists of them, and an agenda."""
    return pack_setting(asdict(state))


def unpack_whole(cls: type[P], data: bytes) -> P:
    """Return a position of this dataclass from the bytes of `pack_whole`."""
    values = json.loads(data)
    return cls(**{**values, "agenda": agenda_of(values["agenda"])})


class Reader:
    """Reads a position from its bytes, from the first word to the rest."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def block(self, size: int) -> bytes:
        """Return the next bytes."""
        self.at += size
        return self.data[self.at - size : self.at]

    def words(self, count: int) -> list[int]:
        """Return the next words."""
        return [int.from_bytes(self.block(_WORD), "big") for _ in range(count)]

    def take(self, count: int) -> list[int]:
        """Return the next small numbers."""
        return list(self.block(count))

    def row(self, count: int) -> tuple[int, ...]:
        """Return the next small numbers as a row."""
        return tuple(self.block(count))

    def signed(self, count: int) -> list[int]:
        """Return the next small numbers, which may be -1."""
        return [-1 if number == _NONE else number for number in self.block(count)]

    def signed_row(self, count: int) -> tuple[int, ...]:
        """Return the next small numbers, which may be -1, as a row."""
        return tuple(self.signed(count))

    def seat(self) -> int:
        """Return the next small number as a seat, or -1."""
        return self.signed(1)[0]

    def masks(self, count: int, size: int = MASK) -> list[int]:
        """Return the next masks, of `size` bytes each."""
        return [int.from_bytes(self.block(size), "big") for _ in range(count)]

    def rest(self) -> JsonValue:
        """Return what follows as JSON."""
        return json.loads(self.data[self.at :])


@dataclass(slots=True)
class PositionSet:
    """A game starts from the position of another game at one of its versions."""

    parent: str
    parent_version: int
    position: bytes


_BASE64: Final = Kind(
    {"type": "string", "contentEncoding": "base64"}, lambda value: base64.b64encode(value).decode(), base64.b64decode
)
POSITION_SET = Message(
    PositionSet,
    (
        Field("parent", text(64)),
        Field("parent_version", integer(1, 2**53)),
        Field("position", _BASE64, NOBODY),
    ),
)
