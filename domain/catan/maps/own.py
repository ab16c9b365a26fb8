"""Checks boards of one's own, and writes them as the name of a map: `own-1.` and a short text that fits into addresses.

docs/boards.md specifies the text. A board is a document with `tiles` (q, r, terrain, token), `harbors` (q, r, side,
kind) and perhaps `red_neighbors`, which says that 6 and 8 may lie side by side.
"""

import re
from collections.abc import Sequence
from typing import Final

from domain.catan.maps.validate import NUMBERS, SEATS
from domain.catan.terms import HARBORS, TERRAINS
from domain.catan.topology import DIRECTIONS, Hex, Point, corner, neighbor
from domain.core.documents import Document, JsonObject
from domain.core.errors import Unsound

FAMILY: Final = "own-"
EDITION: Final = "own-1"
LONGEST: Final = 300
"""Limits the characters of a text; none that is written has more than 270."""
MOST_TILES: Final = 60
MOST_HARBORS: Final = 24
MOST_ACROSS: Final = 25
"""Limits the rows and the columns from the first tile to the last one."""
FARTHEST: Final = 99
"""Limits the coordinates of tiles in every direction."""
RED: Final = (6, 8)

_DIGITS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_TILES: Final = _DIGITS[10:61]
"""Has a letter for each terrain with each number, and the last one for the desert."""
_MODULUS: Final = 3833
"""Is the greatest prime whose remainders have two digits."""
_ROW: Final = re.compile(r"(?:(?:[1-9][0-9]?)?[A-Za-y])+")
_STEP: Final = re.compile(r"([0-9]*)([A-Za-y])")
_ORIGIN: Final = re.compile(r"(-?[0-9]{1,2})_(-?[0-9]{1,2})")
_DESERT: Final = "desert"


def is_own(name: str) -> bool:
    """Return whether a name is that of a board of one's own, of whatever edition."""
    return name.startswith(FAMILY)


def write_board(board: Document) -> str:
    """Return a sound board as its text; raises Unsound, which points into the board."""
    _check_tiles(board["tiles"])
    _check_reds(board)
    _check_harbors(board)
    return _write(board)


def read_board(text: str) -> JsonObject:
    """Return the map that a text stands for; raises Unsound for a damaged text, or one of an unknown edition."""
    if text.partition(".")[0] != EDITION:
        raise Unsound("board.edition", edition=text.partition(".")[0][:20])
    board = _read(text)
    if board is None:
        raise Unsound("board.damaged")
    _check_tiles(board["tiles"])
    _check_harbors(board)
    tiles = sorted(board["tiles"], key=lambda tile: (tile["terrain"] != _DESERT, _ways(tile["token"])))
    told = {"harbors": board["harbors"]} if board["harbors"] else {}
    seats = list_seats([(tile["q"], tile["r"]) for tile in board["tiles"]])
    robber = [tiles[0]["q"], tiles[0]["r"]]
    return {"id": text, "seats": seats, "tiles": board["tiles"], **told, "robber": robber}


def describe_board(layout: Document) -> JsonObject:
    """Return the document of a board from its map."""
    tiles = layout["tiles"]
    wanted = {"red_neighbors": True} if _find_red(tiles) is not None else {}
    return {"tiles": tiles, "harbors": layout.get("harbors", []), **wanted}


def list_seats(places: Sequence[Hex]) -> list[int]:
    """Return the numbers of seats for which an island has enough sites, however badly they found their settlements."""
    sites = len({corner(place, which) for place in places for which in range(6)})
    return [seats for seats in SEATS if sites >= sites_for(seats)]


def sites_for(seats: int) -> int:
    """Return how many intersections a number of seats needs: each settlement but the last takes away four at most."""
    return 4 * (2 * seats - 1) + 1


def _ways(token: int | None) -> int:
    return 0 if token is None else 6 - abs(7 - token)


def _check_tiles(tiles: Sequence[Document]) -> None:
    """Raise Unsound unless the tiles are one island of a size that can be handled, with a number on each land."""
    check_places([(tile["q"], tile["r"]) for tile in tiles], "/tiles")
    for at, tile in enumerate(tiles):
        _check_number(tile, f"/tiles/{at}/token")
    if all(tile["terrain"] == _DESERT for tile in tiles):
        raise Unsound("board.barren", "/tiles")


