"""Composes the rules of boards with towns."""

from dataclasses import dataclass
from random import Random
from typing import Any, Final

from domain.catan.chapters.building.messages import RoadBuilt
from domain.catan.ground import Ground as Places
from domain.catan.kinds import NODE, SEAT
from domain.catan.module import Module
from domain.catan.modules.towns.place_names import name_places
from domain.catan.modules.towns.town_map import TownMap, town_map
from domain.catan.points import Points
from domain.catan.setting import Setting
from domain.catan.slices import Slice
from domain.catan.state import Public, State
from domain.catan.terms import GENERIC, HARBORS
from domain.core.chapter import Chapter, Owed
from domain.core.coordinates import placed
from domain.core.decider import Draft
from domain.core.masks import bits
from domain.core.messages import Field, Message
from domain.core.rows import added

NAME: Final = "towns"
_POINT: Final = 1
_THREE: Final = (3,)
_TWO: Final = (2,)
_BOTH: Final = (2, 3)
_NO_RATE: Final[tuple[int, ...]] = ()
# How far from the middle of its path the sign of a document stands, in sides of a hex.
_OFF_COAST: Final = 0.65
_INLAND: Final = 0.4


@dataclass(frozen=True, slots=True)
class MapTokenTaken:
    """A seat's road was the first to reach the Catan token on a node."""

    seat: int
    node: int


class Towns(Slice):
    """Holds the tokens still on the board, as a mask of nodes, and how many each seat took; all of it is public."""

    def __init__(self, map_name: str, seats: int, tokens: int, taken: tuple[int, ...]) -> None:
        self.map_name = map_name
        self.seats = seats
        self.ground = ground_of(map_name)
        self.sites = self.ground.sites(seats)
        self.tokens = tokens
        self.taken = taken

    def copy(self) -> "Towns":
        """Return an independent copy; the board is shared."""
        return Towns(self.map_name, self.seats, self.tokens, self.taken)

    def pack(self) -> Any:
        """Return everything as JSON; a mask may be too long for a JSON number."""
        return [self.map_name, self.seats, str(self.tokens), self.taken]

    def observed(self, seat: int) -> "Towns":
        """Return all of it."""
        return self.copy()

    def render(self, view: Any) -> dict[str, Any]:
        """Return the nodes with a token, and the tokens of each seat."""
        seats = [{"seat": seat, "tokens": count} for seat, count in enumerate(self.taken)]
        return {"tokens": bits(self.tokens), "seats": seats}

    def determinized(self, state: Any, rng: Random) -> "Towns":
        """Return all of it, since nothing is unknown."""
        return self.copy()


def ground_of(map_name: str) -> TownMap:
    """Return the features of a map with towns; raises LookupError for any other."""
    found = town_map(map_name)
    if found is None:
        raise LookupError(map_name)
    return found


def open_towns(setting: Setting) -> Towns:
    """Return the board before the first event."""
    ground = ground_of(setting.config.map)
    return Towns(setting.config.map, setting.seats, ground.laid_tokens(setting.seats), (0,) * setting.seats)


def unpack_towns(packed: Any, state: Public) -> Towns:
    """Return the slice from its packed values."""
    map_name, seats, tokens, taken = packed
    return Towns(map_name, seats, int(tokens), tuple(taken))


def towns_of(state: Public) -> Towns:
    """Return this module's part of a position."""
    towns = state.slices[NAME]
    assert isinstance(towns, Towns)
    return towns


def brought_by(seats: int, map_name: str) -> bool:
    """Return whether the map has towns, which brings their rules."""
    return town_map(map_name) is not None


def sites(state: Public) -> int:
    """Settlements stand only on town spaces."""
    return towns_of(state).sites


def why_no_site(state: Public, node: int) -> str | None:
    """Return the rule against a settlement on a plain crossing."""
    towns = towns_of(state)
    return None if towns.sites >> node & 1 else towns.ground.rules["sites"]


def barriers(state: Public, seat: int) -> int:
    """Return the towns without an own building, which end a road and keep stretches apart."""
    return towns_of(state).sites & ~state.buildings(seat)


