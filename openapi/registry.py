"""Keeps the registries of what logs hold: every schema of an event, and every map, module and option of a game.

An event in a log is never rewritten, and clients read it too. So a registered version only gains optional fields; any
other change is a new schema version with an upcaster. A configuration is never rewritten either: what was once offered
stays, accepts all former values, and keeps its meaning for games that lack it; anything new has a default.
"""

import copy
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from domain.core.config import Config
from domain.core.messages import Message
from domain.core.ruleset import Ruleset
from openapi.compatibility import list_narrowings
from openapi.recording import Examples
from service.catalog import RULESETS
from service.game.folds import event_table
from service.schemas.messages import group_of

EVENTS: Final = Path(__file__).parent / "events" / "registry.json"
CONFIGURATIONS: Final = EVENTS.with_name("configurations.json")
Registry = dict[str, dict[str, dict[str, dict[str, Any]]]]
"""Maps group, type and schema version to: since when, the fields, and an example as stored."""
Entries = Mapping[str, Any]
_NAMED: Final = {"maps": "map", "modules": "module"}


class Today(NamedTuple):
    """Describes an event type in the code: its newest schema version, that version's fields, its former names."""

    schema: int
    fields: dict[str, dict[str, Any]]
    was: tuple[str, ...] = ()


Code = Mapping[str, Mapping[str, Today]]


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


def events_today() -> dict[str, dict[str, Today]]:
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


def event_faults(registry: Registry, code: Code) -> list[str]:
    """List every forbidden change of a registered event."""
    return [fault for group, types in registry.items() for fault in _group_faults(group, types, code.get(group, {}))]


def _group_faults(group: str, types: Mapping[str, Any], code: Mapping[str, Today]) -> Iterator[str]:
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
            yield from _field_changes(versions[str(newest)]["fields"], named[name].fields, place)


def _field_changes(old: Mapping[str, Any], new: Mapping[str, Any], place: str) -> Iterator[str]:
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


def extend_events(registry: Registry, code: Code, examples: Examples, version: str) -> Registry:
    """Return the registry with what the code adds as of this version of the project; raises Incompatible."""
    wrong = event_faults(registry, code)
    if wrong:
        raise Incompatible(wrong)
    after = copy.deepcopy(registry)
    for group, types in code.items():
        for name, event in types.items():
            versions = after.setdefault(group, {}).setdefault(name, {})
            entry = versions.setdefault(str(event.schema), {"since": version, "fields": event.fields})
            entry["fields"] = _date_fields(entry["fields"], event.fields, version)
            entry["example"] = examples.events[group][name].stored
    return after


def _date_fields(old: Mapping[str, Any], new: Mapping[str, Any], version: str) -> dict[str, Any]:
    """Return the new fields; those added to a schema later say since when."""
    since = {name: old.get(name, {"since": version}).get("since") for name in new}
    return {name: field | ({"since": since[name]} if since[name] else {}) for name, field in new.items()}


def configurations_today() -> dict[str, dict[str, Any]]:
    """Return the maps, modules and options of the code, by ruleset.

    An option has its JSON Schema, and the value that a stored game without it is read with, at the smallest table.
    """
    return {ruleset.name: _offered(ruleset) for ruleset in RULESETS.values()}


def _offered(ruleset: Ruleset) -> dict[str, Any]:
    described = ruleset.describe()
    maps = [place["id"] for place in described["maps"]]
    usual = next(place["id"] for place in described["maps"] if place["default"])
    absent = ruleset.completed(Config(described["seats"]["minimum"], usual, (), {})).options
    schemas = described["options"]["properties"]
    options = {name: {"schema": schema, "absent": absent[name]} for name, schema in schemas.items()}
    return {"maps": maps, "modules": list(described["modules"]), "options": options}


def configuration_faults(registry: Entries, code: Entries) -> list[str]:
    """List every change of registered entries that would break stored games."""
    return [fault for name, known in registry.items() for fault in _ruleset_faults(name, known, code.get(name))]


def _ruleset_faults(ruleset: str, known: Entries, code: Entries | None) -> Iterator[str]:
    if code is None:
        yield f"{ruleset} was removed"
        return
    for kind, noun in _NAMED.items():
        yield from [f"{ruleset}: {noun} {name} was removed" for name in known[kind] if name not in code[kind]]
    for name, option in known["options"].items():
        if name in code["options"]:
            yield from _option_changes(option, code["options"][name], f"{ruleset}: option {name}")
        else:
            yield f"{ruleset}: option {name} was removed"
    for name in code["options"].keys() - known["options"].keys():
        if "default" not in code["options"][name]["schema"]:
            yield f"{ruleset}: option {name} has no default"


def _option_changes(old: Entries, new: Entries, place: str) -> Iterator[str]:
    yield from list_narrowings(old["schema"], new["schema"], place)
    before, after = old["schema"]["default"], new["schema"].get("default")
    if "default" not in new["schema"]:
        yield f"{place} has no default"
    elif before != after:
        yield f"{place} changed its default from {before!r} to {after!r}"
    if old["absent"] != new["absent"]:
        yield f"{place} is read as {new['absent']!r} in a game that lacks it, no longer as {old['absent']!r}"


def extend_configurations(registry: Entries, code: Entries, version: str) -> dict[str, Any]:
    """Return the registry with what the code adds as of this version of the project; raises Incompatible."""
    wrong = configuration_faults(registry, code)
    if wrong:
        raise Incompatible(wrong)
    return {name: _extend_ruleset(registry.get(name, {}), offered, version) for name, offered in code.items()}


def _extend_ruleset(known: Entries, code: Entries, version: str) -> dict[str, Any]:
    named = {kind: _date_names(known.get(kind, {}), code[kind], version) for kind in _NAMED}
    since = _date_names(known.get("options", {}), code["options"], version)
    return {**named, "options": {name: since[name] | option for name, option in code["options"].items()}}


def _date_names(known: Entries, names: Iterable[str], version: str) -> dict[str, dict[str, Any]]:
    return {name: {"since": known.get(name, {}).get("since", version)} for name in names}
