"""Computes the course of a game: a running hash over the public parts of the events that led to a position.

Moves of the head, votes and seat changes are left out. So is everything hidden from any player: if the agent's choice
depended on it, a player who undoes and sees another choice would learn that something hidden had changed.
"""

from functools import cache
from hashlib import blake2b
from typing import Final

import orjson

from domain.core.messages import Message
from eventstore.log.codec import canonical
from eventstore.records import NewEvent, StoredEvent

NO_COURSE: Final = b""
"""The course before the first event of a game."""
_SIZE: Final = 16


def course_after(course: bytes, row: Message, event: NewEvent | StoredEvent) -> bytes:
    """Extend the course by one event, hashed as stored, whatever its schema version; `row` describes its type."""
    said = b"%b %b %b" % (course, event.type.encode(), _open_part(row, event.body))
    return blake2b(said, digest_size=_SIZE).digest()


def _open_part(row: Message, body: bytes) -> bytes:
    hidden = _list_hidden(row)
    if not hidden:
        return body
    return canonical({name: value for name, value in orjson.loads(body).items() if name not in hidden})


@cache
def _list_hidden(row: Message) -> frozenset[str]:
    """Return the fields of an event that are hidden from some players."""
    return frozenset(field.name for field in row.fields if not field.is_public)
