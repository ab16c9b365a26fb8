"""Earns canal tokens by joining canal towns directly with own roads, uses them, and hands them over in a trade.

A token is a 2:1 harbor for one turn.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from domain.catan.chapters.building.messages import RoadLaid, SettlementBuilt
from domain.catan.chapters.building.rules import find_sites
from domain.catan.chapters.setup.messages import RoadFounded
from domain.catan.chapters.trading.messages import TradeMade
from domain.catan.modules.erie_canal.canal_map import canal_tokens
from domain.catan.modules.erie_canal.holdings import canal_of
from domain.catan.modules.erie_canal.messages import (
    CanalLinked,
    CanalTokenReturned,
    CanalTokensTraded,
    CanalTokenUsed,
    CanalTokenUsedForAny,
    UseCanalToken,
    UseCanalTokenForAny,
)
from domain.catan.modules.erie_canal.terms import ANY, ANY_KIND, FOUNDING_CLOSES, NAME, SETTLED_ENDS, TOKEN, Pair
from domain.catan.state import Public, State
from domain.catan.terms import KINDS
from domain.core.agenda import Agenda
from domain.core.chapter import Owed
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand, Unsound
from domain.core.masks import bits
from domain.core.messages import AnyCommand


def link(draft: Draft[State], seat: int, event: RoadLaid) -> Owed:
    """Award a token per pair to a road that newly joins canal towns, while there are any; none in the founding."""
    state = draft.state
    is_founding = isinstance(event, RoadFounded)
    if is_founding and not state.setting.config.options[FOUNDING_CLOSES]:
        return []
    ends = state.setting.board.topology.edge_mask[event.edge]
    pairs = _new_pairs(state, event.seat, _joined(state, event.seat, ends))
    made = tuple([pair for pair in pairs if _is_on_a_way(state, event.seat, event.edge, pair)])
    _take(draft, event.seat, made, 0 if is_founding else canal_of(state).supply)
    return []


def settle(draft: Draft[State], seat: int, event: SettlementBuilt) -> Owed:
    """Complete a link with a new settlement, where both of its ends must be settled."""
    state = draft.state
    if state.setting.config.options[SETTLED_ENDS]:
        here = 1 << event.node
        pairs = _new_pairs(state, event.seat, _joined(state, event.seat, here, here))
        made = tuple([pair for pair in pairs if event.node in pair])
        _take(draft, event.seat, made, canal_of(state).supply)
    return []


def _take(draft: Draft[State], seat: int, pairs: tuple[Pair, ...], tokens: int) -> None:
    if pairs:
        draft.emit(CanalLinked(seat, pairs, min(len(pairs), tokens)))


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


_TWO: Final = (2,)
_NO_RATE: Final[tuple[int, ...]] = ()


def use_token(draft: Draft[State], seat: int, command: UseCanalToken) -> Agenda | None:
    """Name the resource that trades 2:1 for the rest of the turn; one token per turn."""
    _check_use(draft.state, seat)
    if serves_any(draft.state):
        raise IllegalCommand("canal.token.any_kind")
    draft.emit(CanalTokenUsed(seat, command.resource))
    return None


def use_for_any(draft: Draft[State], seat: int, command: UseCanalTokenForAny) -> Agenda | None:
    """Trade every resource 2:1 for the rest of the turn, where the table plays so; one token per turn."""
    _check_use(draft.state, seat)
    if not serves_any(draft.state):
        raise IllegalCommand("canal.token.used_as_2_to_1_one_turn")
    draft.emit(CanalTokenUsedForAny(seat))
    return None


def serves_any(state: Public) -> bool:
    """Return whether a token serves every resource at this table."""
    return bool(state.setting.config.options[ANY_KIND])


def _check_use(state: Public, seat: int) -> None:
    """Refuse a second token in a turn, and one that the seat does not hold."""
    canal = canal_of(state)
    if canal.used >= 0:
        raise IllegalCommand("canal.token.one_per_turn")
    if not canal.held[seat]:
        raise IllegalCommand("canal.token.held")


def list_uses(state: State, seat: int) -> list[AnyCommand]:
    """Return every resource that a token may be used for, or the use for all of them."""
    canal = canal_of(state)
    if canal.used >= 0 or not canal.held[seat]:
        return []
    return [UseCanalTokenForAny()] if serves_any(state) else [UseCanalToken(kind) for kind in range(KINDS)]


def bank_rates(state: Public, seat: int, kind: int) -> tuple[int, ...]:
    """Return the rate of 2:1 for what the token in use serves, for the player on turn."""
    return _TWO if canal_of(state).used in (kind, ANY) and seat == state.active else _NO_RATE


def return_token(draft: Draft[State], seat: int) -> None:
    """Give a used token back at the end of the turn, before other seats build."""
    if canal_of(draft.state).used >= 0:
        draft.emit(CanalTokenReturned(seat))


def hand_over(draft: Draft[State], seat: int, event: TradeMade) -> Owed:
    """Tokens among the goods of a trade change hands with the cards."""
    for goods, giver, taker in ((event.give, event.seat, event.partner), (event.take, event.partner, event.seat)):
        if sum(goods[TOKEN : TOKEN + 1]):
            draft.emit(CanalTokensTraded(giver, taker, goods[TOKEN]))
    return []


def check_canal(state: State) -> None:
    """Raise Unsound unless every token is in the supply, with a seat or in use, and only canal towns are joined."""
    canal = canal_of(state)
    found = canal.supply + sum(canal.held) + (canal.used >= 0)
    are_towns = all(town in canal.towns for pairs in canal.linked for pair in pairs for town in pair)
    is_whole = found == canal_tokens(state.setting.config.map) and min(canal.supply, *canal.held) >= 0
    if not (is_whole and are_towns):
        raise Unsound("module", module=NAME)