def _check_number(tile: Document, pointer: str) -> None:
    if tile["terrain"] == _DESERT and tile["token"] is not None:
        raise Unsound("board.desert", pointer)
    if tile["terrain"] != _DESERT and tile["token"] not in NUMBERS:
        raise Unsound("board.number", pointer)


def check_places(places: Sequence[Hex], pointer: str) -> None:
    """Raise Unsound unless the places are those of one island, which is not too large and has room for a game."""
    if not 0 < len(places) <= MOST_TILES:
        raise Unsound("board.size", pointer, found=len(places), most=MOST_TILES)
    seen: set[Hex] = set()
    for at, (q, r) in enumerate(places):
        if (q, r) in seen:
            raise Unsound("board.twice", f"{pointer}/{at}", q=q, r=r)
        if max(abs(q), abs(r)) > FARTHEST:
            raise Unsound("board.far", f"{pointer}/{at}", most=FARTHEST)
        seen.add((q, r))
    columns, rows = [q for q, _ in seen], [r for _, r in seen]
    if max(max(columns) - min(columns), max(rows) - min(rows)) >= MOST_ACROSS:
        raise Unsound("board.wide", pointer, most=MOST_ACROSS)
    joined = _find_joined(places[0], seen)
    for at, (q, r) in enumerate(places):
        if (q, r) not in joined:
            raise Unsound("board.apart", f"{pointer}/{at}", q=q, r=r)
    if not list_seats(places):
        raise Unsound("board.sites", pointer, seats=SEATS[0], due=sites_for(SEATS[0]))


def _find_joined(start: Hex, land: set[Hex]) -> set[Hex]:
    """Return the places that can be reached over land."""
    reached, ahead = {start}, [start]
    while ahead:
        place = ahead.pop()
        more = {neighbor(place, side) for side in DIRECTIONS} & land - reached
        reached |= more
        ahead += more
    return reached


def _check_reds(board: Document) -> None:
    found = None if board.get("red_neighbors") else _find_red(board["tiles"])
    if found is not None:
        raise Unsound("board.red", f"/tiles/{found}/token", token=board["tiles"][found]["token"])


def _find_red(tiles: Sequence[Document]) -> int | None:
    """Return the first tile with a 6 or 8 beside another one; None if there is none."""
    red = {(tile["q"], tile["r"]) for tile in tiles if tile["token"] in RED}
    for at, tile in enumerate(tiles):
        place = tile["q"], tile["r"]
        if place in red and any(neighbor(place, side) in red for side in DIRECTIONS):
            return at
    return None


def _check_harbors(board: Document) -> None:
    """Raise Unsound unless harbors lie on coasts, and none shares an intersection with another."""
    land = {(tile["q"], tile["r"]) for tile in board["tiles"]}
    taken: dict[Point, int] = {}
    if len(board["harbors"]) > MOST_HARBORS:
        raise Unsound("board.harbors", "/harbors", found=len(board["harbors"]), most=MOST_HARBORS)
    for at, harbor in enumerate(board["harbors"]):
        place, side = (harbor["q"], harbor["r"]), harbor["side"]
        if place not in land:
            raise Unsound("board.harbor_tile", f"/harbors/{at}", q=place[0], r=place[1])
        if neighbor(place, side) in land:
            raise Unsound("board.inland", f"/harbors/{at}/side", side=side)
        which = DIRECTIONS.index(side)
        for point in (corner(place, which), corner(place, which + 1)):
            if point in taken:
                raise Unsound("board.crowded", f"/harbors/{at}", harbor=taken[point])
            taken[point] = at


