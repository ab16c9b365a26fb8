"""Tests favors for links against a slow memory of cores: sets of pieces, and which of them have ever touched."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any, Final

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildRoad, BuildSettlement, RoadBuilt, SettlementBuilt
from domain.catan.chapters.setup.messages import RoadFounded, SettlementFounded
from domain.catan.modules.favors.earning import FavorDrawn
from domain.catan.modules.favors.holdings import favors_of
from domain.catan.modules.favors.terms import BY_LINK
from domain.catan.modules.helpers.moving import RoadMoved, UseMoveRoad
from domain.catan.modules.helpers.terms import MOVE_ROAD
from domain.catan.modules.helpers.using import ExchangeHelper
from domain.catan.modules.towns.town_map import town_map
from domain.catan.state import State
from domain.catan.terms import KINDS, ORE
from domain.core.chance import SampledChance
from domain.core.masks import bits

Piece = tuple[str, int]
Core = frozenset[Piece]
Pair = frozenset[tuple[int, Core]]
Cores = list[list[Core]]

STEPS: Final = 500
CHANGES: Final = (RoadFounded, SettlementFounded, RoadBuilt, RoadMoved, SettlementBuilt)
TABLES: Final = (("variable", 4), ("new-york", 4), ("new-york", 6), ("mallorca", 3))


def ends(state: State, piece: Piece) -> tuple[int, ...]:
    """Return the nodes that a road or a building touches."""
    kind, place = piece
    return state.setting.board.topology.edge_nodes[place] if kind == "road" else (place,)


def nodes(state: State, core: Core) -> set[int]:
    """Return the nodes that a core touches."""
    return {node for piece in core for node in ends(state, piece)}


def joints(state: State, seat: int) -> Iterator[set[int]]:
    """Yield groups of nodes that connect pieces of a seat: single nodes, and waterways with an own town."""
    own = set(bits(state.buildings(seat)))
    walls = set(bits(state.foreign(seat)))
    ground = town_map(state.setting.config.map)
    if ground is not None:
        walls |= set(bits(ground.sites(state.seats))) - own
        yield from (set(bits(system)) - walls for system in ground.systems if own & set(bits(system)))
    yield from ({node} for node in range(state.setting.board.topology.nodes) if node not in walls)


def cores(state: State, seat: int) -> list[Core]:
    """Return a seat's cores, by joining sets of pieces until none touch at a joint."""
    pieces = [("road", edge) for edge in bits(state.roads[seat])]
    pieces += [("building", node) for node in bits(state.buildings(seat))]
    parts: list[set[Piece]] = [{piece} for piece in pieces]
    for joint in joints(state, seat):
        here = [part for part in parts if any(set(ends(state, piece)) & joint for piece in part)]
        if len(here) > 1:
            parts = [part for part in parts if part not in here] + [set().union(*here)]
    return [frozenset(part) for part in parts]


class Memory:
    """Represents a memory of the pairs of cores that have met."""

    def __init__(self) -> None:
        self.met: set[Pair] = set()

    def see(self, state: State) -> Cores:
        """Return the cores of a position and remember which have met.

        What is left of an old core has met what the old core had met; cores that touch have met.
        """
        now = [cores(state, seat) for seat in range(state.seats)]
        self.met = {
            frozenset({(a, one), (b, other)})
            for pair in self.met
            for (a, was), (b, their) in [tuple(pair)]
            for one in now[a]
            for other in now[b]
            if one & was and other & their
        }
        for a, b in combinations(range(state.seats), 2):
            for one in now[a]:
                touching = [other for other in now[b] if nodes(state, one) & nodes(state, other)]
                self.met |= {frozenset({(a, one), (b, other)}) for other in touching}
        return now

    def due(self, state: State, before: Cores, seat: int, edge: int) -> list[int]:
        """Return the owners whose cores are met for the first time by a road now on the edge."""
        (whole,) = [core for core in cores(state, seat) if ("road", edge) in core]
        parts = [core for core in before[seat] if core & whole]
        reached = set(state.setting.board.topology.edge_nodes[edge])
        return [
            owner
            for owner in range(state.seats)
            if owner != seat and any(self._is_new(seat, parts, owner, core, reached, state) for core in before[owner])
        ]

    def _is_new(self, seat: int, parts: list[Core], owner: int, core: Core, reached: set[int], state: State) -> bool:
        if not nodes(state, core) & reached:
            return False
        return not any(frozenset({(seat, part), (owner, core)}) in self.met for part in parts)


