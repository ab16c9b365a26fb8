"""Everything that can be reached from some objects, as an agent could by asking them for whatever they hold."""

import gc
import inspect
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, Final
from weakref import ReferenceType

ENDS: Final = (ModuleType, type, CodeType, str, bytes, int, float, complex, type(None))
"""Whatever is alike for every game, and what holds nothing."""

Check = Callable[[Any], bool]


def way_to(roots: dict[str, Any], is_wanted: Check) -> str | None:
    """The shortest way to an object that is wanted, by the types on it; None where there is none."""
    return next((way for way, found in reached(roots) if is_wanted(found)), None)


def reached(roots: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every object that named objects lead to, themselves included, each once and with the way there."""
    kept: dict[int, Any] = {}  # also keeps what was made on the way alive, so that no id comes twice
    waiting = deque(roots.items())
    while waiting:
        way, found = waiting.popleft()
        if id(found) in kept:
            continue
        kept[id(found)] = found
        yield way, found
        if not isinstance(found, ENDS):
            waiting.extend((f"{way} > {type(held).__name__}", held) for held in held_by(found))


def held_by(found: Any) -> Iterator[Any]:
    """What an object holds.

    The collector of the interpreter knows all of it: attributes, slots, items, keys, closures' cells, the object and
    the function of a bound method, the parts of a partial, the locals of a generator, what iterators have yet to give,
    the memory of a cached function. A function's module is left out.
    """
    if isinstance(found, FunctionType):
        yield from (found.__closure__, found.__defaults__, found.__kwdefaults__, found.__dict__)
    elif isinstance(found, ReferenceType):
        yield found()
    elif isinstance(found, BuiltinFunctionType):
        yield found.__self__
    else:
        yield from gc.get_referents(found)
        yield from _properties(found)


def _properties(found: Any) -> Iterator[Any]:
    """What properties answer that are asked for."""
    for name in _names_of_properties(type(found)):
        with suppress(Exception):
            yield getattr(found, name)


@cache
def _names_of_properties(cls: type) -> list[str]:
    return [name for name, _ in inspect.getmembers_static(cls, lambda member: isinstance(member, property))]