def _write(board: Document) -> str:
    tiles = {(tile["q"], tile["r"]): tile for tile in board["tiles"]}
    places = sorted(tiles, key=lambda place: (place[1], place[0]))
    left, top = min(q for q, _ in places), places[0][1]
    rows = [
        _write_row([(q, tiles[q, row]) for q, r in places if r == row], left) for row in range(top, places[-1][1] + 1)
    ]
    numbers = {place: at for at, place in enumerate(places)}
    harbors = sorted(
        (numbers[one["q"], one["r"]], DIRECTIONS.index(one["side"]), HARBORS.index(one["kind"]))
        for one in board["harbors"]
    )
    shifted = [] if (left, top) == _usual_origin(places) else [f"{left}_{top}"]
    signs = [_DIGITS[at] + _DIGITS[side * len(HARBORS) + kind] for at, side, kind in harbors]
    text = ".".join([EDITION, "-".join(rows), "".join(signs), *shifted])
    return f"{text}.{_check_digits(text)}"


def _write_row(row: Sequence[tuple[int, Document]], left: int) -> str:
    written, due = "", left
    for q, tile in row:
        written += (str(q - due) if q > due else "") + _letter(tile)
        due = q + 1
    return written


def _letter(tile: Document) -> str:
    if tile["terrain"] == _DESERT:
        return _TILES[-1]
    return _TILES[TERRAINS.index(tile["terrain"]) * len(NUMBERS) + NUMBERS.index(tile["token"])]


def _usual_origin(places: Sequence[Hex]) -> Hex:
    """Return the first column and row of an island whose middle lies at (0, 0)."""
    columns, rows = [q for q, _ in places], [r for _, r in places]
    return -((max(columns) - min(columns) + 1) // 2), -((max(rows) - min(rows) + 1) // 2)


def _check_digits(text: str) -> str:
    """Return two digits that tell whether one character of a text was changed, or two exchanged."""
    left = sum(at * ord(sign) for at, sign in enumerate(text, 1)) % _MODULUS
    return _DIGITS[left // len(_DIGITS)] + _DIGITS[left % len(_DIGITS)]


def _read(text: str) -> JsonObject | None:
    """Return the board of a text of this edition; None unless it is exactly what would be written of that board."""
    fields = text.split(".")
    if len(text) > LONGEST or len(fields) not in (4, 5) or fields[-1] != _check_digits(text[:-3]):
        return None
    tiles = _read_rows(fields[1].split("-"))
    if not 0 < len(tiles) <= MOST_TILES:
        return None
    left, top = _usual_origin([(tile["q"], tile["r"]) for tile in tiles])
    if len(fields) == 5:
        named = _ORIGIN.fullmatch(fields[3])
        if named is None:
            return None
        left, top = int(named[1]), int(named[2])
    moved: list[JsonObject] = [{**tile, "q": tile["q"] + left, "r": tile["r"] + top} for tile in tiles]
    harbors = _read_harbors(fields[2], moved)
    board: JsonObject = {"tiles": moved, "harbors": harbors}
    return board if harbors is not None and _write(board) == text else None


def _read_rows(rows: Sequence[str]) -> list[JsonObject]:
    """Return the tiles of some rows, counted from the first column and row; none if a row cannot be read."""
    if not all(_ROW.fullmatch(row) for row in rows):
        return []
    tiles: list[JsonObject] = []
    for r, row in enumerate(rows):
        q = 0
        for gap, letter in _STEP.findall(row):
            q += int(gap or 0)
            number = _TILES.index(letter)
            is_desert = letter == _TILES[-1]
            terrain = _DESERT if is_desert else TERRAINS[number // len(NUMBERS)]
            token = None if is_desert else NUMBERS[number % len(NUMBERS)]
            tiles.append({"q": q, "r": r, "terrain": terrain, "token": token})
            q += 1
    return tiles


def _read_harbors(signs: str, tiles: Sequence[Document]) -> list[JsonObject] | None:
    """Return the harbors of their signs; None if they cannot be read."""
    pairs = [(_DIGITS.find(signs[at]), _DIGITS.find(signs[at + 1])) for at in range(0, len(signs) - 1, 2)]
    most = len(DIRECTIONS) * len(HARBORS)
    if len(signs) % 2 or not all(0 <= at < len(tiles) and 0 <= sign < most for at, sign in pairs):
        return None
    return [
        {
            "q": tiles[at]["q"],
            "r": tiles[at]["r"],
            "side": DIRECTIONS[sign // len(HARBORS)],
            "kind": HARBORS[sign % len(HARBORS)],
        }
        for at, sign in pairs
    ]
