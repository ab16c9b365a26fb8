"""Draws the shapes of a Catan board, with any map and any modules."""

from typing import TypeVar

from longroad_client.models import (
    BuildCity,
    BuildRoad,
    BuildSettlement,
    CallRoadBuilders,
    CatanBoard,
    CatanSeat,
    CatanState,
    FoundRoad,
    FoundSettlement,
    MoveRobber,
    UseKnightToBuilding,
    UseMoveRoad,
    UseRoadHelp,
    UseRobberToDesert,
)
from longroad_client.types import Unset
from shapes import COLORS, Spot, box, color, disc, hexagon, line, text

Thing = TypeVar("Thing")


class Picture:
    """Holds the places of a board by their ids."""

    def __init__(self, board: CatanBoard) -> None:
        self.board = board
        self.nodes = {node.id: node for node in board.nodes}
        self.edges = {edge.id: edge for edge in board.edges}
        self.tiles = {tile.id: tile for tile in board.tiles}

    def pieces(self, state: CatanState | None) -> list[str]:
        """Return the shapes of the land and of the pieces on it."""
        if state is None:
            return self.land()
        owned = [shape for seat in state.seats for shape in self.owned(seat)]
        return [*self.land(), *owned, disc(self.tiles[state.robber], 0.3, "black")]

    def land(self) -> list[str]:
        """Return the shapes that stay the same during a game."""
        board = self.board
        return [
            *(hexagon(tile, board.orientation.value == "flat", COLORS[tile.terrain.value]) for tile in board.tiles),
            *(text(tile, "" if tile.token is None else str(tile.token)) for tile in board.tiles),
            *(self.along(edge.id, "white") for edge in board.edges),
            *(text(harbor, harbor.kind.value) for harbor in board.harbors),
            *(text(document, document.name) for document in known(board.documents)),
            *(text(token, token.name) for token in known(board.tokens)),
            *(text(town, town.name) for town in known(board.towns)),
            *(text(waterway, waterway.name) for waterway in known(board.waterways)),
        ]

    def owned(self, seat: CatanSeat) -> list[str]:
        """Return the roads, settlements and cities of a seat."""
        mine = color(seat.seat)
        return [
            *(self.along(edge, mine) for edge in seat.roads),
            *(disc(self.nodes[node], 0.15, mine) for node in seat.settlements),
            *(box(self.nodes[node], 0.4, 0.4, mine) for node in seat.cities),
        ]

    def along(self, edge: int, stroke: str) -> str:
        """Return a line along an edge."""
        a, b = self.edges[edge].nodes
        return line(self.nodes[a], self.nodes[b], stroke)

    def place(self, command: object) -> Spot | None:
        """Return the place of a command's effect, or None if it is not on the board."""
        match command:
            case FoundSettlement() | BuildSettlement() | BuildCity() | UseKnightToBuilding():
                return self.nodes[command.node]
            case FoundRoad() | BuildRoad() | CallRoadBuilders() | UseRoadHelp() | UseMoveRoad():
                return self.edges[command.edge]
            case MoveRobber() | UseRobberToDesert():
                return self.tiles[command.tile]
        return None


def known(things: list[Thing] | Unset) -> list[Thing]:
    """Return the things, or an empty list where the map has no such things."""
    return [] if isinstance(things, Unset) else things
