"""Earning a token: joining canal towns directly by own roads."""

from itertools import combinations

from domain.catan import maps
from domain.catan.events import RoadBuilt, RoadFounded, RoadMoved
from domain.catan.maps.scenario import Scenario
from domain.catan.modules.erie_canal.events import CanalLinked
from domain.catan.modules.erie_canal.holdings import canal_of
from domain.catan.state import Public
from domain.catan.topology import bits
from domain.core.agenda import Frame
from domain.core.decider import Draft


def link(draft: Draft, seat: int, event: RoadBuilt | RoadMoved | RoadFounded) -> list[tuple[int, Frame]]:
    """A road that newly joins canal towns brings a token a pair, as long as there are any; none in the founding."""
    canal = canal_of(draft.state)
    joined = _joined(draft.state, event.seat, event.edge)
    pairs = tuple(pair for pair in combinations(joined, 2) if pair not in canal.linked[event.seat])
    if pairs:
        tokens = 0 if isinstance(event, RoadFounded) else min(len(pairs), canal.supply)
        draft.emit(CanalLinked(event.seat, pairs, tokens))
    return []


def _joined(state: Public, seat: int, edge: int) -> list[int]:
    """The canal towns that the seat's roads join to an edge with no town between, ascending."""
    ground, topology = maps.scenario_of(state.setting.config.map), state.setting.board.topology
    if ground is None:
        return []
    stops = ground.sites(state.seats)
    reached = topology.edge_mask[edge]
    open_nodes = bits(reached & ~stops)
    while open_nodes:
        for side, end in topology.reach[open_nodes.pop()]:
            if state.roads[seat] >> side & 1 and not reached >> end & 1:
                reached |= 1 << end
                open_nodes += [] if stops >> end & 1 else [end]
    return _canal_towns(ground, reached)


def _canal_towns(ground: Scenario, nodes: int) -> list[int]:
    return sorted(town for town in ground.canal if nodes >> town & 1)
