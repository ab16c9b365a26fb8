"""Draws boards in characters: places to scale, pieces with the number of their seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from longroad_client.boards import Layout, Spot
from longroad_client.command.showing import color_of

if TYPE_CHECKING:
    from rich.text import Text

Json = Mapping[str, Any]
Marks = Iterator[tuple[Spot, str, str]]
COLUMNS: Final = 5.6
"""Says how many columns the side of a hex or of a square takes; a row is twice as high as a column is wide."""
GOODS: Final = {"hills": "brick", "forest": "lumber", "pasture": "wool", "fields": "grain", "mountains": "ore"}
STEPS: Final = 12


class Canvas:
    """Holds characters with their colors, by row and column."""

    def __init__(self, board: Json) -> None:
        self.layout = Layout(board, board["frame"]["width"] * COLUMNS)
        self.rows = round(self.layout.height / 2) + 1
        self.cells: dict[tuple[int, int], tuple[str, str]] = {}

    def write(self, spot: Spot, text: str, style: str = "") -> None:
        """Write a text with its middle at a spot."""
        row, first = round(spot.y / 2), round(spot.x - len(text) / 2)
        for place, character in enumerate(text):
            self.cells[row, first + place] = character, style

    def line(self, a: Spot, b: Spot, style: str, character: str = "") -> None:
        """Draw a line, of the character that leans as it does unless one is named."""
        lean = "|" if abs(a.x - b.x) < 1 else "-" if abs(a.y - b.y) < 2 else "\\" if (a.x < b.x) == (a.y < b.y) else "/"
        for step in range(2, STEPS - 1):
            share = step / STEPS
            self.write(Spot(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)), character or lean, style)

    def text(self) -> Text:
        """Return what was drawn."""
        from rich.text import Text

        drawn = Text()
        for row in range(self.rows):
            columns = [column for at, column in self.cells if at == row]
            for column in range(max(columns, default=-1) + 1):
                drawn.append(*self.cells.get((row, column), (" ", "")))
            drawn.append("\n")
        return drawn


def has_board(view: Json) -> bool:
    """Return whether a game has a board, and has begun."""
    return bool(view["ruleset"] in PAINTERS and view.get("state"))


def draw_board(board: Json, view: Json, seat: int | None = None) -> Text:
    """Return the board with what lies on it, of the dice game the sheet of a seat."""
    canvas = Canvas(board)
    places = [place for name in ("tiles", "hexes", "squares") for place in board.get(name, ())]
    for place in places:
        corners = canvas.layout.corners(place)
        for one, other in zip(corners, [*corners[1:], corners[0]], strict=True):
            canvas.line(one, other, "dim")
    for spot, text, style in PAINTERS[board["ruleset"]](canvas, board, view["state"], seat or 0):
        canvas.write(spot, text, style)
    return canvas.text()


def _catan(canvas: Canvas, board: Json, state: Json, seat: int) -> Marks:
    at, edges = canvas.layout.at, {edge["id"]: edge for edge in board["edges"]}
    for tile in board["tiles"]:
        spot = canvas.layout.spot(tile)
        yield spot, GOODS.get(tile["terrain"], tile["terrain"]), ""
        mark = "robber" if tile["id"] == state["robber"] else str(tile["token"] or "")
        yield Spot(spot.x, spot.y + 2), mark, "bold red" if mark in ("robber", "6", "8") else "bold"
    for harbor in board["harbors"]:
        yield canvas.layout.spot(harbor), "3:1" if harbor["kind"] == "any" else str(harbor["kind"]), "cyan"
    for player in state["seats"]:
        for edge in player["roads"]:
            a, b = (at("node", node) for node in edges[edge]["nodes"])
            canvas.line(a, b, f"bold {color_of(player['seat'])}", str(player["seat"]))
    for player in state["seats"]:
        style = f"bold reverse {color_of(player['seat'])}"
        yield from ((at("node", node), f"s{player['seat']}", style) for node in player["settlements"])
        yield from ((at("node", node), f"C{player['seat']}", style) for node in player["cities"])


def _dice(canvas: Canvas, board: Json, state: Json, seat: int) -> Marks:
    kinds = (("road", "roads", "id"), ("settlement", "settlements", "points"))
    for kind, places, name in (*kinds, ("City", "cities", "points"), ("knight", "knights", "knight")):
        marked = state["seats"][seat][places]
        built = {mark if isinstance(mark, int) else next(iter(mark.values())) for mark in marked}
        for place in board[places]:
            style = "bold reverse green" if place[name] in built else "dim"
            yield canvas.layout.spot(place), f"{kind[0]}{place[name]}", style


def _elasund(canvas: Canvas, board: Json, state: Json, seat: int) -> Marks:
    at, kinds = canvas.layout.at, {kind["building"]: kind for kind in board["buildings"]}
    for row in board["rows"]:
        is_here = row["row"] == state["ship"]
        yield canvas.layout.spot(row), f"{row['row']}{' ship' if is_here else ''}", "bold cyan" if is_here else "cyan"
    for building in state["buildings"]:
        owner, kind = building.get("seat"), kinds[building["building"]]
        style = "bold" if owner is None else f"bold reverse {color_of(owner)}"
        first = at("square", building["square"])
        middle = Spot(first.x + (kind["width"] - 1) / 2 * COLUMNS, first.y + (kind["height"] - 1) / 2 * COLUMNS)
        yield middle, f"{building['building'][:4]}{'' if owner is None else owner}", style
    yield from ((at("square", tile["square"]), "+", "bold") for tile in state["church"]["tiles"])
    for permit in state["permits"]:
        yield at("square", permit["square"]), f"p{permit['value']}", color_of(permit["seat"])
    yield from ((at("space", wall["space"]), "#", color_of(wall["seat"])) for wall in state["walls"])


PAINTERS: Final = {"catan": _catan, "catan-dice": _dice, "elasund": _elasund}
