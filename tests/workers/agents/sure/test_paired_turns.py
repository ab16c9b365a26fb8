"""Tests that the bound of a turn knows that in a paired turn exchanges may follow what was built."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildSettlement
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import GENERIC
from domain.core.masks import bits
from tests.domain.catan.larger_island import TOPOLOGY
from tests.domain.catan.table import Table
from workers.agents.catan.winning.finding import find_win

HOMES = (16, 44)


def near_a_harbor(*, paired: bool) -> tuple[Table, int]:
    """Seat 3 lacks two points: a settlement at a harbor for three of any kind, whose rate pays for a city."""
    table = Table(5, "variable", victory_points=4, paired_turns=True).settlement(3, *HOMES)
    harbor = bits(table.state.setting.board.harbor_mask[GENERIC])[0]
    edge, _ = TOPOLOGY.reach[harbor][0]
    table.road(3, edge).hand(3, brick=1, lumber=1, wool=4, grain=3, ore=2)
    return (table.when(0, EndTurn()) if paired else table.turn(3)), harbor


@pytest.mark.parametrize("paired", [True, False])
def test_what_a_new_harbor_pays_for_wins_a_paired_turn_alone(paired: bool) -> None:
    table, harbor = near_a_harbor(paired=paired)
    assert CATAN.in_turn(table.state) == 3
    assert find_win(CATAN, CATAN.observe(table.state, 3)) == (BuildSettlement(harbor) if paired else None)
