"""Keeps the registry of configurations: every map, module and option that a stored game may name.

A configuration in a log is never rewritten. So what was once offered stays, accepts all former values, and keeps its
meaning for games that lack it; anything new has a default.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from domain.core.ruleset import Config, Ruleset
from openapi.compatibility import list_narrowings
from openapi.registry import Incompatible
from service.catalog import RULESETS

PATH: Final = Path(__file__).parent / "events" / "configurations.json"
_NAMED: Final = {"maps": "map", "modules": "module"}


def today() -> dict[str, dict[str, Any]]:
    """Return the maps, modules and options of the code, by ruleset.

    An option has its JSON Schema, and the value that a stored game without it is read with, at the smallest table.
    """
    return {ruleset.name: _of(ruleset) for ruleset in RULESETS.values()}


def _of(ruleset: Ruleset) -> dict[str, Any]:
    described = ruleset.describe()
    maps = [place["id"] for place in described["maps"]]
    usual = next(place["id"] for place in described["maps"] if place["default"])
    absent = ruleset.completed(Config(described["seats"]["minimum"], usual, (), {})).options
    schemas = described["options"]["properties"]
    options = {name: {"schema": schema, "absent": absent[name]} for name, schema in schemas.items()}
    return {"maps": maps, "modules": list(described["modules"]), "options": options}


def faults(registry: Mapping[str, Any], code: Mapping[str, Any]) -> list[str]:
    """List every change of registered entries that would break stored games."""
    return [fault for name, known in registry.items() for fault in _faults(name, known, code.get(name))]


def _faults(ruleset: str, known: Mapping[str, Any], code: Mapping[str, Any] | None) -> Iterator[str]:
    if code is None:
        yield f"{ruleset} was removed"
        return
    for kind, noun in _NAMED.items():
        yield from [f"{ruleset}: {noun} {name} was removed" for name in known[kind] if name not in code[kind]]
    for name, option in known["options"].items():
        if name in code["options"]:
            yield from _changes(option, code["options"][name], f"{ruleset}: option {name}")
        else:
            yield f"{ruleset}: option {name} was removed"
    for name in code["options"].keys() - known["options"].keys():
        if "default" not in code["options"][name]["schema"]:
            yield f"{ruleset}: option {name} has no default"


def _changes(old: Mapping[str, Any], new: Mapping[str, Any], place: str) -> Iterator[str]:
    yield from list_narrowings(old["schema"], new["schema"], place)
    before, after = old["schema"]["default"], new["schema"].get("default")
    if "default" not in new["schema"]:
        yield f"{place} has no default"
    elif before != after:
        yield f"{place} changed its default from {before!r} to {after!r}"
    if old["absent"] != new["absent"]:
        yield f"{place} is read as {new['absent']!r} in a game that lacks it, no longer as {old['absent']!r}"


def extend(registry: Mapping[str, Any], code: Mapping[str, Any], version: str) -> dict[str, Any]:
    """Return the registry with what the code adds as of this version of the project; raises Incompatible."""
    wrong = faults(registry, code)
    if wrong:
        raise Incompatible(wrong)
    return {name: _extend(registry.get(name, {}), offered, version) for name, offered in code.items()}


def _extend(known: Mapping[str, Any], code: Mapping[str, Any], version: str) -> dict[str, Any]:
    named = {kind: _date(known.get(kind, {}), code[kind], version) for kind in _NAMED}
    since = _date(known.get("options", {}), list(code["options"]), version)
    return {**named, "options": {name: since[name] | option for name, option in code["options"].items()}}


def _date(known: Mapping[str, Any], names: Sequence[str], version: str) -> dict[str, dict[str, Any]]:
    return {name: {"since": known.get(name, {}).get("since", version)} for name in names}
