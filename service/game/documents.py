"""Renders events and agents for the API."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from domain.core.messages import MessageTable
from eventstore.budget import each
from eventstore.records import StoredEvent
from service.game.folds import event_table
from service.game.games import Game
from service.process.wall_clock import write_time
from workers.agents.catalog import split_name


def event_document(
    table: MessageTable, event: Any, version: int, index: int, actor: int | None, time_ms: int, seat: int | None
) -> dict[str, Any]:
    """Return one event with its place in the log, its actor, its time, and the fields that a seat may see.

    `seat` in it is the actor, unless the event has a seat of its own.
    """
    row = table.of(event)
    document: dict[str, Any] = {"version": version, "index": index, "type": row.name}
    if actor is not None:
        document["seat"] = actor
    document["time"] = write_time(time_ms)
    return document | row.redact(event, seat)


def make_event_documents(game: Game, events: Sequence[StoredEvent], seat: int | None) -> list[dict[str, Any]]:
    """Return events of a game's log as a seat may see them."""
    table, codec = event_table(game.ruleset), game.codec
    return [
        event_document(table, codec.decode(e), e.version, e.index, e.header.seat, e.header.time_ms, seat)
        for e in each("events", events)
    ]


@lru_cache(maxsize=1024)
def agent_members(name: str | None) -> dict[str, Any]:
    """Return the `agent` of a name like `graded@3@1`, with the `level` and `agent_version` that the name has.

    Nothing without a name. The answer is kept, and must not be changed.
    """
    if not name:
        return {}
    agent, level, version = split_name(name)
    members: dict[str, Any] = {"agent": agent}
    if level is not None:
        members["level"] = level
    if version is not None:
        members["agent_version"] = version
    return members
