"""Renders an event for the API: its position in the log, who acted, when, and the fields that the caller may see."""

from collections.abc import Sequence
from typing import Any

from domain.core.messages import MessageTable
from eventstore.budget import each
from eventstore.log.codec import Codec
from eventstore.store import StoredEvent
from service.process.wall_clock import write_time


def event_document(
    table: MessageTable, event: Any, version: int, index: int, actor: int | None, time_ms: int, seat: int | None
) -> dict[str, Any]:
    """Return one event; `seat` in it is the actor, unless the event has a seat of its own."""
    row = table.of(event)
    document: dict[str, Any] = {"version": version, "index": index, "type": row.name}
    if actor is not None:
        document["seat"] = actor
    document["time"] = write_time(time_ms)
    return document | row.redact(event, seat)


def make_documents(
    table: MessageTable, codec: Codec, events: Sequence[StoredEvent], seat: int | None
) -> list[dict[str, Any]]:
    """Return events of the log as documents."""
    return [
        event_document(table, codec.decode(e), e.version, e.index, e.header.seat, e.header.time_ms, seat)
        for e in each("events", events)
    ]
