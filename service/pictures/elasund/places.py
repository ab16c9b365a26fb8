"""Marks where squares, wall spaces and rows lie, for programs that show the picture."""

from domain.elasund.board import LABELS, ROWS, squares_of, wall_place
from service.pictures.elasund.ground import SIDE, City
from service.pictures.shapes import Group, Point, place


def draw_places(city: City) -> Group:
    """Mark every place by the id that commands use; nothing is seen of it."""
    squares = [(square, *city.corner(square)) for square in squares_of(city.board.inside)]
    return Group(
        "places",
        "",
        (
            *[place("square", square, *_corners(x, y, SIDE, SIDE)) for square, x, y in squares],
            *[place("space", space, *_cell(city, space)) for space in city.board.wall_spaces()],
            *[place("row", LABELS[row], city.label(row), radius=24) for row in range(ROWS)],
        ),
    )


def _cell(city: City, space: int) -> tuple[Point, ...]:
    cell = city.strip(*wall_place(space, city.board.columns))
    return _corners(cell.x, cell.y, cell.across, cell.down)


def _corners(x: int, y: int, across: int, down: int) -> tuple[Point, ...]:
    return (x, y), (x + across, y), (x + across, y + down), (x, y + down)
