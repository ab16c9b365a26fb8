"""Links canal towns: joining two of them directly with own roads earns a canal token."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from domain.catan.chapters.building.messages import RoadLaid, SettlementBuilt
from domain.catan.chapters.building.sites import find_sites
from domain.catan.chapters.setup.messages import RoadFounded
from domain.catan.modules.erie_canal.holdings import FOUNDING_CLOSES, SETTLED_ENDS, Pair, canal_of
from domain.catan.state import Public, State
from domain.core.chapter import Owed
from domain.core.decider import Draft
from domain.core.masks import bits
from domain.core.number_rows import add


@dataclass(slots=True)
class CanalLinked:
    """A seat joined pairs of canal towns for the first time and took so many tokens."""

    seat: int
    pairs: tuple[tuple[int, ...], ...]
    tokens: int


def link(draft: Draft[State], seat: int, event: RoadLaid) -> Owed:
    """Award a token per pair to a road that newly joins canal towns, while there are any; none in the founding."""
    state = draft.state
    is_founding = isinstance(event, RoadFounded)
    if is_founding and not state.setting.config.options[FOUNDING_CLOSES]:
        return []
    ends = state.setting.board.topology.edge_mask[event.edge]
    pairs = _new_pairs(state, event.seat, _joined(state, event.seat, ends))
    made = tuple([pair for pair in pairs if _is_on_a_way(state, event.seat, event.edge, pair)])
    if made:
        draft.emit(CanalLinked(event.seat, made, 0 if is_founding else min(len(made), canal_of(state).supply)))
    return []


def settle(draft: Draft[State], seat: int, event: SettlementBuilt) -> Owed:
    """Complete a link with a new settlement, where both of its ends must be settled."""
    state = draft.state
    if state.setting.config.options[SETTLED_ENDS]:
        here = 1 << event.node
        pairs = _new_pairs(state, event.seat, _joined(state, event.seat, here, here))
        made = tuple([pair for pair in pairs if event.node in pair])
        if made:
            draft.emit(CanalLinked(event.seat, made, min(len(made), canal_of(state).supply)))
    return []


def _new_pairs(state: Public, seat: int, towns: list[int]) -> list[Pair]:
    """Return the pairs of towns that can be a link of the seat and are none yet."""
    if state.setting.config.options[SETTLED_ENDS]:
        towns = [town for town in towns if state.buildings(seat) >> town & 1]
    return [pair for pair in combinations(towns, 2) if pair not in canal_of(state).linked[seat]]


def _joined(state: Public, seat: int, start: int, through: int = 0) -> list[int]:
    """Return the canal towns that the seat's roads join to some nodes, ascending, without other towns between."""
    topology, stops = state.setting.board.topology, find_sites(state)
    reached = start
    open_nodes = bits(start & (~stops | through))
    while open_nodes:
        for side, end in topology.reach[open_nodes.pop()]:
            if state.roads[seat] >> side & 1 and not reached >> end & 1:
                reached |= 1 << end
                open_nodes += [] if stops >> end & 1 else [end]
    return [town for town in canal_of(state).towns if reached >> town & 1]


def _is_on_a_way(state: Public, seat: int, edge: int, pair: Pair) -> bool:
    """Return whether a road is part of a direct way between two towns, which comes to no crossing twice.

    A road beside the way that joined them in the founding is none.
    """
    stops = find_sites(state)
    one, other = state.setting.board.topology.edge_nodes[edge]
    for near, far in ((one, other), (other, one)):
        for used in _ways(state, seat, near, pair[0], 1 << far, stops):
            if any(_ways(state, seat, far, pair[1], used, stops)):
                return True
    return False


def _ways(state: Public, seat: int, node: int, goal: int, used: int, stops: int) -> Iterator[int]:
    """Yield the ways over own roads from a node to a town with no town between, as masks of the nodes used so far."""
    used |= 1 << node
    if node == goal:
        yield used
    elif not stops >> node & 1:
        for side, end in state.setting.board.topology.reach[node]:
            if state.roads[seat] >> side & 1 and not used >> end & 1:
                yield from _ways(state, seat, end, goal, used, stops)


def canal_linked(s: State, event: CanalLinked) -> None:
    """The pairs count as joined; the tokens leave the supply."""
    canal = canal_of(s)
    before = canal.linked
    canal.linked = (
        *before[: event.seat],
        before[event.seat] | {(one, other) for one, other in event.pairs},
        *before[event.seat + 1 :],
    )
    canal.supply -= event.tokens
    canal.held = add(canal.held, event.seat, event.tokens)
