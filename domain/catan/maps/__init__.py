"""The boards as data: which islands there are, what lies on them, and where pieces stand at the start.

Maps are JSON files that hold no conditions; this module reads them once.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from domain.catan.topology import Hex, Topology, build

DEFAULT: Final = "variable"
NAMES: Final = ("beginner", "variable")
TARGET: Final = 10


@cache
def read(name: str) -> dict[str, Any]:
    """The map file of a name; raises FileNotFoundError."""
    found: dict[str, Any] = json.loads((Path(__file__).parent / f"{name}.json").read_text())
    return found


@cache
def island(seats: int) -> dict[str, Any]:
    """The variable island for a number of seats; raises LookupError."""
    for found in read("variable")["islands"].values():
        if seats in found["seats"]:
            return dict(found)
    raise LookupError(seats)


def seats_of(name: str) -> tuple[int, ...]:
    """The numbers of seats that a map has a layout for."""
    if name == "variable":
        return tuple(seats for found in read(name)["islands"].values() for seats in found["seats"])
    return tuple(read(name)["seats"])


def target_of(name: str, seats: int) -> int:
    """The victory points that end a game on a map."""
    targets = read(name).get("victory_points", {})
    return int(targets.get(str(seats), TARGET))


@cache
def places(name: str, seats: int) -> tuple[Hex, ...]:
    """The hex places of a map, in the order of their tile numbers."""
    if name == "variable":
        return tuple((q + i, r) for q, r, length in island(seats)["rows"] for i in range(length))
    return tuple((tile["q"], tile["r"]) for tile in read(name)["tiles"])


@cache
def _build(hexes: tuple[Hex, ...]) -> Topology:
    return build(hexes)


def topology_of(name: str, seats: int) -> Topology:
    """The topology of a map."""
    return _build(places(name, seats))
