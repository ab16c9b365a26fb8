"""Compares what two observers are given, member by member; agents read all of it, also what no view shows."""

from collections.abc import Iterator, Sequence
from functools import cache
from types import FunctionType
from typing import Any, Final

_PLAIN: Final = (int, float, str, bytes, frozenset, set, type(None))


def differences(one: Any, other: Any, name: str = "knowledge") -> Iterator[str]:
    """Yield the members in which two pieces of knowledge differ, each by its path and its two values."""
    if one is other:
        return
    if type(one) is not type(other) or isinstance(one, _PLAIN):
        if one != other:
            yield f"{name}: {one!r} and {other!r}"
        return
    if isinstance(one, list | tuple) and _same_rows(one, other):
        return
    mine, theirs = _members(one), _members(other)
    if mine.keys() != theirs.keys():
        yield f"{name}: {sorted(map(str, mine))} and {sorted(map(str, theirs))}"
        return
    for member, value in mine.items():
        yield from differences(value, theirs[member], f"{name}.{member}")


def _same_rows(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Return whether two rows of numbers and words are the same, type by type."""
    types = [*map(type, one)]
    return one == other and types == [*map(type, other)] and all(issubclass(each, _PLAIN) for each in {*types})


def _members(value: Any) -> dict[Any, Any]:
    if isinstance(value, dict):
        return value
    if isinstance(value, list | tuple):
        return dict(enumerate(value))
    own = [name for name in getattr(value, "__dict__", ()) if not name.startswith("_")]
    # a compiled class also lists the members that a value of it lacks
    found = {name: getattr(value, name) for name in (*_names(type(value)), *own) if hasattr(value, name)}
    return {name: member for name, member in found.items() if not callable(member)}


@cache
def _names(cls: type) -> list[str]:
    """Return the names of a class's members, without its methods and what is private."""
    names = [name for name in dir(cls) if not name.startswith("_")]
    return [name for name in names if not isinstance(getattr(cls, name), FunctionType)]
