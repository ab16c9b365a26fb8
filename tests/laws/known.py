"""What an observer holds in hand, member by member: agents read all of it, also what no view shows."""

from collections.abc import Iterator
from typing import Any, Final

_PLAIN: Final = (int, float, str, bytes, frozenset, set, type(None))


def differences(one: Any, other: Any, name: str = "knowledge") -> Iterator[str]:
    """The members in which two pieces of knowledge differ, each by its path and its two values."""
    if one is other:
        return
    if type(one) is not type(other) or isinstance(one, _PLAIN):
        if one != other:
            yield f"{name}: {one!r} and {other!r}"
        return
    mine, theirs = _members(one), _members(other)
    if mine.keys() != theirs.keys():
        yield f"{name}: {sorted(map(str, mine))} and {sorted(map(str, theirs))}"
        return
    for member, value in mine.items():
        yield from differences(value, theirs[member], f"{name}.{member}")


def _members(value: Any) -> dict[Any, Any]:
    if isinstance(value, dict):
        return value
    if isinstance(value, (list, tuple)):
        return dict(enumerate(value))
    names = [name for name in dir(value) if not name.startswith("_")]
    found = {name: getattr(value, name) for name in names}
    return {name: member for name, member in found.items() if not callable(member)}
