"""Draws the public board as plain text, for records and terminals."""

from typing import Final

from domain.catan import maps
from domain.catan.state import Public, Setting
from domain.catan.terms import HARBORS, TERRAINS
from service.pictures.catan.modules import art_of

# Characters to the right and lines down for one step of the coordinates, under pointed and under flat tops.
_POINTED: Final = (6, 2)
_FLAT: Final = (4, 3)
_WIDEST: Final = 13


def draw_board(state: Public) -> str:
    """Draw tiles with terrain and token, settlements and cities as small and capital letters, roads, harbors."""
    setting = state.setting
    topology = setting.board.topology
    across, down = _FLAT if topology.is_flat else _POINTED
    left = min(x for x, _ in topology.points)
    top = min(y for _, y in topology.points)
    width = (max(x for x, _ in topology.points) - left) * across + 12
    height = (max(y for _, y in topology.points) - top) * down + 3
    canvas = [[" "] * width for _ in range(height)]

    def put(x: float, y: float, word: str, below: int = 0) -> None:
        row = round((y - top) * down) + 1 + below
        column = round((x - left) * across) + 4 - len(word) // 2
        for at, letter in enumerate(word):
            canvas[row][column + at] = letter

    for edge, (a, b) in enumerate(topology.edge_nodes):
        (ax, ay), (bx, by) = topology.points[a], topology.points[b]
        put((ax + bx) / 2, (ay + by) / 2, _road(state, edge, ax - bx, ay - by))
    sites = _sites(state)
    for node, (x, y) in enumerate(topology.points):
        put(x, y, _building(state, node, "o" if sites >> node & 1 else "."))
    for tile, (x, y) in enumerate(topology.centers):
        token = setting.board.tokens[tile]
        put(x, y, _terrain(setting, tile), -1)
        put(x, y, ("*" if tile == state.robber else "") + (str(token) if token else "-"), 1)
    lines = [line for line in ("".join(row).rstrip() for row in canvas) if line]
    return "\n".join([*lines, "", *_legend(state)])


def _terrain(setting: Setting, tile: int) -> str:
    """Return the word for a tile's terrain on this map, as much of it as a tile is wide."""
    return maps.word(setting.config.map, TERRAINS[setting.board.terrain[tile]])[:_WIDEST]


def _sites(state: Public) -> int:
    """Return the only nodes where settlements may stand; none where they may stand anywhere."""
    mask = 0
    for sites in state.setting.rules.points.sites:
        mask |= sites(state)
    return mask


def _road(state: Public, edge: int, right: int, below: int) -> str:
    for seat in range(state.seats):
        if state.roads[seat] >> edge & 1:
            return f"={seat}="
    if right == 0:
        return "|"
    if below == 0:
        return "--"
    return "\\" if right * below > 0 else "/"


def _building(state: Public, node: int, empty: str) -> str:
    for seat in range(state.seats):
        letter = state.setting.colors[seat][0]
        if state.settlements[seat] >> node & 1:
            return letter + str(seat)
        if state.cities[seat] >> node & 1:
            return letter.upper() + str(seat)
    return empty


def _legend(state: Public) -> list[str]:
    """Return one line per seat, and the harbors by node."""
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
    more = [line for art in art_of(state.setting) for line in art.legend(state)]
    return [*seats, *(["harbors: " + ", ".join(harbors)] if harbors else []), *more]
