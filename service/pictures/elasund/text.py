"""Draws the public board as plain text, for records and terminals."""

from typing import Final

from domain.elasund.board import (
    COAST,
    EAST_WALL,
    FOUNDATION,
    LABELS,
    NORTH_WALL,
    ROWS,
    SOUTH_WALL,
    row_of,
    square,
    squares_of,
)
from domain.elasund.pieces import KIND_OF_PIECE, TRACK_SPACES
from domain.elasund.state import Public
from domain.elasund.terms import PERMITS

# A building's letter by kind: hut, Hut, house, workshop, well, stalls, inn, shop, large.
_LETTERS: Final = ("t", "T", "h", "w", "o", "m", "i", "s", "L")
_LEGEND: Final = (
    "t T huts, h house, w workshop, o well, m stalls, i inn, s shop, L large building, each with its seat; "
    "a permit as seat:value; + church; ~ 1 windmill, = 2; # foundation; > ship; walls as seat, tower as seat*"
)


def draw_board(state: Public) -> str:
    """Draw rows with dice totals, ship, buildings, permits and walls; one line per seat below."""
    columns = state.setting.board.columns
    lines = [_wall_line(state, NORTH_WALL, columns)]
    for y in range(ROWS):
        ship = ">" if state.ship == y else " "
        cells = "".join(f"{_cell(state, square(x, y)):>4}" for x in range(columns))
        lines.append(f"{LABELS[y]:>2}{ship}{cells} {_wall(state, EAST_WALL + y)}")
    lines.append(_wall_line(state, SOUTH_WALL, columns))
    return "\n".join([*(line.rstrip() for line in lines), "", *[_seat(state, s) for s in range(state.seats)], _LEGEND])


def _wall_line(state: Public, first: int, columns: int) -> str:
    return "   " + "".join(f"{_wall(state, first + x):>4}" for x in range(columns))


def _wall(state: Public, space: int) -> str:
    for wall in state.walls:
        if wall.space == space:
            return f"{wall.seat}*" if wall.cube else str(wall.seat)
    return ""


def _cell(state: Public, place: int) -> str:
    piece = state.grid[place] - 1
    if piece >= 0:
        return f"{_LETTERS[KIND_OF_PIECE[piece]]}{state.holders[piece]}"
    if state.permit_squares >> place & 1:
        owner, value = divmod(state.permits.index(place), PERMITS)
        return f"{owner}:{value}"
    if state.church >> place & 1:
        return f"+{_church_owner(state, place)}"
    return _ground(state, place)


def _church_owner(state: Public, place: int) -> int:
    offset = place - state.church_corner
    return state.church_owners[3 * row_of(offset) + offset // 10]


def _ground(state: Public, place: int) -> str:
    if place == FOUNDATION:
        return "#"
    if COAST >> place & 1:
        return "~"
    return "=" if state.setting.board.gate_fields >> place & 1 else "."


def _seat(state: Public, seat: int) -> str:
    cubes = "/".join(str(space) for space in TRACK_SPACES if state.track[seat] >> space & 1)
    track = f" (cubes on {cubes})" if cubes else ""
    placed = len(squares_of(state.own_permits[seat]))
    won = ", winner" if seat in state.winners else ""
    return (
        f"seat {seat} ({state.setting.colors[seat]}): {state.points[seat]} cubes, trade {state.trade[seat]}{track}, "
        f"walls {state.wall_counts[seat]}, permits placed {placed}{won}"
    )
