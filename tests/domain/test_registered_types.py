"""Tests that functions take the messages under which chapters register them: compiled rules raise TypeError if not."""

import typing
from collections.abc import Callable, Iterator
from functools import partial
from inspect import signature
from itertools import islice
from typing import Any, Final

import pytest

from domain.catan.combinations import BASE
from domain.catan.modules import REGISTRY
from domain.core.chapter import Chapter, Compared
from domain.dice.ruleset import RULES as DICE
from domain.elasund.ruleset import RULES as ELASUND
from domain.goofspiel import CHAPTER as GOOFSPIEL

MODULES: Final = (*BASE, *REGISTRY)
CHAPTERS: Final[tuple[Chapter[Any], ...]] = (
    *(module.chapter for module in MODULES),
    *DICE.chapters,
    *ELASUND.chapters,
    GOOFSPIEL,
)
OF_CHAPTERS: Final = {"rules": 2, "evolvers": 1, "reactions": 2, "details": 1}
"""Holds the tables of a chapter, with the place of the message among the parameters of their functions."""
OF_MODULES: Final = {"folds": 1, "evidence": 1}


def entries(owner: Any, table: str, place: int) -> Iterator[tuple[str, type, Callable[..., Any], int]]:
    """Yield the entries of a table, those of reactions also for the events that count as theirs."""
    for message, function in getattr(owner, table).items():
        found = function.react if isinstance(function, Compared) else function
        yield f"{owner.name} {table}", message, found, place
        if table == "reactions":
            for event in (event for one in CHAPTERS for event, like in one.counts_as.items() if like is message):
                yield f"{owner.name} {table}", event, found, place


ENTRIES: Final = [
    entry
    for owners, tables in ((CHAPTERS, OF_CHAPTERS), (MODULES, OF_MODULES))
    for owner in owners
    for table, place in tables.items()
    for entry in entries(owner, table, place)
]


def declared(function: Callable[..., Any], place: int) -> Any:
    """Return what a function declares to take at a place."""
    (name,) = islice(signature(function).parameters, place, place + 1)
    return typing.get_type_hints(function.func if isinstance(function, partial) else function)[name]


def takes(hint: Any, message: type) -> bool:
    """Return whether an object of a class may be given for what is declared; a protocol asks for its members alone."""
    if isinstance(hint, typing.TypeVar):
        return any(takes(one, message) for one in hint.__constraints__ or (hint.__bound__ or Any,))
    if typing.get_args(hint):
        return any(takes(one, message) for one in typing.get_args(hint))
    if getattr(hint, "_is_protocol", False):
        members = {name for name in (*vars(hint), *typing.get_type_hints(hint)) if not name.startswith("_")}
        return members <= {*dir(message), *typing.get_type_hints(message)}
    return hint is Any or issubclass(message, hint)


@pytest.mark.parametrize("where", sorted({where for where, *_ in ENTRIES}))
def test_every_function_takes_the_class_under_which_it_is_registered(where: str) -> None:
    found = [(message, function, declared(function, place)) for at, message, function, place in ENTRIES if at == where]
    wrong = {
        (message.__name__, str(function), str(hint)) for message, function, hint in found if not takes(hint, message)
    }
    assert wrong == set()
