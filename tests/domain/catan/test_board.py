"""Tests what a board says of its tiles: terrain is one thing, what it yields another."""

from domain.catan.board import Board
from domain.catan.terms import BARREN, DESERT, FOREST, HILLS, LUMBER, TERRAINS, YIELDS
from domain.catan.topology import build
from workers.agents.catan.board_values import Ground
from workers.agents.catan.weights import FROZEN

SEA = len(TERRAINS)
"""This terrain is on no map yet."""


def three(*terrain: int) -> Board:
    """Return a board of three hexes that meet in a corner, all with an eight."""
    return Board(build(((0, 0), (1, 0), (0, 1))), terrain, (8, 8, 8), (), ())


def test_only_terrain_that_yields_something_produces() -> None:
    board = three(FOREST, SEA, DESERT)
    assert board.resources == (LUMBER, BARREN, BARREN)
    assert [(tile, kind) for tile, kind, _ in board.sources[8].tiles] == [(0, LUMBER)]
    assert sorted({tuple(board.yields(node)) for node in range(board.topology.nodes)}) == [(), (LUMBER,)]
    assert board.deserts == (2,)


def test_an_agent_counts_no_cards_of_terrain_without_any() -> None:
    assert max(map(sum, Ground(three(SEA, SEA, HILLS), FROZEN.places).yields)) == 5


def test_every_terrain_but_the_desert_yields_a_resource_of_its_own() -> None:
    assert [TERRAINS[kind] for kind in range(len(TERRAINS)) if kind not in YIELDS] == ["desert"]
    assert len(set(YIELDS.values())) == len(YIELDS)