def reach(state: Public, seat: int) -> tuple[int, ...]:
    """Return the waterway systems with an own building in a town, whose nodes count as joined by own roads."""
    towns = towns_of(state)
    settled = state.buildings(seat) & towns.sites
    return tuple([system for system in towns.ground.systems if system & settled])


def why_no_road(state: Public, seat: int, edge: int) -> str | None:
    """Return the rule against a road on a waterway, or beyond a town without an own building."""
    towns, topology = towns_of(state), state.setting.board.topology
    if edge >= topology.edges:
        return towns.ground.rules.get("waterway") if edge < topology.edges + len(topology.links) else None
    joined = state.touched[seat]
    for system in reach(state, seat):
        joined |= system
    barred = topology.edge_mask[edge] & joined & barriers(state, seat) & ~state.foreign(seat)
    return towns.ground.rules["stop"] if barred and not state.road_total >> edge & 1 else None


def bank_rates(state: Public, seat: int, kind: int) -> tuple[int, ...]:
    """Return the better rate of the document beside a red path, for the owner of the road on it."""
    documents, roads = towns_of(state).ground.document_mask, state.roads[seat]
    if roads & documents[kind]:
        return _BOTH if roads & documents[GENERIC] else _TWO
    return _THREE if roads & documents[GENERIC] else _NO_RATE


def prizes(state: Public) -> int:
    """Return the nodes with a token."""
    return towns_of(state).tokens


def take_tokens(draft: Draft[State], seat: int, event: RoadBuilt) -> Owed:
    """Let the first road that arrives after the founding phase take the token."""
    reached = towns_of(draft.state).tokens & draft.state.setting.board.topology.edge_mask[event.edge]
    for node in bits(reached):
        draft.emit(MapTokenTaken(event.seat, node))
    return []


def map_token_taken(s: State, event: MapTokenTaken) -> None:
    """The token leaves the board for a point."""
    towns = towns_of(s)
    towns.tokens &= ~(1 << event.node)
    towns.taken = added(towns.taken, event.seat, 1)
    s.points[event.seat] += _POINT


def geometry(setting: Setting) -> dict[str, Any]:
    """Return town spaces, crossings with a token at the start, documents by edge, and waterways."""
    features, topology = ground_of(setting.config.map), setting.board.topology
    ground = Places(topology)
    laid = features.laid_tokens(setting.seats)
    return {
        "towns": [_town(features, ground, node) for node in bits(features.sites(setting.seats))],
        "tokens": [{"node": node, "name": features.names[node], **placed(ground.node(node))} for node in bits(laid)],
        "documents": [_document(ground, *document) for document in features.documents],
        "waterways": [
            {"id": topology.edges + at, "nodes": [a, b], "name": name, **placed(ground.middle((a, b)))}
            for at, (a, b, name) in enumerate(features.waterways)
        ],
    }


def _town(features: TownMap, ground: Places, node: int) -> dict[str, Any]:
    town = {"node": node, "name": features.names[node], "canal": node in features.canal, **placed(ground.node(node))}
    color = features.colors.get(node)
    return town | {"color": color} if color else town


def _document(ground: Places, edge: int, kind: int, name: str) -> dict[str, Any]:
    """Return a document and where its sign stands: off the coast, or inland beside its path."""
    away = _INLAND if len(ground.tiles_at(edge)) > 1 else _OFF_COAST
    nodes = list(ground.topology.edge_nodes[edge])
    return {"edge": edge, "kind": HARBORS[kind], "name": name, "nodes": nodes, **placed(ground.beside(edge, away))}


TOWNS: Final = Module(
    chapter=Chapter(
        NAME,
        evolvers={MapTokenTaken: map_token_taken},
        reactions={RoadBuilt: take_tokens},
    ),
    events=(Message(MapTokenTaken, (Field("seat", SEAT), Field("node", NODE))),),
    points=Points(
        sites=(sites,),
        why_no_site=(why_no_site,),
        road_barriers=(barriers,),
        road_reach=(reach,),
        why_no_road=(why_no_road,),
        prizes=(prizes,),
        bank_rates=(bank_rates,),
        geometry=(geometry,),
        place_names=(name_places,),
    ),
    open_slice=open_towns,
    unpack_slice=unpack_towns,
    brought_by=brought_by,
)
