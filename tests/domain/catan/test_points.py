"""Tests what a module may say at the rule points: a made-up module says it, and it is listed and judged alike."""

import ast
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

from domain.catan.chapters.building.messages import BuildRoad, BuildSettlement
from domain.catan.chapters.production import ResourcesProduced
from domain.catan.chapters.robber.messages import CardStolen, MoveRobber, Steal
from domain.catan.module import Module
from domain.catan.points import Points
from domain.catan.terms import KINDS, TRADE, WOOL
from domain.core.chapter import Chapter
from tests.domain.catan.table import Table, path_edges, ring, tile

FOREST = tile("(-2,1)")
HILL = tile("(0,-2)")
POINTS = Path(__file__).parents[3] / "domain" / "catan" / "points.py"
AROUND = ring("(-2,1)")


def speaking(table: Table, said: Points) -> Table:
    """Return a table at which a module says something at the rule points."""
    return table.with_part(Module(chapter=Chapter("speaking"), points=said))


def test_every_point_has_a_sentence() -> None:
    tree = ast.parse(POINTS.read_text())
    body = next(part.body for part in tree.body if isinstance(part, ast.ClassDef) and part.name == "Points")
    told = {
        field.target.id: said.value.value
        for field, said in pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(said, ast.Expr)
        and isinstance(said.value, ast.Constant)
    }
    assert list(told) == [point.name for point in fields(Points)]
    assert all(str(sentence).endswith(".") for sentence in told.values())


def test_a_module_keeps_the_robber_from_tiles() -> None:
    said = Points(robber_tiles=(lambda state: 1 << HILL,), why_no_robber=(lambda state, at: "toy.robber.hills",))
    table = speaking(Table().phase("roll").roll(7), said)
    assert table.listed(0) == [MoveRobber(HILL)]
    assert table.refused(0, MoveRobber(FOREST)) == "toy.robber.hills"


def test_a_module_keeps_seats_from_being_robbed() -> None:
    said = Points(victims=(lambda state, seat: 0b1011,), why_no_victim=(lambda state, seat, other: "toy.robber.shy",))
    table = Table().settlement(1, AROUND[0]).settlement(2, AROUND[2]).hand(1, wool=1).hand(2, wool=1)
    table = speaking(table.phase("roll").roll(7), said).when(0, MoveRobber(FOREST))
    assert Steal(1) in table.listed(0)
    assert Steal(2) not in table.listed(0)
    assert table.refused(0, Steal(2)) == "toy.robber.shy"
    assert table.when(0, Steal(1), WOOL).happened(CardStolen) == [CardStolen(0, 1, WOOL)]


def test_a_module_that_protects_everybody_leaves_nothing_to_steal() -> None:
    table = Table().settlement(1, AROUND[0]).hand(1, wool=1).phase("roll").roll(7)
    speaking(table, Points(victims=(lambda state, seat: 0,))).when(0, MoveRobber(FOREST))
    assert table.state.agenda[-1].kind == TRADE


def test_a_module_raises_the_limit_of_a_hand() -> None:
    table = Table().hand(1, wool=8).hand(2, ore=8).phase("roll")
    speaking(table, Points(hand_limit=(lambda state, seat: int(seat == 1),))).roll(7)
    assert table.state.agenda[-1].seats == 1 << 2


def test_a_module_adds_to_what_a_roll_pays() -> None:
    table = Table().phase("roll")
    gains = (0, 0, 1, 0, 0, *(0,) * (3 * KINDS))
    speaking(table, Points(yields=(lambda state, number: gains,))).roll(8)
    assert table.happened(ResourcesProduced) == [ResourcesProduced(gains)]


def test_a_module_closes_edges_and_names_the_rule() -> None:
    way = path_edges(AROUND[:3])
    table = Table().settlement(0, AROUND[0]).hand(0, brick=1, lumber=1)
    closed = Points(edges=(lambda state, seat: ~(1 << way[0]),), why_no_road=(lambda state, seat, at: "toy.edge",))
    assert BuildRoad(way[0]) in table.listed(0)
    speaking(table, closed)
    assert BuildRoad(way[0]) not in table.listed(0)
    assert table.refused(0, BuildRoad(way[0])) == "toy.edge"


def test_a_module_closes_sites_and_names_the_rule() -> None:
    way = path_edges(AROUND[:3])
    table = Table().road(0, *way).hand(0, brick=1, lumber=1, wool=1, grain=1)
    closed = Points(sites=(lambda state: ~(1 << AROUND[2]),), why_no_site=(lambda state, at: "toy.site",))
    assert BuildSettlement(AROUND[2]) in table.listed(0)
    speaking(table, closed)
    assert BuildSettlement(AROUND[2]) not in table.listed(0)
    assert table.refused(0, BuildSettlement(AROUND[2])) == "toy.site"


def test_a_module_says_how_many_pieces_there_are() -> None:
    table = speaking(Table(), Points(pieces=((2, 1, 0),)))
    table.road(0, *path_edges(AROUND[:3])).settlement(0, AROUND[0])
    assert table.view(0)["seats"][0]["supply"] == {"roads": 0, "settlements": 0, "cities": 0}
    assert table.hand(0, brick=1, lumber=1).refused(0, BuildRoad(0)) == "catan.road.limit"
