"""Tests that the fields of messages hold what they declare: compiled rules raise TypeError where plain ones do not."""

import types
import typing
from typing import Any

import pytest

from domain.core.messages import MessageTable
from service.catalog import RULESETS
from service.compiling.proving import every_message

SPECTATOR = -1
TABLES: list[tuple[str, MessageTable[Any]]] = [
    (f"{name} {kind}", table)
    for name, ruleset in RULESETS.items()
    for kind, table in (("commands", ruleset.commands), ("events", ruleset.events))
]


def fits(hint: Any, value: Any) -> bool:
    """Return whether a value is of a type, as mypyc checks it: tuples by the number of their members too."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return True
    if origin in (typing.Union, types.UnionType):
        return any(fits(one, value) for one in inner)
    if origin is tuple and (len(inner) != 2 or inner[1] is not ...):
        return isinstance(value, tuple) and len(value) == len(inner) and all(map(fits, inner, value))
    if origin is tuple:
        return isinstance(value, tuple) and all(fits(inner[0], one) for one in value)
    return isinstance(value, origin or hint)


@pytest.mark.parametrize(("name", "table"), TABLES, ids=[name for name, _ in TABLES])
def test_every_field_holds_what_it_declares_also_where_it_is_hidden(name: str, table: MessageTable[Any]) -> None:
    for row, message in every_message(table):
        hints = typing.get_type_hints(row.cls)
        for held in (message, *(row.seen(message, seat) for seat in range(SPECTATOR, 6))):
            wrong = {name: value for name in hints if not fits(hints[name], value := getattr(held, name))}
            assert wrong == {}, (row.name, hints)
