"""Encodes events as JSON by a literal table, and upcasts old ones to the newest schema.

`body` is canonical: keys sorted, no spaces, UTF-8. Stored events never change. If an event's shape must, its schema
version grows by one, and an upcaster turns the old JSON into the new.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import orjson

from eventstore.records import NewEvent, StoredEvent

Json = dict[str, Any]
Upcaster = Callable[[Json], Json]


class Entry(NamedTuple):
    """Describes how an event type is encoded: its newest schema version, and the functions to and from JSON fields."""

    schema: int
    to_json: Callable[[Any], Json]
    from_json: Callable[[Json], Any]


class UnknownEvent(Exception):
    """Reports an event that this code cannot read: unknown type, schema or fields.

    `version` is its version in the log, 0 if that is not known.
    """

    def __init__(self, what: str, version: int = 0) -> None:
        super().__init__(what)
        self.version = version


def canonical(value: Any) -> bytes:
    """Return the canonical JSON of a value: keys sorted, compact, UTF-8; raises TypeError for what JSON cannot hold."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


class Codec:
    """Writes and reads the events of one table.

    `upcasters[(name, n)]` turns the fields of schema n into those of n+1; every step up to the newest schema is
    required (ValueError otherwise). `renamed` maps a type's former name in the log to its name in the table.
    """

    def __init__(
        self,
        table: Mapping[str, Entry | tuple[int, Callable[[Any], Json], Callable[[Json], Any]]],
        upcasters: Mapping[tuple[str, int], Upcaster] | None = None,
        renamed: Mapping[str, str] | None = None,
    ) -> None:
        self._table = {name: Entry(*entry) for name, entry in table.items()}
        self._upcasters = dict(upcasters or {})
        self._renamed = dict(renamed or {})
        for name, entry in self._table.items():
            missing = [step for step in range(1, entry.schema) if (name, step) not in self._upcasters]
            if missing:
                raise ValueError(f"no upcaster for {name} from schema {missing[0]}")
        stray = {name for name, _ in self._upcasters} | set(self._renamed.values())
        if not stray <= self._table.keys():
            raise ValueError(f"no such event types: {sorted(stray - self._table.keys())}")

    def name(self, stored_type: str) -> str:
        """Return the current name of a type in the log."""
        return self._renamed.get(stored_type, stored_type)

    def encode(self, event: Any, name: str | None = None) -> NewEvent:
        """Encode an event for an append, by default under its class name. Raises UnknownEvent."""
        name = name or type(event).__name__
        entry = self._entry(name)
        return NewEvent(name, entry.schema, canonical(entry.to_json(event)))

    def decode(self, event: StoredEvent | NewEvent) -> Any:
        """Decode a stored event, upcast to the newest schema. Raises UnknownEvent."""
        name = self.name(event.type)
        try:
            return self._entry(name).from_json(self.fields(event))
        except UnknownEvent as unknown:
            unknown.version = _place(event)
            raise
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            raise UnknownEvent(f"{name}: {error!r}", _place(event)) from error

    def fields(self, event: StoredEvent | NewEvent) -> Json:
        """Return the JSON fields of an event, upcast to the newest schema. Raises UnknownEvent."""
        name = self.name(event.type)
        newest = self._entry(name).schema
        if not 1 <= event.schema <= newest:
            raise UnknownEvent(f"{name} of schema {event.schema}; the newest known is {newest}")
        fields: Json = orjson.loads(event.body)
        for step in range(event.schema, newest):
            fields = self._upcasters[name, step](fields)
        return fields

    def _entry(self, name: str) -> Entry:
        entry = self._table.get(name)
        if entry is None:
            raise UnknownEvent(name)
        return entry


def _place(event: StoredEvent | NewEvent) -> int:
    return event.version if isinstance(event, StoredEvent) else 0
