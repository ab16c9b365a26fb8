"""Provides golden records of finished games, read into a log in memory as they were written."""

import gzip
from collections.abc import Mapping
from functools import cache
from typing import Any

import orjson

from eventstore.log.codec import canonical
from eventstore.memory.store import MemoryEventStore
from eventstore.records import Header, NewEvent, Version
from tests.golden.files import path_of, read_values

GAME = "golden"


def read_record(name: str) -> dict[str, Any]:
    """Return a golden game's record as one document, in the shape in which `POST games` takes it."""
    head, *versions = read_values(path_of(name))
    return {**head, "versions": versions}


def read_head(name: str) -> dict[str, Any]:
    """Return a golden record without its versions."""
    return _beginning(name)[0]


def read_first_version(name: str) -> dict[str, Any]:
    """Return the first version of a golden record."""
    return _beginning(name)[1]


@cache
def _beginning(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    with gzip.open(path_of(name)) as file:
        return orjson.loads(file.readline()), orjson.loads(file.readline())


def log_of(record: Mapping[str, Any]) -> MemoryEventStore:
    """Return a store whose only log, that of GAME, holds the events of a record byte by byte."""
    store = MemoryEventStore()
    store.append(GAME, 0, [_version(record, version) for version in record["versions"]])
    return store


def _version(record: Mapping[str, Any], version: Mapping[str, Any]) -> Version:
    header = Header(
        f"golden-{version['version']}",
        version["seat"],
        record["ruleset"],
        record["ruleset_version"],
        0,  # no fact hangs on the time
        version["digest"],
        version["digest_tag"],
    )
    return Version(tuple(_event(event) for event in version["events"]), header)


def _event(event: Mapping[str, Any]) -> NewEvent:
    fields = {name: value for name, value in event.items() if name not in ("type", "schema")}
    return NewEvent(event["type"], event["schema"], canonical(fields))
