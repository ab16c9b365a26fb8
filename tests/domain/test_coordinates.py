"""Tests that all coordinates of a board share one unit: a hex or a square has sides of 1, x goes right and y down."""

from collections.abc import Iterator
from math import dist, sqrt
from typing import Any

import pytest

from tests.laws.cases import CASES, Case
from tests.laws.playing import open_position

NEARLY = 0.0005
BY_BOARD = {
    (case.ruleset.name, case.map, case.seats): case for case in CASES if case.ruleset.name != "goofspiel"
}.values()
IDS = [case.name for case in BY_BOARD]
HEXES = [case for case in BY_BOARD if case.ruleset.name != "elasund"]


def board_of(case: Case) -> dict[str, Any]:
    board: dict[str, Any] = case.ruleset.geometry(open_position(case, 1)[0])
    return board


def spot(thing: dict[str, Any]) -> tuple[float, float]:
    return thing["x"], thing["y"]


def placed(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every object on a board that has coordinates and no width."""
    if isinstance(value, list):
        for inner in value:
            yield from placed(inner)
    elif isinstance(value, dict):
        if "x" in value and "width" not in value:
            yield value
        for inner in value.values():
            yield from placed(inner)


@pytest.mark.parametrize("case", BY_BOARD, ids=IDS)
def test_the_frame_holds_everything(case: Case) -> None:
    board = board_of(case)
    x, y, width, height = (board["frame"][name] for name in ("x", "y", "width", "height"))
    things = list(placed(board))
    assert len(things) > 30
    assert all(abs(thing["x"] - x) <= width / 2 and abs(thing["y"] - y) <= height / 2 for thing in things)


@pytest.mark.parametrize("case", HEXES, ids=[case.name for case in HEXES])
def test_every_edge_is_as_long_as_the_side_of_a_hex(case: Case) -> None:
    board = board_of(case)
    nodes = {node["id"]: spot(node) for node in board["nodes"]}
    lines = [*board.get("edges", ()), *board.get("roads", ()), *board.get("waterways", ())]
    assert lines
    for line in lines:
        a, b = (nodes[node] for node in line["nodes"])
        assert dist(a, b) == pytest.approx(1, abs=NEARLY)
        assert spot(line) == pytest.approx(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), abs=NEARLY)


@pytest.mark.parametrize("case", HEXES, ids=[case.name for case in HEXES])
def test_hexes_lie_side_by_side(case: Case) -> None:
    board = board_of(case)
    hexes = board.get("tiles") or board["hexes"]
    for one in hexes:
        near = [other for other in hexes if (other["q"] - one["q"], other["r"] - one["r"]) in ((1, 0), (0, 1), (1, -1))]
        assert all(dist(spot(one), spot(other)) == pytest.approx(sqrt(3), abs=NEARLY) for other in near)
    axis, steps = ("x", "q") if board["orientation"] == "flat" else ("y", "r")
    assert [one[axis] for one in hexes] == [1.5 * one[steps] for one in hexes]


@pytest.mark.parametrize("case", HEXES, ids=[case.name for case in HEXES])
def test_a_harbor_lies_in_the_hex_of_sea_beyond_its_edge(case: Case) -> None:
    board = board_of(case)
    middles = [spot(tile) for tile in board.get("tiles", ())]
    for harbor in board.get("harbors", ()):
        assert all(dist(spot(harbor), middle) > sqrt(3) - NEARLY for middle in middles)
        edge = board["edges"][harbor["edge"]]
        assert dist(spot(harbor), spot(edge)) == pytest.approx(sqrt(3) / 2, abs=NEARLY)


def test_the_squares_of_a_city_lie_side_by_side_from_its_corner() -> None:
    board = board_of(next(case for case in BY_BOARD if case.ruleset.name == "elasund"))
    assert [spot(square) for square in board["squares"]] == [
        (square["id"] // 10 + 0.5, square["id"] % 10 + 0.5) for square in board["squares"]
    ]
    assert [row["y"] for row in board["rows"]] == [at + 0.5 for at in range(10)]
