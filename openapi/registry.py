"""Keeps the registry of stored events: every schema that a log may hold, by group, type and schema version.

An event in a log is never rewritten, and clients read it too. So a registered version only gains optional fields; any
other change is a new schema version with an upcaster.
"""

import copy
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from domain.core.messages import Message
from openapi.compatibility import list_narrowings
from openapi.recording import Examples
from service.catalog import RULESETS
from service.game.folds import event_table
from service.schemas.messages import group_of

PATH: Final = Path(__file__).parent / "events" / "registry.json"
Registry = dict[str, dict[str, dict[str, dict[str, Any]]]]
"""Maps group, type and schema version to: since when, the fields, and an example as stored."""


class Today(NamedTuple):
    """Describes an event type in the code: its newest schema version, that version's fields, its former names."""

    schema: int
    fields: dict[str, dict[str, Any]]
    was: tuple[str, ...] = ()


class Incompatible(Exception):
    """Reports changes that would break logs or clients, one per line."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


def events_by_group() -> dict[str, dict[str, Message]]:
    """Return every event type of the code by its name, by group."""
    found: dict[str, dict[str, Message]] = {}
    for ruleset in RULESETS.values():
        for row in event_table(ruleset).rows:
            found.setdefault(group_of(ruleset.name, row), {})[row.name] = row
    return found


def today() -> dict[str, dict[str, Today]]:
    """Return what the registry keeps of every event type of the code, by group."""
    return {
        group: {name: Today(row.schema, _fields(row), row.was) for name, row in rows.items()}
        for group, rows in events_by_group().items()
    }


def _fields(row: Message) -> dict[str, dict[str, Any]]:
    return {
        field.name: {"schema": field.kind.schema, "required": field.required, "seen_by": list(field.seen_by)}
        for field in row.fields
    }


def faults(registry: Registry, code: Mapping[str, Mapping[str, Today]]) -> list[str]:
    """List every forbidden change of a registered event."""
    return [fault for group, types in registry.items() for fault in _faults(group, types, code.get(group, {}))]


def _faults(group: str, types: Mapping[str, Any], code: Mapping[str, Today]) -> Iterator[str]:
    named = {old: event for event in code.values() for old in event.was} | dict(code)
    for name, versions in types.items():
        newest, place = max(map(int, versions)), f"{group} {name}"
        if name not in named:
            yield f"{place} vanished"
        elif named[name].schema < newest:
            yield f"{place} went back to schema {named[name].schema}"
        elif named[name].schema > newest + 1:
            yield f"{place} left out schema {newest + 1}"
        elif named[name].schema == newest:
            yield from _changes(versions[str(newest)]["fields"], named[name].fields, place)


def _changes(old: Mapping[str, Any], new: Mapping[str, Any], place: str) -> Iterator[str]:
    for name, field in old.items():
        if name not in new:
            yield f"{place}: {name} was removed"
            continue
        yield from list_narrowings(field["schema"], new[name]["schema"], f"{place}: {name}")
        for rule in ("required", "seen_by"):
            if new[name][rule] != field[rule]:
                yield f"{place}: {name} changed `{rule}` from {field[rule]} to {new[name][rule]}"
    for name in new.keys() - old.keys():
        if new[name]["required"]:
            yield f"{place}: {name} is new and required, but older events lack it"


def extend(registry: Registry, code: Mapping[str, Mapping[str, Today]], examples: Examples, version: str) -> Registry:
    """Return the registry with what the code adds as of this version of the project; raises Incompatible."""
    wrong = faults(registry, code)
    if wrong:
        raise Incompatible(wrong)
    after = copy.deepcopy(registry)
    for group, types in code.items():
        for name, event in types.items():
            versions = after.setdefault(group, {}).setdefault(name, {})
            entry = versions.setdefault(str(event.schema), {"since": version, "fields": event.fields})
            entry["fields"] = _date(entry["fields"], event.fields, version)
            entry["example"] = examples.events[group][name].stored
    return after


def _date(old: Mapping[str, Any], new: Mapping[str, Any], version: str) -> dict[str, Any]:
    """Return the new fields; those added to a schema later say since when."""
    since = {name: old.get(name, {"since": version}).get("since") for name in new}
    return {name: field | ({"since": since[name]} if since[name] else {}) for name, field in new.items()}
