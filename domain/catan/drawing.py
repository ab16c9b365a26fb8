"""The public board drawn as plain text, for records and terminals."""

from typing import Final

from domain.catan import maps
from domain.catan.state import Public
from domain.catan.terms import HARBORS, TERRAINS

_ACROSS: Final = 6
_DOWN: Final = 2


def draw_board(state: Public) -> str:
    """Tiles with terrain and token, settlements in small and cities in capital seat letters, roads, harbors, points."""
    setting = state.setting
    topology = setting.board.topology
    left = min(x for x, _ in topology.points)
    top = min(y for _, y in topology.points)
    width = (max(x for x, _ in topology.points) - left) * _ACROSS + 12
    height = (max(y for _, y in topology.points) - top) * _DOWN + 3
    canvas = [[" "] * width for _ in range(height)]

    def put(x: float, y: float, word: str) -> None:
        row = round((y - top) * _DOWN) + 1
        column = round((x - left) * _ACROSS) + 4 - len(word) // 2
        for at, letter in enumerate(word):
            canvas[row][column + at] = letter

    for edge, (a, b) in enumerate(topology.edge_nodes):
        (ax, ay), (bx, by) = topology.points[a], topology.points[b]
        put((ax + bx) / 2, (ay + by) / 2, _road(state, edge, (ax - bx) * (ay - by)))
    for node, (x, y) in enumerate(topology.points):
        put(x, y, _building(state, node))
    for tile, (q, r) in enumerate(maps.places(setting.config.map, setting.seats)):
        token = setting.board.tokens[tile]
        put(2 * q + r, 3 * r - 0.5, TERRAINS[setting.board.terrain[tile]])
        put(2 * q + r, 3 * r + 0.5, ("*" if tile == state.robber else "") + (str(token) if token else "-"))
    lines = [line for line in ("".join(row).rstrip() for row in canvas) if line]
    return "\n".join([*lines, "", *_legend(state)])


def _road(state: Public, edge: int, slope: int) -> str:
    for seat in range(state.seats):
        if state.roads[seat] >> edge & 1:
            return f"={seat}="
    return "|" if slope == 0 else ("\\" if slope > 0 else "/")


def _building(state: Public, node: int) -> str:
    for seat in range(state.seats):
        letter = state.setting.colors[seat][0]
        if state.settlements[seat] >> node & 1:
            return letter + str(seat)
        if state.cities[seat] >> node & 1:
            return letter.upper() + str(seat)
    return "."


def _legend(state: Public) -> list[str]:
    """One line a seat, and the harbors by node."""
    board = state.setting.board
    seats = [
        f"seat {seat} ({state.setting.colors[seat]}): {state.points[seat]} points, route {state.routes[seat]}"
        f"{' (Longest Road)' if seat == state.longest_road else ''}, knights {state.knights[seat]}"
        f"{' (Largest Army)' if seat == state.largest_army else ''}"
        for seat in range(state.seats)
    ]
    harbors = [
        f"{HARBORS[kind]} at nodes {board.topology.edge_nodes[edge][0]}/{board.topology.edge_nodes[edge][1]}"
        for edge, kind in zip(board.harbor_edges, board.harbor_kinds, strict=True)
    ]
    return [*seats, "harbors: " + ", ".join(harbors)]
