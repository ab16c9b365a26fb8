"""Falsifies a record: clumsily, by changing one place, or skilfully, with every hash computed again."""

import copy
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from domain.core.ruleset import Ruleset
from eventstore.log.chain import ROOT, next_chain
from eventstore.log.codec import canonical
from eventstore.records import NewEvent
from service.game.folds import folds_of
from service.game.games import digest_of

Json = Any
Path = tuple[str | int, ...]
GONE: Final = object()


def leaves(value: Json, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every value that is neither an object nor a list."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, member in members:
        yield from leaves(member, (*path, name))
    if not isinstance(value, dict | list):
        yield path


def members(value: Json, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every member and element, at any depth."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, member in inner:
        yield (*path, name)
        yield from members(member, (*path, name))


def other(value: Json) -> Json:
    """Return another value of the same kind, or 0 for a value that has none."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return ("1" if value[0] == "0" else "0") + value[1:] if value else "x"
    return 0


def at(value: Json, path: Path) -> Json:
    """Return the value at a path."""
    for step in path:
        value = value[step]
    return value


def changed(record: Json, path: Path, to: Json = None) -> Json:
    """Return the record with another value at a path, or with none (GONE)."""
    forged = copy.deepcopy(record)
    place = at(forged, path[:-1])
    if to is GONE:
        del place[path[-1]]
    else:
        place[path[-1]] = other(place[path[-1]]) if to is None else to
    return forged


def rehashed(ruleset: Ruleset, record: Json) -> Json:
    """Return the record with every digest and chain hash computed again from its events, as far as they can be read."""
    forged, chain, position = copy.deepcopy(record), ROOT, None
    for number, version in enumerate(forged["versions"], 1):
        events = [_new_event(event) for event in version["events"]]
        chain = next_chain(chain, number, [b"%s.%d %s" % (e.type.encode(), e.schema, e.body) for e in events])
        position = _folded(ruleset, position, events)
        version |= {"version": number, "chain": chain}
        with suppress(Exception):  # a position that no game has need not have a digest
            version["digest"] = digest_of(ruleset, position)
    return forged | {"chain": chain}


def _folded(ruleset: Ruleset, position: Any, events: list[NewEvent]) -> Any:
    for event in events:
        with suppress(Exception):  # no event of any game; a forger goes on as well
            position = _after(ruleset, position, event)
    return position


def _after(ruleset: Ruleset, position: Any, event: NewEvent) -> Any:
    folds = folds_of(ruleset)
    if folds.fold_of(event.type) == "table":
        return position
    decoded = folds.codec.decode(event)
    if position is None:
        return ruleset.begin(decoded)
    ruleset.evolve(position, decoded)
    return position


def _new_event(event: Json) -> NewEvent:
    fields = {name: value for name, value in event.items() if name not in ("type", "schema")}
    return NewEvent(str(event.get("type")), int(event.get("schema", 1)), canonical(fields))
