"""Plays towns: settlements stand in them alone, empty ones stop roads, and waterways join those on them.

Documents beside red paths are harbors of the road's owner, and a Catan token goes to the first road that arrives.
"""

from dataclasses import dataclass
from typing import Final

from domain.catan.belief import learn_point
from domain.catan.chapters.building.messages import RoadBuilt, RoadLaid
from domain.catan.chapters.building.sites import road_starts
from domain.catan.kinds import NODE, SEAT
from domain.catan.module import Module
from domain.catan.module_slices import OpenSlice
from domain.catan.modules.towns.town_map import TownMap, geometry, ground_of, name_places, town_map
from domain.catan.options import FLAG
from domain.catan.points import Points
from domain.catan.state import Public, Setting, State
from domain.catan.terms import GENERIC
from domain.core.chapter import Chapter, Owed
from domain.core.decider import Draft
from domain.core.documents import Document, JsonObject, JsonValue
from domain.core.errors import Unsound
from domain.core.masks import bits, mask_of
from domain.core.messages import Field, Message
from domain.core.number_rows import add
from domain.core.table_state import TableState

NAME: Final = "towns"
WATERWAY_FOUNDING_ROAD: Final = "waterway_founding_road"


@dataclass(slots=True)
class MapTokenTaken:
    """A seat's road was the first to reach the Catan token on a node."""

    seat: int
    node: int


class Towns(OpenSlice):
    """Holds the tokens still on the board, as a mask of nodes, and how many each seat took; all of it is public."""

    def __init__(self, map_name: str, ground: TownMap, seats: int, tokens: int, taken: tuple[int, ...]) -> None:
        self.map_name = map_name
        self.ground = ground
        self.seats = seats
        self.sites = ground.sites(seats)
        self.tokens = tokens
        self.taken = taken

    def copy(self) -> "Towns":
        """Return an independent copy; the board is shared."""
        return Towns(self.map_name, self.ground, self.seats, self.tokens, self.taken)

    def pack(self) -> object:
        """Return everything as JSON; a mask may be too long for a JSON number."""
        return [self.map_name, self.seats, str(self.tokens), self.taken]

    def render(self, view: TableState, seat: int) -> JsonObject:
        """Return the nodes with a token, and the tokens of each seat."""
        seats = [{"seat": seat, "tokens": count} for seat, count in enumerate(self.taken)]
        return {"tokens": bits(self.tokens), "seats": seats}


def open_towns(setting: Setting) -> Towns:
    """Return the board before the first event."""
    ground = ground_of(setting.config.map)
    return Towns(setting.config.map, ground, setting.seats, ground.laid_tokens(setting.seats), (0,) * setting.seats)


def unpack_towns(packed: JsonValue, state: Public) -> Towns:
    """Return the slice from its packed values."""
    map_name, seats, tokens, taken = packed
    return Towns(map_name, ground_of(map_name), seats, int(tokens), tuple(taken))


def restore_towns(shown: Document, state: Public, observer: int) -> Towns:
    """Return the slice from what views show of it."""
    map_name = state.setting.config.map
    taken = tuple([one["tokens"] for one in shown["seats"]])
    return Towns(map_name, ground_of(map_name), state.seats, mask_of(shown["tokens"]), taken)


def towns_of(state: Public) -> Towns:
    """Return this module's part of a position."""
    towns = state.slices[NAME]
    assert isinstance(towns, Towns)
    return towns


_THREE: Final = (3,)
_TWO: Final = (2,)
_BOTH: Final = (2, 3)
_NO_RATE: Final[tuple[int, ...]] = ()


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


def founding_starts(state: Public, seat: int, node: int) -> int:
    """Return where the waterway of a town leads, if the table lets its founding road lie there."""
    if not state.setting.config.options[WATERWAY_FOUNDING_ROAD]:
        return 0
    return road_starts(state, seat, 0, 1 << node)


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


def take_tokens(draft: Draft[State], seat: int, event: RoadLaid) -> Owed:
    """Let the first road that arrives after the founding phase take the token."""
    reached = towns_of(draft.state).tokens & draft.state.setting.board.topology.edge_mask[event.edge]
    for node in bits(reached):
        draft.emit(MapTokenTaken(event.seat, node))
    return []


def check_towns(state: State) -> None:
    """Raise Unsound unless each token lies on the board or was taken, and every building stands in a town."""
    towns = towns_of(state)
    is_whole = towns.tokens.bit_count() + sum(towns.taken) == towns.ground.laid_tokens(state.seats).bit_count()
    are_in_towns = not any(state.buildings(seat) & ~towns.sites for seat in range(state.seats))
    if not (is_whole and are_in_towns):
        raise Unsound("module", module=NAME)


def tokens_taken(state: State, seat: int) -> int:
    """Return the points of a seat: one for each token that it has taken."""
    return towns_of(state).taken[seat]


def map_token_taken(s: State, event: MapTokenTaken) -> None:
    """The token leaves the board for a point."""
    towns = towns_of(s)
    towns.tokens &= ~(1 << event.node)
    towns.taken = add(towns.taken, event.seat, 1)
    s.points[event.seat] += 1


def brought_by(seats: int, map_name: str) -> bool:
    """Return whether the map has towns, which brings their rules."""
    return town_map(map_name) is not None


MODULE: Final = Module(
    order=4,
    chapter=Chapter(
        NAME,
        evolvers={MapTokenTaken: map_token_taken},
        reactions={RoadBuilt: take_tokens},
        check=check_towns,
    ),
    events=(Message(MapTokenTaken, (Field("seat", SEAT), Field("node", NODE))),),
    evidence={MapTokenTaken: learn_point},
    points=Points(
        sites=(sites,),
        why_no_site=(why_no_site,),
        road_barriers=(barriers,),
        road_reach=(reach,),
        why_no_road=(why_no_road,),
        founding_starts=(founding_starts,),
        prizes=(prizes,),
        bank_rates=(bank_rates,),
        scores=(tokens_taken,),
        geometry=(geometry,),
        place_names=(name_places,),
    ),
    open_slice=open_towns,
    unpack_slice=unpack_towns,
    restore_slice=restore_towns,
    options={WATERWAY_FOUNDING_ROAD: FLAG},
    before={WATERWAY_FOUNDING_ROAD: True},
    brought_by=brought_by,
)
