"""Defines the event that opens a branch: a whole position, hidden from all."""

import base64
from dataclasses import dataclass

from domain.core.documents import JsonValue
from domain.core.kinds import Kind, integer, text
from domain.core.messages import NOBODY, Field, Message


@dataclass(slots=True)
class PositionSet:
    """A game starts from the position of another game at one of its versions."""

    parent: str
    parent_version: int
    position: bytes


def _encode(value: bytes) -> str:
    return base64.b64encode(value).decode()


def _decode(value: JsonValue) -> bytes:
    return base64.b64decode(value)


POSITION_SET = Message(
    PositionSet,
    (
        Field("parent", text(64)),
        Field("parent_version", integer(1, 2**53)),
        Field("position", Kind({"type": "string", "contentEncoding": "base64"}, _encode, _decode), NOBODY),
    ),
)
