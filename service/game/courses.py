"""The course of a game: a running hash over what was openly done on the way to a version.

Moves of the head, votes and seats take no part. Neither does what is hidden from anybody: if a choice followed from
it, whoever saw the choice change after an undo would know that the hidden part had changed.
"""

from functools import cache
from hashlib import blake2b
from typing import Final

import orjson

from domain.core.messages import Message
from eventstore.codec import canonical
from eventstore.records import NewEvent, StoredEvent

NO_COURSE: Final = b""
"""Before the first event of a game."""
_SIZE: Final = 16


def course_after(course: bytes, row: Message, event: NewEvent | StoredEvent) -> bytes:
    """The course with one more event, which counts as the log holds it, whatever its schema; `row` is its type's."""
    said = b"%b %b %b" % (course, event.type.encode(), _open_part(row, event.body))
    return blake2b(said, digest_size=_SIZE).digest()


def _open_part(row: Message, body: bytes) -> bytes:
    hidden = _hidden(row)
    if not hidden:
        return body
    return canonical({name: value for name, value in orjson.loads(body).items() if name not in hidden})


@cache
def _hidden(row: Message) -> frozenset[str]:
    """The fields of an event that somebody may not see."""
    return frozenset(field.name for field in row.fields if not field.is_public)
