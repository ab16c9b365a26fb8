"""Chooses the cells of Catan's matrix that are worth a game each where playing all of them would take too long."""

from collections.abc import Iterator
from typing import Any

from domain.catan import CATAN
from domain.catan.combinations import BASE, compose


def playable() -> list[dict[str, Any]]:
    """Return all cells that can be played."""
    return [cell for cell in CATAN.describe()["matrix"] if cell["playable"]]


def worth_a_game() -> list[dict[str, Any]]:
    """Return the cells whose modules all bring commands, and the fullest cell of each map.

    A module without commands changes nothing about what the others do to each other.
    """
    return [*_loud(), *_fullest()]


def _loud() -> Iterator[dict[str, Any]]:
    for cell in playable():
        if all(module.commands for module in compose(cell["modules"]).modules[len(BASE) :]):
            yield cell


def _fullest() -> Iterator[dict[str, Any]]:
    most: dict[str, dict[str, Any]] = {}
    for cell in playable():
        best = most.setdefault(cell["map"], cell)
        if (len(cell["modules"]), cell["seats"]) > (len(best["modules"]), best["seats"]):
            most[cell["map"]] = cell
    yield from most.values()