def enrich(state: State) -> None:
    """Give cards to everybody, and to the guilds a supply of tokens that never ends."""
    part = favors_of(state)
    part.supply, part.size = [200] * len(part.supply), 1000
    for at in range(state.seats * KINDS):
        kind = at % KINDS
        if kind != ORE and state.turn and state.bank[kind] > 8 and state.hands[at] < 2:
            state.bank[kind] -= 1
            state.hands[at] += 1


def choose(state: State, seat: int, rng: Random) -> Any:
    """Return a random command, most often one that moves a road, and otherwise often one that builds."""
    actions = CATAN.actions(state, seat)
    if not actions.commands:
        return rng.choice(actions.templates).sample(rng)
    moves = [c for c in actions if isinstance(c, UseMoveRoad) or c == ExchangeHelper(MOVE_ROAD)]
    builds = [c for c in actions if isinstance(c, (BuildRoad, BuildSettlement))]
    if moves and rng.random() < 0.8:
        return rng.choice(moves)
    return rng.choice(builds) if builds and rng.random() < 0.5 else rng.choice(actions.commands)


@pytest.mark.rule("favors.link.first_contact_per_core")
@pytest.mark.rule("combo.moved_road.old_place")
@pytest.mark.parametrize(("map_name", "seats"), TABLES)
def test_whoever_meets_first_is_paid_and_nobody_else(map_name: str, seats: int, long_games: int) -> None:
    paid = sum(played(map_name, seats, seed) for seed in range(max(1, long_games)))
    assert paid > 0


def played(map_name: str, seats: int, seed: int) -> int:
    """Return how many roads earned favors in a random game, where every road is compared with the memory."""
    rng = Random(f"{map_name} {seats} {seed}")
    chance = SampledChance(rng)
    config = CATAN.configure(seats, map_name, ("favors", "helpers"), {"victory_points": 20, "hand_limit": 20})
    opening = CATAN.setup(config, chance)
    state = CATAN.begin(opening[0])
    for event in opening[1:]:
        CATAN.evolve(state, event)
    memory = Memory()
    before, paid = memory.see(state), 0
    for _ in range(STEPS):
        if CATAN.result(state) is not None:
            break
        enrich(state)
        seat = rng.choice(CATAN.awaiting(state)).seat
        draft = CATAN.decide(state, seat, choose(state, seat, rng), chance)
        state = draft.state
        drawn = [event.seat for event in draft.events if isinstance(event, FavorDrawn) and event.deed == BY_LINK]
        expected = _expected(memory, before, draft)
        assert drawn == expected
        paid += bool(expected)
        if any(isinstance(event, CHANGES) for event in draft.events):
            before = memory.see(state)
    return paid


def _expected(memory: Memory, before: Cores, draft: Any) -> list[int]:
    """Return who draws after a decision: each owner met gets one token, then the builder three.

    Before a moved road is laid, the memory sees the board without it.
    """
    for event in draft.events:
        if isinstance(event, RoadMoved):
            lifted = draft.state.copy()
            lifted.lift_road(event.seat, event.edge)
            before = memory.see(lifted)
        if isinstance(event, (RoadBuilt, RoadMoved)):
            owners = memory.due(draft.state, before, event.seat, event.edge)
            return [*owners, *([event.seat] * 3 if owners else [])]
    return []
