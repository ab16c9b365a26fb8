"""Checks whether a schema accepts everything that an older one did, and promises as much.

It covers the JSON Schema that our field types produce; anything else must be the same in both.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

Schema = dict[str, Any]
_NOTES: Final = {"description", "title", "examples", "default"}
_HANDLED: Final = {"anyOf", "oneOf", "type", "enum", "const", "items", "properties", "required", "additionalProperties"}
_UPPER: Final = ("maximum", "maxLength", "maxItems")
_LOWER: Final = ("minimum", "minLength", "minItems")


def list_narrowings(old: Schema, new: Schema, place: str) -> list[str]:
    """List what the new schema refuses that the old one accepted."""
    if not new.keys() - _NOTES:
        return []
    return list(dict.fromkeys(fault for one in _alternatives(old) for fault in _least(one, _alternatives(new), place)))


def _alternatives(schema: Schema) -> list[Schema]:
    inner = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    if inner:
        return [one for schema in inner for one in _alternatives(schema)]
    if isinstance(schema.get("type"), list):
        return [schema | {"type": one} for one in schema["type"]]
    return [schema]


def _least(old: Schema, candidates: list[Schema], place: str) -> list[str]:
    """Return the faults of the alternative that is closest to the old one."""
    alike = [new for new in candidates if new.get("type") == old.get("type")]
    return min(([*_faults(old, new, place)] for new in alike or candidates), key=len)


def _faults(old: Schema, new: Schema, place: str) -> Iterator[str]:
    if old.get("type") != new.get("type"):
        yield f"{place} changed its type"
        return
    for check in _CHECKS:
        yield from check(old, new, place)


def _values(old: Schema, new: Schema, place: str) -> Iterator[str]:
    before, after = (schema.get("enum", [schema["const"]] if "const" in schema else None) for schema in (old, new))
    if after is None:
        return
    if before is None:
        yield f"{place} takes only some values now"
        return
    gone = [value for value in before if value not in after]
    if gone:
        yield f"{place} lost the values {gone}"


def _bounds(old: Schema, new: Schema, place: str) -> Iterator[str]:
    for name in _UPPER:
        if name in new and (name not in old or new[name] < old[name]):
            yield f"{place} has a smaller {name}"
    for name in _LOWER:
        if name in new and (name not in old or new[name] > old[name]):
            yield f"{place} has a larger {name}"
    if new.get("uniqueItems") and not old.get("uniqueItems"):
        yield f"{place} must be unique now"


def _items(old: Schema, new: Schema, place: str) -> Iterator[str]:
    yield from list_narrowings(old.get("items", {}), new.get("items", {}), f"{place}[]")


def _members(old: Schema, new: Schema, place: str) -> Iterator[str]:
    before, after = old.get("properties", {}), new.get("properties", {})
    for name, schema in before.items():
        if name in after:
            yield from list_narrowings(schema, after[name], f"{place}.{name}")
        else:
            yield f"{place}.{name} was removed"
    for name in new.get("required", ()):
        if name not in old.get("required", ()):
            yield f"{place}.{name} became required"
    if new.get("additionalProperties", True) is False and old.get("additionalProperties", True) is not False:
        yield f"{place} takes no other members now"


def _rest(old: Schema, new: Schema, place: str) -> Iterator[str]:
    known = _HANDLED | _NOTES | {*_UPPER, *_LOWER, "uniqueItems"}
    for name in sorted((old.keys() | new.keys()) - known):
        if old.get(name) != new.get(name):
            yield f"{place} changed its {name}"


_CHECKS: Final[tuple[Callable[[Schema, Schema, str], Iterator[str]], ...]] = (_values, _bounds, _items, _members, _rest)
