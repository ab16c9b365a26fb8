"""Lays the variable board: shuffled tiles, frame pieces in any order, number tokens (component facts A.4)."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Final, TypeVar

from domain.catan import maps
from domain.catan.chapters.setup.messages import GameStarted
from domain.catan.terms import DESERT, HARBORS, TERRAINS, YIELDS
from domain.catan.topology import Hex, Topology, build, coast
from domain.core.chance import Chance
from domain.core.config import Config
from domain.core.documents import Document, JsonObject

T = TypeVar("T")

RED: Final = (6, 8)
# Counter-clockwise round the compass, starting to the south-west of the top-left corner.
_TURNS: Final[tuple[Hex, ...]] = ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0))


class Draws:
    """Numbers the draws of one stream of the set-up's chance."""

    def __init__(self, chance: Chance, stream: str) -> None:
        self.chance = chance
        self.stream = stream
        self.count = 0

    def below(self, size: int) -> int:
        """Return a number from 0 to size - 1."""
        self.count += 1
        return self.chance.pick(self.stream, self.count - 1, (1,) * size)

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """Return the items in random order (Fisher and Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def lay_board(config: Config, chance: Chance, first: int) -> GameStarted:
    """Return the board of a variable game as its creating event."""
    island = maps.island(config.seats)
    hexes = maps.places(config.map, config.seats)
    pool = [TERRAINS.index(name) for name, count in island["terrain"].items() for _ in range(count)]
    terrain = Draws(chance, "terrain").shuffle(pool)
    tokens = _tokens(config.options, island, hexes, terrain, chance)
    edges, kinds = _harbors(config, island, hexes, chance)
    deserts = [tile for tile, kind in enumerate(terrain) if kind == DESERT]
    robber = deserts[Draws(chance, "robber_start").below(len(deserts))] if len(deserts) > 1 else deserts[0]
    words = {**asdict(config), "modules": list(config.modules)}
    return GameStarted(words, tuple(terrain), tuple(tokens), tuple(edges), tuple(kinds), robber, first)


def _tokens(
    options: JsonObject, island: JsonObject, hexes: Sequence[Hex], terrain: Sequence[int], chance: Chance
) -> list[int]:
    if options["random_tokens"]:
        return _random_tokens(island["tokens"], terrain, build(hexes), Draws(chance, "tokens"))
    corner = options["token_corner"]
    if corner is None:
        corner = Draws(chance, "token_corner").below(len(island["corners"]))
    return letter_tokens(island["tokens"], terrain, hexes, tuple(island["corners"][corner]))


def letter_tokens(letters: Sequence[int], terrain: Sequence[int], hexes: Sequence[Hex], corner: Hex) -> list[int]:
    """Return the tokens in letter order along the spiral from a corner; tiles that yield nothing are passed over."""
    tokens = [0] * len(hexes)
    rest = iter(letters)
    for place in spiral(hexes, corner):
        tile = hexes.index(place)
        if terrain[tile] in YIELDS:
            tokens[tile] = next(rest)
    return tokens


def spiral(hexes: Sequence[Hex], corner: Hex) -> list[Hex]:
    """Return all places from a corner counter-clockwise, ring by ring inwards.

    Each inner ring starts beside the previous ring's start.
    """
    left = set(hexes)
    path: list[Hex] = []
    place: Hex | None = corner
    while place is not None:
        ring = _ring(left, place)
        path += ring
        left -= set(ring)
        place = _inner_start(left, place)
    return path


def _ring(land: set[Hex], start: Hex) -> list[Hex]:
    """Return the outer ring of a convex island, counter-clockwise from a corner."""
    rim = {h for h in land if any((h[0] + q, h[1] + r) not in land for q, r in _TURNS)}
    ring = [start]
    seen = {start}
    heading = _first_heading(land, start)
    while len(ring) < len(rim):
        for turn in range(6):
            step = _TURNS[(heading + turn) % 6]
            ahead = (ring[-1][0] + step[0], ring[-1][1] + step[1])
            if ahead in rim and ahead not in seen:
                heading = (heading + turn) % 6
                break
        else:
            break
        ring.append(ahead)
        seen.add(ahead)
    return ring


def _first_heading(land: set[Hex], start: Hex) -> int:
    """Return the direction that keeps the sea on the right: land ahead, none one turn to the right."""
    for heading in range(6):
        q, r = _TURNS[heading]
        right = _TURNS[(heading - 1) % 6]
        if (start[0] + q, start[1] + r) in land and (start[0] + right[0], start[1] + right[1]) not in land:
            return heading
    return 0


def _inner_start(left: set[Hex], start: Hex) -> Hex | None:
    """Return the one place of the next ring beside the previous start, which was a corner; None after the last ring."""
    beside = ((start[0] + q, start[1] + r) for q, r in _TURNS)
    return next((place for place in beside if place in left), None)


def _random_tokens(letters: Sequence[int], terrain: Sequence[int], topology: Topology, draws: Draws) -> list[int]:
    """Return shuffled tokens; they are shuffled again until no two red numbers are neighbors."""
    places = [tile for tile, kind in enumerate(terrain) if kind in YIELDS]
    while True:
        tokens = [0] * len(terrain)
        for tile, number in zip(places, draws.shuffle(letters), strict=True):
            tokens[tile] = number
        if not red_neighbors(tokens, topology):
            return tokens


def red_neighbors(tokens: Sequence[int], topology: Topology) -> bool:
    """Return whether two of the 6s and 8s lie on adjacent tiles."""
    red = [set(topology.tile_nodes[tile]) for tile, number in enumerate(tokens) if number in RED]
    return any(len(a & b) == 2 for at, a in enumerate(red) for b in red[:at])


def _harbors(config: Config, island: JsonObject, hexes: Sequence[Hex], chance: Chance) -> tuple[list[int], list[int]]:
    """Return the edges and kinds of harbors: the frame's pieces in any order, or markers shuffled over its places."""
    ring = coast(hexes)
    markers = config.options["harbor_markers"]
    frame = island["frame"]
    spots = _list_printed_spots(frame) if markers else list_spots(frame, len(ring), Draws(chance, "frame"))
    topology = maps.topology_of(config.map, config.seats)
    kinds = [HARBORS.index(kind) for _, kind in spots]
    if markers:
        kinds = Draws(chance, "harbor_markers").shuffle(kinds)
    return [topology.side(*ring[at]) for at, _ in spots], kinds


def list_spots(frame: Document, size: int, draws: Draws) -> list[tuple[int, str]]:
    """Return the pieces in random order, shuffled again until no two harbors share an intersection (a ruling)."""
    while True:
        spots = _list_printed_spots({**frame, "pieces": draws.shuffle(frame["pieces"])})
        places = {at for at, _ in spots}
        if not any((at + 1) % size in places for at in places):
            return spots


def _list_printed_spots(frame: Document) -> list[tuple[int, str]]:
    """Return the coastal side and the kind of every harbor, with the pieces as they stand."""
    spots = [
        (slot + at, kind) for slot, piece in zip(frame["slots"], frame["pieces"], strict=True) for at, kind in piece
    ]
    return [*spots, *((at, kind) for at, kind in frame["fixed"])]
