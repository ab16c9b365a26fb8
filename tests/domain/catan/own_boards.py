"""Provides boards of one's own for tests: islands of many forms, with terrain, numbers and harbors."""

from copy import deepcopy
from itertools import cycle
from random import Random
from typing import Any, Final

from domain.catan import CATAN, maps
from domain.catan.topology import DIRECTIONS, Hex, neighbor
from domain.core.chance import SeededChance

Board = dict[str, Any]


def tile(q: int, r: int, terrain: str = "fields", token: int | None = 5) -> dict[str, Any]:
    """Return a tile."""
    return {"q": q, "r": r, "terrain": terrain, "token": token}


def harbor(q: int, r: int, side: str, kind: str = "any") -> dict[str, Any]:
    """Return a harbor."""
    return {"q": q, "r": r, "side": side, "kind": kind}


def made(seed: str, **rules: Any) -> str:
    """Return the text of a board that is made from rules."""
    return CATAN.make_board(rules, SeededChance(seed.encode()))


def document(text: str) -> Board:
    """Return the document of a board, which may be changed."""
    found = CATAN.own_board(text)
    assert found is not None
    return deepcopy(found["board"])


def island(size: int, seed: int) -> list[dict[str, int]]:
    """Return the places of an island that grew by chance, which may have lakes."""
    rng, land = Random(seed), [(0, 0)]
    while len(land) < size:
        place: Hex = neighbor(rng.choice(land), rng.choice(DIRECTIONS))
        if place not in land:
            land.append(place)
    return [{"q": q, "r": r} for q, r in land]


def ring() -> Board:
    """Return a ring of six tiles and more around a lake, without a desert, with a harbor at the lake."""
    lake = (0, 0)
    around = [neighbor(lake, side) for side in DIRECTIONS]
    outside = [neighbor((1, -1), "NE"), neighbor((-1, 1), "SW")]
    kinds = cycle(["hills", "forest", "pasture", "fields", "mountains"])
    tokens = [6, 4, 9, 8, 5, 10, 3, 11]
    tiles = [tile(q, r, next(kinds), token) for (q, r), token in zip([*around, *outside], tokens, strict=True)]
    return {"tiles": tiles, "harbors": [harbor(1, 0, "W", "ore"), harbor(-1, 1, "W")]}


SMALL: Final = CATAN.name_board(ring())
MIDDLE: Final = made("middle", shape=island(16, 3))
LARGE: Final = made("large", seats=6, shape=island(60, 8))
BEGINNER: Final = CATAN.name_board({name: maps.read("beginner")[name] for name in ("tiles", "harbors")})
OWN: Final = {3: SMALL, 4: MIDDLE, 6: LARGE}
"""Has a board of one's own for each of some numbers of seats."""
