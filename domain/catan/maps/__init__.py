"""Reads the boards, which are data: which islands there are, what lies on them, and where pieces stand at the start.

Maps are JSON files that hold no conditions; this module reads them once.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from domain.catan.flat_hexes import CORNERS, center, parse, ring
from domain.catan.maps.own import is_own, read_board
from domain.catan.maps.validate import check_map
from domain.catan.topology import Hex, Point, Topology, build, number
from domain.core.documents import JsonObject, JsonValue
from domain.core.errors import InvalidFile

DEFAULT: Final = "variable"
TARGET: Final = 10
_FOLDER: Final = Path(__file__).parent
_LAST: Final = 1000
_KEPT: Final = 64
"""Limits how many boards of one's own are kept in memory, since there may be any number."""


def _order(path: Path) -> int:
    """Return the `order` that a map states; one that states none, or cannot be read, comes last."""
    try:
        return int(json.loads(path.read_text(encoding="utf-8"))["order"])
    except (OSError, ValueError, KeyError, TypeError):
        return _LAST


def find_maps(folder: Path) -> tuple[str, ...]:
    """Return the names of the maps in a folder, in their order."""
    return tuple(path.stem for path in sorted(sorted(folder.glob("*.json")), key=_order))


NAMES: Final = find_maps(_FOLDER)
_lent: dict[str, JsonObject] = {}


@cache
def _load(name: str) -> JsonObject:
    path = _FOLDER / f"{name}.json"
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidFile(path.name, "(all)", str(error)) from None
    check_map(path.name, found)
    return dict(found)


_read_own: Final = lru_cache(_KEPT)(read_board)


def read(name: str) -> JsonObject:
    """Return the map of a name, of a file or a board of one's own; raises InvalidFile or Unsound for an unsound one."""
    if is_own(name):
        return _read_own(name)
    return _lent[name] if name in _lent else _load(name)


def check_all() -> None:
    """Refuse to start with a bad map: raises InvalidFile naming the file and the field."""
    for name in NAMES:
        read(name)


def is_known(name: str) -> bool:
    """Return whether there is a map of a name; boards of one's own are checked by reading them."""
    return name in NAMES or name in _lent


@contextmanager
def lend(layout: JsonObject) -> Iterator[str]:
    """Lend a map that is in no file for a while, and yield its name; raises InvalidFile if it is invalid."""
    check_map(f"{layout['id']}.json", layout)
    _lent[layout["id"]] = layout
    try:
        yield layout["id"]
    finally:
        del _lent[layout["id"]]
        _graph.cache_clear()


@cache
def island(seats: int) -> JsonObject:
    """Return the variable island for a number of seats; raises LookupError."""
    for found in read("variable")["islands"].values():
        if seats in found["seats"]:
            return dict(found)
    raise LookupError(seats)


def seats_of(name: str) -> tuple[int, ...]:
    """Return the numbers of seats that a map has a layout for."""
    if name == "variable":
        return tuple(seats for found in read(name)["islands"].values() for seats in found["seats"])
    return tuple(read(name)["seats"])


def target_of(name: str, seats: int) -> int:
    """Return the victory points that end a game on a map."""
    targets = read(name).get("victory_points", {})
    return int(targets.get(str(seats), TARGET))


def places(name: str, seats: int) -> tuple[Hex, ...]:
    """Return the hex places of a map, in the order of their tile numbers."""
    if name == "variable":
        return tuple((q + i, r) for q, r, length in island(seats)["rows"] for i in range(length))
    return tuple((tile["q"], tile["r"]) for tile in read(name)["tiles"])


def name_nodes(name: str) -> dict[str, int]:
    """Return the nodes of a map that have a name there, by that name; none of the variable one has."""
    lists = [listed for listed in read(name).values() if isinstance(listed, list)]
    places = [one for listed in lists for one in listed if isinstance(one, dict) and {"node", "name"} <= one.keys()]
    at = topology_of(name, read(name)["seats"][0]).node_at if places else {}
    return {place["name"]: at[parse(place["node"])] for place in places}


def lexicon(name: str) -> dict[str, dict[str, str]]:
    """Return the words of a map for those of the game, by language; empty where it has none of its own."""
    return dict(read(name).get("lexicon", {}))


def word(name: str, usual: str) -> str:
    """Return what a map calls something in English."""
    return lexicon(name).get("en", {}).get(usual, usual)


def about(name: str) -> JsonObject:
    """Return what there is to say about a map itself: its name, where it comes from, and its own words."""
    known = read(name)
    return {member: known[member] for member in ("name", "reconstruction", "lexicon") if known.get(member)}


def has_colored_numbers(name: str) -> bool:
    """Return whether the discs with a map's numbers have the color of the resource that their tile yields."""
    return bool(read(name).get("colored_numbers", False))


_build: Final = cache(build)
_build_own: Final = lru_cache(_KEPT)(build)


def topology_of(name: str, seats: int) -> Topology:
    """Return the topology of a map."""
    if is_own(name):
        return _build_own(places(name, seats))
    return _graph(name) if "paths" in read(name) else _build(places(name, seats))


@cache
def _graph(name: str) -> Topology:
    """Build the graph of a map whose file lists its paths, for land on which not every side of a hex is one.

    Nodes are the ends of paths and waterways; a tile touches its corners and the towns that name it.
    """
    layout = read(name)
    paths = [frozenset(parse(end) for end in path) for path in layout["paths"]]
    ways = [frozenset(parse(end) for end in way["path"]) for way in layout["waterways"]]
    points, edges = number({point for side in (*paths, *ways) for point in side}, paths)
    at = {point: node for node, point in enumerate(points)}
    places = [(tile["q"], tile["r"]) for tile in layout["tiles"]]
    off_map = [(parse(town["node"]), tuple(h)) for town in layout["towns"] for h in town.get("produces", ())]
    names = _names(places)
    links = [sorted(at[point] for point in way) for way in ways]
    return Topology(
        [_tile_nodes(at, place, off_map) for place in places],
        edges,
        points,
        [center(place) for place in places],
        [names.get(point) or _far_name(layout, point) for point in points],
        [(a, b) for a, b in links],
        True,
    )


def _tile_nodes(at: dict[Point, int], place: Hex, off_map: list[tuple[Point, JsonValue]]) -> list[int]:
    points = [*ring(place), *(point for point, tile in off_map if tile == place)]
    return [at[point] for point in dict.fromkeys(points) if point in at]


def _names(places: list[Hex]) -> dict[Point, str]:
    """Return the name of each corner by the first tile, in order of columns, that it belongs to."""
    found: dict[Point, str] = {}
    for q, r in sorted(places):
        for side, point in zip(CORNERS, ring((q, r)), strict=True):
            found.setdefault(point, f"{q},{r},{side}")
    return found


def _far_name(layout: JsonObject, point: Point) -> str:
    """Return the name under which the map file knows a node that touches no tile."""
    ends = [end for path in layout["paths"] for end in path]
    return next((str(end) for end in ends if parse(end) == point), "")
