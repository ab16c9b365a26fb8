"""Defines the literal tables of commands and events: one row per message, one entry per field.

The codec, the schemas of the API and the redaction read these tables instead of type hints. Commands are frozen, since
positions share lists of them. Events are not: a frozen object takes three times as long to make. No code writes to one
(`tests/domain/test_events.py`).
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Generic, TypeAlias, TypeVar

from domain.core.documents import Document, JsonObject
from domain.core.kinds import Kind

Affected = Callable[[object], int]
"""Maps an event to the mask of the seats that it affects: whose cards, pieces, gold, points or answers it changes.

A player may undo alone what affected no other seat; the seats affected vote about every other undo.
"""


def nobody(event: object) -> int:
    """Return no seat, for events that change no seat's belongings, such as the start of a turn."""
    return 0


def everybody(event: object) -> int:
    """Return all seats, for events that do not name the seats that lose something."""
    return 0xFF


def name_seats(*fields: str) -> Affected:
    """Return the seats in the given fields of the event."""

    def find_affected(event: object) -> int:
        mask = 0
        for name in fields:
            seat = getattr(event, name)
            if seat >= 0:
                mask |= 1 << seat
        return mask

    return find_affected


def name_masks(*fields: str) -> Affected:
    """Return the seats in the given fields of the event, which hold masks of seats."""

    def find_affected(event: object) -> int:
        mask = 0
        for name in fields:
            mask |= getattr(event, name)
        return mask

    return find_affected


def name_rows(field: str, size: int) -> Affected:
    """Return the seats with a number other than 0, in a field that lists `size` numbers of seat 0, then of seat 1."""

    def find_affected(event: object) -> int:
        mask = 0
        for at, count in enumerate(getattr(event, field)):
            if count:
                mask |= 1 << at // size
        return mask

    return find_affected


M = TypeVar("M", covariant=True)
AnyCommand: TypeAlias = object
"""A command of any chapter; the messages of the chapter define its class."""
AnyEvent: TypeAlias = object
"""An event of any chapter; the messages of the chapter define its class."""
Keyed: TypeAlias = Any
"""A command or an event, for functions in tables keyed by its class, which a static type cannot express."""

Upcaster = Callable[[JsonObject], JsonObject]

PUBLIC: Final = ("*",)
NOBODY: Final[tuple[str, ...]] = ()
ALWAYS: Final = object()
"""Stands for no value: a member is written whatever its value."""
HIDDEN: Final = -1
"""Stands for a number that a seat may not see, in an event as the seat sees it; hidden rows of numbers are empty."""
_SEAT: Final = "seat"


class Field:
    """Represents one member of a message: its name, its kind of value, and who may see it.

    `seen_by` is PUBLIC, NOBODY, or the names of the fields whose seats may see this one. A value that equals `absent`
    is not written, so that messages that lack the member stay as they were before there was one.
    """

    def __init__(
        self,
        name: str,
        kind: Kind,
        seen_by: tuple[str, ...] = PUBLIC,
        required: bool = True,
        absent: object = ALWAYS,
    ) -> None:
        self.name = name
        self.kind = kind
        self.seen_by = seen_by
        self.is_public = seen_by == PUBLIC
        self.required = required
        self.absent = absent


