"""Draws boards with towns: paths, waterways, documents, town spaces and Catan tokens."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from domain.catan import maps
from domain.catan.board import Board
from domain.catan.modules.towns.chapter import towns_of
from domain.catan.modules.towns.town_map import TownMap
from domain.catan.state import Public
from domain.catan.terms import HARBORS
from domain.catan.topology import Topology
from domain.core.masks import bits
from service.pictures.catan.ground import Ground
from service.pictures.catan.island import HARBOR_AWAY, HARBOR_RADIUS, rate_sign, small_sign
from service.pictures.catan.module_art import ModuleArt, Scenery
from service.pictures.catan.town_names import SIZE, Signs, Spot, lay_names
from service.pictures.palette import CARD, INK, LIGHT, RED, SHADOW, TIMBER, WATER
from service.pictures.shapes import Circle, Group, Lines, Point, Polygon, Said, Shape, Stamp, Text, phrase

_TOWN: Final = {"blue": "#8fc1ea", "beige": "#f0dfb8"}
_SMALL: Final = 13  # the radius of a sign beside a red path inland
_GOLD: Final = "#f6c90e"
_POINTS: Final = ((0, -13), (4, -4), (12, -4), (6, 2), (8, 11), (0, 6), (-8, 11), (-6, 2), (-12, -4), (-4, -4))
_STAR: Final = (
    Polygon(tuple([(x + 2, y + 3) for x, y in _POINTS]), SHADOW),
    Polygon(_POINTS, _GOLD, INK, 2),
    Polygon(((0, -12), (4, -4), (0, 0), (-4, -4)), LIGHT),
)


def draw_towns(board: Board, ground: Ground, features: TownMap, sites: int, tokens: int) -> Scenery:
    """Draw a board with towns: `sites` are the town spaces, `tokens` the nodes with a Catan token."""
    towns = sorted(
        [_town(ground.node(node), features, node) for node in bits(sites)], key=lambda town: (town.fill, town.radius)
    )
    under: list[Shape] = [
        Group("paths", "", (_paths(ground, walks(ground.topology), TIMBER, 2, 5),)),
        Group("waterways", "", tuple(_waterways(ground, features))),
        Group("documents", "", tuple(_documents(ground, features))),
        Group("town-spaces", "", tuple(towns)),
        Group("tokens", "", tuple([star(ground.node(node), features.names[node]) for node in bits(tokens)])),
    ]
    names = tuple([(node, features.names[node]) for node in bits(sites)])
    spots = lay_names(ground.topology, names, _list_signs(board, ground, features))
    over = sorted([_label(ground.node(node), spots[node], name) for node, name in names], key=lambda name: name.anchor)
    return Scenery(under, [Group("names", "", tuple(over))])


def _paths(ground: Ground, ends: Iterable[tuple[int, int]], color: str, width: int, dash: int) -> Lines:
    return Lines(tuple([(*ground.node(a), *ground.node(b)) for a, b in ends]), color, width, dash)


@lru_cache(maxsize=64)
def walks(topology: Topology) -> list[tuple[int, int]]:
    """Return the ends of all edges, as a walk that goes on where it can: such lines are written shortest."""
    ahead: dict[int, set[int]] = {}
    for a, b in topology.edge_nodes:
        ahead.setdefault(a, set()).add(b)
        ahead.setdefault(b, set()).add(a)
    walk = []
    while ahead:
        at = max(ahead, key=lambda node: (len(ahead[node]) % 2, -node))
        while at in ahead:
            then = min(ahead[at])
            walk.append((at, then))
            for one, other in ((at, then), (then, at)):
                ahead[one].discard(other)
                if not ahead[one]:
                    del ahead[one]
            at = then
    return walk


def _waterways(ground: Ground, features: TownMap) -> list[Shape]:
    return [
        Lines(((*ground.node(a), *ground.node(b)),), WATER, 8, 0, phrase("waterway", name=name))
        for a, b, name in features.waterways
    ]


def _documents(ground: Ground, features: TownMap) -> list[Shape]:
    """Draw the red paths, and beside each the rate that its road gives."""
    ends = ground.topology.edge_nodes
    shapes: list[Shape] = [_paths(ground, [ends[edge] for edge, _, _ in features.documents], RED, 5, 0)]
    for edge, kind, _ in features.documents:
        away, radius = _sign_of(ground, edge)
        x, y = ground.beside(edge, away)
        shapes.append(small_sign(x, y, kind, radius) if radius == _SMALL else rate_sign(x, y, kind))
    return shapes


def _sign_of(ground: Ground, edge: int) -> tuple[int, int]:
    """Return how far from a red path its sign is, and the radius of the sign."""
    return (20, _SMALL) if len(ground.tiles_at(edge)) > 1 else (34, HARBOR_RADIUS)


def _list_signs(board: Board, ground: Ground, features: TownMap) -> Signs:
    """Return the signs of harbors and of red paths."""
    return (
        *[(edge, HARBOR_AWAY, HARBOR_RADIUS) for edge in board.harbor_edges],
        *[(edge, *_sign_of(ground, edge)) for edge, _, _ in features.documents],
    )


def _town(place: Point, features: TownMap, node: int) -> Circle:
    face = _TOWN.get(features.colors.get(node) or "", CARD)
    is_canal = node in features.canal
    return Circle(place[0], place[1], 11 if is_canal else 9, face, WATER if is_canal else INK, 3)


def star(place: Point, name: str) -> Stamp:
    """Draw a Catan token."""
    return Stamp("star", *place, _STAR, phrase("catan_token_at", name=name))


def _label(node: Point, spot: Spot, name: str) -> Text:
    return Text(node[0] + spot.x, node[1] + spot.y, name, SIZE, INK, spot.anchor, halo=CARD)


def legend(state: Public) -> list[str]:
    """List towns, tokens, documents and waterways by node."""
    towns, ends = towns_of(state), state.setting.board.topology.edge_nodes
    ground = towns.ground
    documents = [
        f"{maps.word(towns.map_name, HARBORS[kind])} at nodes {ends[edge][0]}/{ends[edge][1]}"
        for edge, kind, _ in ground.documents
    ]
    lines = [
        "towns: " + _name_nodes(ground, towns.sites),
        "tokens: " + _name_nodes(ground, towns.tokens),
        "documents: " + ", ".join(documents),
        "waterways: " + ", ".join(f"{a}/{b}" for a, b, _ in ground.waterways),
    ]
    return [line for line in lines if not line.endswith(": ")]


def scenery(state: Public, ground: Ground) -> Scenery:
    """Draw towns, tokens, documents and waterways in a picture."""
    towns = towns_of(state)
    return draw_towns(state.setting.board, ground, towns.ground, towns.sites, towns.tokens)


def seat_notes(state: Public, seat: int) -> list[Said]:
    """Return the tokens that a seat took."""
    taken = towns_of(state).taken[seat]
    return [phrase("catan_tokens", count=taken)] if taken else []


def _name_nodes(ground: TownMap, nodes: int) -> str:
    return ", ".join(f"{ground.names[node]} {node}" for node in bits(nodes))


ART: Final = ModuleArt(legend=legend, scenery=scenery, seat_notes=seat_notes)
