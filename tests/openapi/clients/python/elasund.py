"""Draws the shapes of the city of Elasund."""

from dataclasses import dataclass

from longroad_client.models import (
    BuildTile,
    BuildWall,
    ElasundBoard,
    ElasundBuilding,
    ElasundState,
    MovePermit,
    MoveShip,
    PlaceExtraPermit,
    PlacePermit,
    ReplaceHut,
)
from shapes import Spot, box, color, disc, text


@dataclass
class Middle:
    """Represents the middle of several squares."""

    x: float
    y: float


class Picture:
    """Holds the places of the city by the names that commands use."""

    def __init__(self, board: ElasundBoard) -> None:
        self.board = board
        self.squares = {square.id: square for square in board.squares}
        self.walls = {space.id: space for space in board.walls}
        self.rows = {row.row.value: row for row in board.rows}
        self.kinds = {kind.building.value: kind for kind in board.buildings}

    def pieces(self, state: ElasundState | None) -> list[str]:
        """Return the shapes of the city, of the buildings in it, and of the ship."""
        if state is None:
            return self.printed()
        ship = [] if state.ship is None else [disc(self.rows[state.ship.value], 0.2, "black")]
        return [
            *self.printed(),
            *(self.building(building) for building in state.buildings),
            *(box(self.squares[tile.square], 1, 1, "silver") for tile in state.church.tiles),
            *(text(self.squares[permit.square], str(permit.value)) for permit in state.permits),
            *(box(self.walls[wall.space], 0.5, 0.5, color(wall.seat)) for wall in state.walls),
            *ship,
        ]

    def printed(self) -> list[str]:
        """Return the shapes that are the same in every game."""
        return [
            *(box(square, 1, 1, "wheat") for square in self.board.squares),
            *(text(row, str(row.row.value)) for row in self.board.rows),
            *(text(gate, "gate") for gate in self.board.gates),
            *(disc(space, 0.1, "gray") for space in self.board.walls),
        ]

    def building(self, built: ElasundBuilding) -> str:
        """Return the shape of a building; its square is the one farthest to the upper left."""
        kind, first = self.kinds[built.building.value], self.squares[built.square]
        middle = Middle(first.x + (kind.width - 1) / 2, first.y + (kind.height - 1) / 2)
        return box(middle, kind.width, kind.height, color(built.seat))

    def place(self, command: object) -> Spot | None:
        """Return the place of a command's effect, or None if it is not in the city."""
        match command:
            case BuildTile() | ReplaceHut() | PlacePermit() | PlaceExtraPermit() | MovePermit():
                return self.squares[command.square]
            case BuildWall():
                return self.walls[command.space]
            case MoveShip():
                return self.rows[command.row]
        return None
