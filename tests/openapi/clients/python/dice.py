"""Draws the sheets of the dice game, one over the other."""

from longroad_client.models import (
    BuildKnight,
    DiceBoard,
    DiceBuildCity,
    DiceBuildRoad,
    DiceBuildSettlement,
    DiceSeat,
    DiceState,
    UseJoker,
)
from shapes import COLORS, Spot, box, color, disc, hexagon, line, text


class Picture:
    """Holds the places of a sheet by the names that commands use."""

    def __init__(self, board: DiceBoard) -> None:
        self.board = board
        self.nodes = {node.id: node for node in board.nodes}
        self.roads = {road.id: road for road in board.roads}
        self.settlements = {settlement.points: settlement for settlement in board.settlements}
        self.cities = {city.points: city for city in board.cities}
        self.knights = {knight.knight: knight for knight in board.knights}

    def pieces(self, state: DiceState | None) -> list[str]:
        """Return the shapes of what is printed and of what players have built."""
        owned = [shape for seat in state.seats for shape in self.owned(seat)] if state else []
        return [*self.printed(), *owned]

    def printed(self) -> list[str]:
        """Return the shapes that are the same at every table."""
        board = self.board
        return [
            *(hexagon(tile, True, COLORS[tile.terrain.value]) for tile in board.hexes),
            self.along(board.start_road.nodes, "black"),
            *(self.along(road.nodes, "white") for road in board.roads),
            *(text(settlement, str(settlement.points)) for settlement in board.settlements),
            *(text(city, str(city.points)) for city in board.cities),
            *(text(knight, str(knight.points)) for knight in board.knights),
        ]

    def owned(self, seat: DiceSeat) -> list[str]:
        """Return the shapes of what a seat has built."""
        mine = color(seat.seat)
        return [
            *(self.along(self.roads[road].nodes, mine) for road in seat.roads),
            *(disc(self.settlements[points], 0.15, mine) for points in seat.settlements),
            *(box(self.cities[points], 0.4, 0.4, mine) for points in seat.cities),
            *(disc(self.knights[knight], 0.2, mine) for knight in seat.knights),
        ]

    def along(self, nodes: list[str], stroke: str) -> str:
        """Return a line between two nodes."""
        a, b = nodes
        return line(self.nodes[a], self.nodes[b], stroke)

    def place(self, command: object) -> Spot | None:
        """Return the place of a command's effect, or None if it is not on the sheet."""
        match command:
            case DiceBuildRoad():
                return self.roads[command.road]
            case DiceBuildSettlement():
                return self.settlements[command.points]
            case DiceBuildCity():
                return self.cities[command.points]
            case BuildKnight() | UseJoker():
                return self.knights[command.knight]
        return None
