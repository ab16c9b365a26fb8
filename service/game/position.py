"""Holds the position of a game, since when each seat has owed each of its debts, and the course that led to it.

The course is a running hash over the public parts of the events. Moves of the head, votes and seat changes are left
out. So is everything hidden from any player: if the agent's choice depended on it, a player who undoes and sees another
choice would learn that something hidden had changed.
"""

from functools import cache
from hashlib import blake2b
from typing import Final

import orjson

from domain.core.agenda import Awaited
from domain.core.decider import Position
from domain.core.messages import Message
from domain.core.ruleset import Ruleset
from eventstore.log.codec import canonical
from eventstore.records import NewEvent, StoredEvent

Owed = dict[tuple[int, str], int]
NO_COURSE: Final = b""
"""The course before the first event of a game."""
_SIZE: Final = 16


def course_after(course: bytes, row: Message, event: NewEvent | StoredEvent) -> bytes:
    """Extend the course by one event, hashed as stored, whatever its schema version; `row` describes its type."""
    body, hidden = event.body, _list_hidden(row)
    if hidden:
        body = canonical({name: value for name, value in orjson.loads(body).items() if name not in hidden})
    said = b"%b %b %b" % (course, event.type.encode(), body)
    return blake2b(said, digest_size=_SIZE).digest()


@cache
def _list_hidden(row: Message) -> frozenset[str]:
    """Return the fields of an event that are hidden from some players."""
    return frozenset(field.name for field in row.fields if not field.is_public)


class Play:
    """Holds the position right after the newest version that changed it; None before the game is set up.

    `owed` has the version since which a seat had owed a frame right before `version`; `course` is the hash of the
    public events.
    """

    __slots__ = ("course", "owed", "position", "version")

    def __init__(
        self, position: Position | None = None, version: int = 0, owed: Owed | None = None, course: bytes = NO_COURSE
    ) -> None:
        self.position = position
        self.version = version
        self.owed = owed or {}
        self.course = course

    def awaiting(self, ruleset: Ruleset) -> list[Awaited]:
        """List the seats that may or must act now."""
        return [] if self.position is None else ruleset.awaiting(self.position)

    def debts(self, ruleset: Ruleset) -> Owed:
        """Return since which version each awaited seat has owed its frame."""
        return {(a.seat, a.frame): self.owed.get((a.seat, a.frame), self.version) for a in self.awaiting(ruleset)}

    def follow(self, ruleset: Ruleset, position: Position | None, version: int) -> "Play":
        """Return the play after a version that led to another position; writing its events extends the course."""
        return Play(position, version, self.debts(ruleset), self.course)

    def copy(self) -> "Play":
        """Return an independent copy."""
        return Play(self.position and self.position.copy(), self.version, self.owed, self.course)
