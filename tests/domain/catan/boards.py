"""Provides boards for tests: the beginner layout with changes, boards laid by a seed, and games played at random."""

from collections.abc import Iterator
from random import Random
from typing import Any

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildCity, BuildRoad, BuildSettlement
from domain.catan.chapters.setup.messages import FoundRoad, FoundSettlement, GameStarted
from domain.catan.state import State
from domain.catan.terms import DESERT, RESOURCES, TERRAINS
from domain.core.chance import SeededChance
from tests.domain.catan.table import TOPOLOGY, Table, node, tile


def seeded(number: int) -> SeededChance:
    """Return the chance that a numbered seed gives."""
    return SeededChance(number.to_bytes(32, "big"))


def laid(number: int, seats: int = 4, **options: Any) -> GameStarted:
    """Return the opening event with the variable board that a numbered seed lays."""
    started: GameStarted = CATAN.setup(CATAN.configure(seats, "variable", (), options), seeded(number))[0]
    return started


def printed(changes: dict[str, tuple[str, int]] | None = None) -> dict[str, Any]:
    """Return the beginner layout as fields of GameStarted.

    `changes` replaces tiles: the name of a hex to its terrain and its token (0 for none).
    """
    board = Table().state.setting.board
    terrain, tokens = list(board.terrain), list(board.tokens)
    for place, (kind, token) in (changes or {}).items():
        terrain[tile(place)] = TERRAINS.index(kind)
        tokens[tile(place)] = token
    return {
        "terrain": tuple(terrain),
        "tokens": tuple(tokens),
        "harbor_edges": board.harbor_edges,
        "harbor_kinds": board.harbor_kinds,
        "robber": terrain.index(DESERT),
    }


_BUILDS = (BuildCity, BuildSettlement, BuildRoad)


def random_game(number: int, seats: int = 4, most: int = 3000) -> Iterator[State]:
    """Yield every position of a game of random commands.

    The game builds whenever it is possible; discards come from templates.
    """
    rng = Random(number)
    chance = seeded(number)
    events = CATAN.setup(CATAN.configure(seats, "variable", (), {}), chance)
    state: State = CATAN.begin(events[0])
    for event in events[1:]:
        CATAN.evolve(state, event)
    for _ in range(most):
        yield state
        awaited = CATAN.awaiting(state)
        if not awaited:
            return
        seat = rng.choice(awaited).seat
        actions = CATAN.actions(state, seat)
        choices = [*actions.commands, *(t.sample(rng) for t in actions.templates if not actions.commands)]
        builds = [command for command in choices if type(command) in _BUILDS]
        if choices:
            state = CATAN.decide(state, seat, rng.choice(builds or choices), chance).state


def resource_total(state: State, kind: int) -> int:
    """Return how many cards of one kind are in the bank, in all hands, and laid aside for a discard."""
    step = len(RESOURCES)
    return state.bank[kind] + sum(state.hands[kind::step]) + sum(state.aside[kind::step])


# Places far enough from each other for eight settlements, each with a free edge of its own.
SPOTS = ["(0,-2)N", "(2,-2)N", "(2,-1)S", "(0,2)N", "(-2,2)N", "(-2,0)N", "(0,-1)N", "(-1,1)N"]


def founding(seats: int = 4) -> Table:
    """Return a table where nothing has been founded; seat 0 begins."""
    return Table(seats, "variable", empty=False, board=printed())


def step(table: Table, seat: int, place: int) -> Table:
    """A seat founds a settlement, and a road on the first edge beside it."""
    table.when(seat, FoundSettlement(place))
    return table.when(seat, FoundRoad(TOPOLOGY.node_edges[place][0]))


def founded(steps: int, seats: int = 4) -> Table:
    """Return a table after this many steps of the founding, in snake order."""
    table = founding(seats)
    order = [*range(seats), *reversed(range(seats))]
    for seat, name in list(zip(order, SPOTS, strict=False))[:steps]:
        step(table, seat, node(name))
    return table
