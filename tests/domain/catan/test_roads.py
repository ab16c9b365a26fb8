"""Phase 3a: roads (ledger section 10)."""

import pytest

from domain.catan.commands import BuildRoad
from tests.domain.catan.table import Table, edge, node


@pytest.mark.rule("catan.road.cost")
def test_a_road_costs_brick_and_lumber() -> None:
    table = Table().settlement(0, node("(0,0)N")).hand(0, brick=1, lumber=1)
    table.when(0, BuildRoad(edge("(0,0)", "NE")))
    assert table.hand_of(0) == {}
    assert edge("(0,0)", "NE") in table.roads_of(0)

    short = Table().settlement(0, node("(0,0)N")).hand(0, brick=2)
    assert short.refused(0, BuildRoad(edge("(0,0)", "NE"))) == "catan.road.cost"


@pytest.mark.rule("catan.road.one_per_edge")
def test_an_edge_takes_one_road() -> None:
    table = Table().settlement(0, node("(0,0)N")).road(1, edge("(0,0)", "NE")).hand(0, brick=1, lumber=1)
    assert table.refused(0, BuildRoad(edge("(0,0)", "NE"))) == "catan.road.one_per_edge"
