"""Plays towns: where settlements stand, what ends and joins roads, documents, and who takes a token."""

from typing import Final

from domain.catan.chapters.building.messages import RoadLaid
from domain.catan.chapters.building.rules import road_starts
from domain.catan.modules.towns.holdings import NAME, towns_of
from domain.catan.modules.towns.messages import MapTokenTaken
from domain.catan.state import Public, State
from domain.catan.terms import GENERIC
from domain.core.chapter import Owed
from domain.core.decider import Draft
from domain.core.errors import Unsound
from domain.core.masks import bits

WATERWAY_FOUNDING_ROAD: Final = "waterway_founding_road"

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