class Message(Generic[M]):
    """Holds one type of command or event: its class, its fields, its schema version, and whether it reveals something.

    An event `reveals` if it draws, rolls or shows what was hidden; `until_reveal` undo stops there. It `affects` the
    seats whose belongings it changes: unless it says otherwise, the one in its field `seat`. Its schema is 1 and grows
    by one with each of the `upcasters`, which turn the JSON fields of schema 1 into those of 2, and so on; `was` are
    the names that older logs and records have for it.
    """

    def __init__(
        self,
        cls: type[M],
        fields: Iterable[Field] = (),
        *,
        reveals: bool = False,
        affects: Affected | None = None,
        upcasters: Sequence[Upcaster] = (),
        was: Sequence[str] = (),
    ) -> None:
        self.cls = cls
        self.name: str = cls.__name__
        self.fields = tuple(fields)
        if any(field.absent is not ALWAYS and not field.is_public for field in self.fields):
            raise ValueError("whether a hidden member is written would tell of it")
        self._secret = [field for field in self.fields if not field.is_public]
        self._written = tuple([field for field in self.fields if field.absent is ALWAYS])
        self._sparse = tuple([field for field in self.fields if field.absent is not ALWAYS])
        self.reveals = reveals
        self.affects = affects or (name_seats(_SEAT) if any(field.name == _SEAT for field in self.fields) else nobody)
        self.upcasters = tuple(upcasters)
        self.schema = 1 + len(self.upcasters)
        self.was = tuple(was)

    def encode(self, message: object) -> JsonObject:
        """Return the message's fields as JSON values, without its type."""
        found = {field.name: field.kind.encode(getattr(message, field.name)) for field in self._written}
        return self._add_sparse(found, message) if self._sparse else found

    def _add_sparse(self, found: JsonObject, message: object) -> JsonObject:
        """Add the fields that are written only where they say something."""
        for field in self._sparse:
            value = getattr(message, field.name)
            if value != field.absent:
                found[field.name] = field.kind.encode(value)
        return found

    def decode(self, body: Document) -> M:
        """Return the message from JSON values; raises ValueError with the field's name when one does not fit."""
        values = {}
        for field in self.fields:
            if field.name in body:
                values[field.name] = field.kind.decode(body[field.name])
            elif field.required:
                raise ValueError(field.name)
        return self.cls(**values)

    def redact(self, message: object, seat: int | None) -> JsonObject:
        """Return the fields that `seat` (None: a spectator) may see; hidden ones are absent."""
        found = {
            field.name: field.kind.encode(getattr(message, field.name))
            for field in self._written
            if field.is_public or (seat is not None and _sees(field, message, seat))
        }
        return self._add_sparse(found, message) if self._sparse else found

    def seen(self, message: object, seat: int) -> object:
        """Return the message as a seat (-1: a spectator) sees it, with blanks for what `redact` leaves out.

        A message without secrets from this seat is returned itself, not copied.
        """
        blanks = [field.name for field in self._secret if not _sees(field, message, seat)]
        if not blanks:
            return message
        values = {field.name: getattr(message, field.name) for field in self.fields}
        return self.cls(**values | {name: _blank(values[name]) for name in blanks})

    def see(self, body: Document) -> M:
        """Return the message from JSON that `redact` made, with blanks for what it left out; raises ValueError."""
        values: dict[str, Any] = {}
        for field in self.fields:
            if field.name in body:
                values[field.name] = field.kind.decode(body[field.name])
            elif not field.is_public:
                values[field.name] = () if field.kind.schema.get("type") in ("array", "object") else HIDDEN
            elif field.required:
                raise ValueError(field.name)
        return self.cls(**values)


def _blank(value: object) -> object:
    return () if isinstance(value, tuple) else b"" if isinstance(value, bytes) else HIDDEN


def _sees(field: Field, message: object, seat: int) -> bool:
    return any(getattr(message, name) == seat for name in field.seen_by)


class MessageTable(Generic[M]):
    """Finds all messages of one direction (commands or events) by class and by name."""

    def __init__(self, messages: Iterable[Message[M]]) -> None:
        self.rows = tuple(messages)
        self.by_name = {row.name: row for row in self.rows}
        self.by_class: dict[type, Message[M]] = {row.cls: row for row in self.rows}
        self._ever = {old: row for row in self.rows for old in row.was} | self.by_name
        if len(self.by_name) != len(self.rows):
            raise ValueError("two messages of one name")

    def of(self, message: object) -> Message[M]:
        """Return the row of a message."""
        return self.by_class[type(message)]

    def seen(self, messages: Iterable[Any], seat: int) -> list[Any]:
        """Return messages as a seat (-1: a spectator) sees them, with blanks for what `redact` leaves out."""
        return [self.by_class[type(message)].seen(message, seat) for message in messages]

    def see(self, body: Document) -> M:
        """Return the message from JSON that `redact` made, with blanks for what it left out, as `seen` returns it.

        Raises KeyError for an unknown type, ValueError for a bad field.
        """
        return self._ever[body["type"]].see(body)

    def encode(self, message: object) -> JsonObject:
        """Return the message as JSON with its `type`."""
        row = self.of(message)
        return {"type": row.name, **row.encode(message)}

    def decode(self, body: Document) -> M:
        """Return the message from JSON with a `type`, which may be a former name of the type.

        Raises KeyError for an unknown type, ValueError for a bad field.
        """
        return self._ever[body["type"]].decode(body)
