"""Provides small versions to append in the tests of the store."""

from itertools import count

from eventstore.log.codec import canonical
from eventstore.records import Header, NewEvent, Version

_ids = count(1)


def header(command_id: str = "", seat: int | None = 0) -> Header:
    """Return a header; its command id is its own unless one is given."""
    return Header(command_id or f"c{next(_ids)}", seat, "toy", 3, 1_700_000_000_000, "ab" * 16, "toy-1")


def event(kind: str = "Moved", **fields: object) -> NewEvent:
    """Return one event of schema 1."""
    return NewEvent(kind, 1, canonical(fields))


def version(*events: NewEvent, command_id: str = "", seat: int | None = 0) -> Version:
    """Return a version of the given events, or of one event without fields."""
    return Version(events or (event(),), header(command_id, seat))


def versions(count: int, command_id: str = "") -> list[Version]:
    """Return several versions with one event each."""
    return [version(event(n=n), command_id=command_id and f"{command_id}.{n}") for n in range(count)]
