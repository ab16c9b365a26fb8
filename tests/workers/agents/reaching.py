"""Finds everything that can be reached from some objects, as an agent could that looks at all they hold."""

import gc
import inspect
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, Final
from weakref import ReferenceType

ENDS: Final = (ModuleType, type, CodeType, str, bytes, int, float, complex, type(None))
"""These types have objects that are alike for every game, or that hold nothing."""

Check = Callable[[Any], bool]
Holder = tuple[Any, int | str]
"""An object, and the id of what held it or the name of a root."""


def way_to(roots: dict[str, Any], is_wanted: Check) -> str | None:
    """Return the shortest way to an object that is wanted, as the types on it; None where there is none."""
    holders: dict[int, Holder] = {}
    for found in _walked(roots, holders):
        if is_wanted(found):
            return _way(id(found), holders)
    return None


def reached(roots: dict[str, Any], known: Mapping[int, Any] | None = None) -> Iterator[Any]:
    """Yield every object that named objects lead to, themselves included, each once.

    `known`, by identity, is left out; all that it leads to must be known, too.
    """
    return _walked(roots, dict(known or {}))


def _walked(roots: dict[str, Any], holders: dict[int, Holder]) -> Iterator[Any]:
    """Yield the objects as `reached` does, and note in `holders` who held each.

    `holders` keeps alive what was made on the way, so that no id comes twice.
    """
    waiting = deque((found, name) for name, found in roots.items())
    while waiting:
        found, holder = waiting.popleft()
        number = id(found)
        if number in holders:
            continue
        holders[number] = found, holder
        yield found
        if not _is_end(type(found)):
            waiting.extend([(held, number) for held in held_by(found) if id(held) not in holders])


def _way(number: int, holders: dict[int, Holder]) -> str:
    types: list[str] = []
    holder: int | str = number
    while not isinstance(holder, str):
        found, holder = holders[holder]
        types.append(type(found).__name__)
    return " > ".join([holder, *reversed(types[:-1])])


@cache
def _is_end(cls: type) -> bool:
    return issubclass(cls, ENDS)


def held_by(found: Any) -> Sequence[Any]:
    """Return what an object holds.

    The interpreter's garbage collector knows all of it: attributes, slots, items, keys, closures' cells, the object and
    the function of a bound method, the parts of a partial, the locals of a generator, what iterators have yet to give,
    the memory of a cached function. A function's module is left out.
    """
    if isinstance(found, FunctionType):
        return found.__closure__, found.__defaults__, found.__kwdefaults__, found.__dict__
    if isinstance(found, ReferenceType):
        return (found(),)
    if isinstance(found, BuiltinFunctionType):
        return (found.__self__,)
    names = _names_of_properties(type(found))
    return [*gc.get_referents(found), *_properties(found, names)] if names else gc.get_referents(found)


def _properties(found: Any, names: Sequence[str]) -> Iterator[Any]:
    """Yield the values of those properties of an object that can be read."""
    for name in names:
        with suppress(Exception):
            yield getattr(found, name)


@cache
def _names_of_properties(cls: type) -> list[str]:
    return [name for name, _ in inspect.getmembers_static(cls, lambda member: isinstance(member, property))]
