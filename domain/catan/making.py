"""Makes boards of one's own from rules: so many seats or a shape, balanced numbers, no equal neighbors, given harbors.

What is drawn comes from a seed alone. Tiles and numbers are shuffled; then two of them change places as long as that
breaks fewer rules, for a bounded number of tries.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple, TypeVar

from domain.catan import maps
from domain.catan.chapters.setup.layout import Draws, list_spots
from domain.catan.maps.own import MOST_HARBORS, MOST_TILES, RED, check_places, write_board
from domain.catan.terms import TERRAINS
from domain.catan.topology import DIRECTIONS, Hex, build, coast, neighbor
from domain.core.chance import Chance
from domain.core.documents import Document, JsonObject
from domain.core.errors import Unsound

TRIES: Final = 500
"""Limits how often two tiles or numbers change places."""
USUAL_SEATS: Final = 4
_AFRESH: Final = 7
"""After so many tries in vain for each tile everything is shuffled again."""
_ANY_TILE: Final = 4
"""Is how often the first of two tiles is any one."""
T = TypeVar("T")

_DESERT: Final = "desert"
_LAND: Final = ("forest", "pasture", "fields", "hills", "mountains")
"""Terrains in the order in which they are dealt, so that hills and mountains are the fewest."""
_NUMBERS: Final = (6, 9, 4, 10, 3, 8, 5, 11, 2, 12, 6, 9, 4, 10, 3, 8, 5, 11)
"""Numbers in the order in which they are dealt: all of them are those of the base game."""
_KINDS: Final = ("any", "brick", "any", "lumber", "any", "wool", "any", "grain", "ore")
_TILES_OF_DESERT: Final = 19
_SIDES_OF_HARBORS: Final = 10
_HARBORS: Final = 3
"""So many harbors lie on `_SIDES_OF_HARBORS` sides of the coast."""
_UNEVEN: Final = 2
"""Is how many pips the tiles of a resource may at least have more or fewer than their share."""
_MOST_PIPS: Final = 11
"""Limits the pips round an intersection of a balanced board."""


class _Island(NamedTuple):
    """Holds the places of an island, the pairs of tiles that are neighbors, and the tiles round each intersection."""

    places: Sequence[Hex]
    pairs: Sequence[tuple[int, int]]
    corners: Sequence[Sequence[int]]


def make_board(wish: Document, chance: Chance) -> str:
    """Return the text of a board that keeps the wished rules; raises Unsound where none was found, or none can be."""
    seats, shape = wish.get("seats", USUAL_SEATS), wish.get("shape")
    usual = maps.island(seats)
    printed = maps.places(maps.DEFAULT, seats)
    asked = printed if shape is None else [(place["q"], place["r"]) for place in shape]
    check_places(asked, "/shape")
    places = sorted(asked, key=lambda place: (place[1], place[0]))
    near = {place: at for at, place in enumerate(places)}
    beside = [(at, near.get(neighbor(place, side), -1)) for at, place in enumerate(places) for side in DIRECTIONS]
    topology = build(places)
    island = _Island(places, [pair for pair in beside if pair[0] < pair[1]], topology.node_tiles)
    terrain, numbers = _lay_tiles(wish, island, usual if shape is None else None, chance)
    harbors = wish.get("harbors")
    if harbors is None:
        harbors = _lay_harbors(places, usual if shape is None else None, Draws(chance, "frame"))
    tiles = [
        {"q": q, "r": r, "terrain": kind, "token": number}
        for (q, r), kind, number in zip(places, terrain, numbers, strict=True)
    ]
    return write_board({"tiles": tiles, "harbors": harbors, "red_neighbors": wish.get("red_neighbors", False)})


def _lay_tiles(
    wish: Document, island: _Island, usual: Document | None, chance: Chance
) -> tuple[list[str], list[int | None]]:
    """Return terrain and numbers; small islands are laid afresh if the first one keeps not all rules."""
    of_terrain, of_tokens = Draws(chance, "terrain"), Draws(chance, "tokens")
    for _ in range(MOST_TILES // len(island.places)):
        with suppress(Unsound):
            terrain = _lay_terrain(wish, island, usual, of_terrain)
            return terrain, _lay_numbers(wish, island, terrain, of_tokens)
    raise Unsound("board.unmet")


def _lay_terrain(wish: Document, island: _Island, usual: Document | None, draws: Draws) -> list[str]:
    size = len(island.places)
    if usual is None:
        deserts = (size + _TILES_OF_DESERT // 2) // _TILES_OF_DESERT
        pool = [_DESERT] * deserts + [_LAND[at % len(_LAND)] for at in range(size - deserts)]
    else:
        pool = [name for name in TERRAINS for _ in range(usual["terrain"].get(name, 0))]
    terrain = draws.shuffle(pool)
    if not wish.get("equal_neighbors", True):
        _mend(terrain, lambda: [a for a, b in island.pairs if terrain[a] == terrain[b]], range(size), draws)
    return terrain


def _lay_numbers(wish: Document, island: _Island, terrain: Sequence[str], draws: Draws) -> list[int | None]:
    land = [at for at, kind in enumerate(terrain) if kind != _DESERT]
    dealt = draws.shuffle([_NUMBERS[at % len(_NUMBERS)] for at in range(len(land))])
    numbers: list[int | None] = [None] * len(terrain)
    for at, number in zip(land, dealt, strict=True):
        numbers[at] = number
    _mend(numbers, lambda: _list_faults(wish, island, terrain, numbers), land, draws)
    return numbers


def _list_faults(wish: Document, island: _Island, terrain: Sequence[str], numbers: Sequence[int | None]) -> list[int]:
    """Return for each wished rule that numbers break a tile by which they break it."""
    faults = []
    for a, b in island.pairs:
        if not wish.get("red_neighbors") and numbers[a] in RED and numbers[b] in RED:
            faults.append(a)
        if not wish.get("equal_neighbors", True) and numbers[a] == numbers[b] is not None:
            faults.append(b)
    return faults + (_list_uneven(island, terrain, numbers) if wish.get("balanced", True) else [])


def _list_uneven(island: _Island, terrain: Sequence[str], numbers: Sequence[int | None]) -> list[int]:
    """Return a tile of each resource whose pips are far from its share, and of each corner with too many of them."""
    pips = [0 if number is None else 6 - abs(7 - number) for number in numbers]
    land = len(numbers) - terrain.count(_DESERT)
    faults = [tiles[0] for tiles in island.corners if sum([pips[tile] for tile in tiles]) > _MOST_PIPS]
    for kind in _LAND:
        tiles = terrain.count(kind)
        found = sum([count for count, name in zip(pips, terrain, strict=True) if name == kind])
        if abs(found * land - sum(pips) * tiles) > max(2 * _UNEVEN, tiles) * land // 2:
            faults.append(terrain.index(kind))
    return faults


def _mend(laid: list[T], faulty: Callable[[], list[int]], free: Sequence[int], draws: Draws) -> None:
    """Let two of the `free` tiles change what is laid, as long as it breaks no more rules; raises Unsound at last.

    Most often one of them is a tile that breaks a rule.
    """
    left, afresh = faulty(), _AFRESH * len(free)
    for tried in range(TRIES):
        if not left:
            return
        if tried % afresh == afresh - 1:
            for at, what in zip(free, draws.shuffle([laid[at] for at in free]), strict=True):
                laid[at] = what
            left = faulty()
            continue
        among = free if tried % _ANY_TILE == 0 else left
        a, b = among[draws.below(len(among))], free[draws.below(len(free))]
        if laid[a] == laid[b]:
            continue
        laid[a], laid[b] = laid[b], laid[a]
        found = faulty()
        if len(found) > len(left):
            laid[a], laid[b] = laid[b], laid[a]
        else:
            left = found
    if left:
        raise Unsound("board.unmet")


def _lay_harbors(places: Sequence[Hex], usual: Document | None, draws: Draws) -> list[JsonObject]:
    """Return the frame's harbors in any order of its pieces, or some at even distances along the outer coast."""
    ring = list(dict.fromkeys(coast(places)))
    if usual is not None:
        spots = list_spots(usual["frame"], len(ring), draws)
    else:
        count = min(len(ring) * _HARBORS // _SIDES_OF_HARBORS, MOST_HARBORS)
        start = draws.below(len(ring))
        kinds = draws.shuffle([_KINDS[at % len(_KINDS)] for at in range(count)])
        spots = [((start + at * len(ring) // count) % len(ring), kind) for at, kind in enumerate(kinds)]
    return [
        {"q": place[0], "r": place[1], "side": side, "kind": kind}
        for (place, side), kind in [(ring[at], kind) for at, kind in spots]
    ]
