"""Validates map files: an invalid one is refused before any game is set up on it, naming the file and the field."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from domain.catan.flat_hexes import parse, ring
from domain.catan.terms import HARBORS, TERRAINS
from domain.catan.topology import DIRECTIONS, Hex, Point
from domain.core.documents import JsonObject, JsonValue
from domain.core.errors import InvalidFile

SEATS: Final = range(3, 7)
NUMBERS: Final = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
COUNTED: Final = ("tiles", "paths", "waterways", "towns", "tokens", "documents")
RULES: Final = ("sites", "stop")
_RULE: Final = re.compile(r"[a-z_]+(\.[a-z_0-9]+)+")


class Checker:
    """Checks one map file; every check raises InvalidFile."""

    def __init__(self, file: str, layout: JsonObject) -> None:
        self.file = file
        self.layout = layout

    def need(self, holds: bool, field: str, reason: str) -> None:
        """Raise InvalidFile, naming the field and the reason, unless the condition `holds`."""
        if not holds:
            raise InvalidFile(self.file, field, reason)

    def member(self, field: str, kind: type, within: JsonValue = None) -> JsonValue:
        """Return a required member of the file, or of `within`, whose value must be of the type `kind`."""
        holder = self.layout if within is None else within
        name = field.rsplit(".", 1)[-1]
        self.need(isinstance(holder, dict) and name in holder, field, "missing")
        value = holder[name]
        fits = isinstance(value, kind) and not (kind is int and isinstance(value, bool))
        self.need(fits, field, f"not of type {kind.__name__}")
        return value

    def rows(self, field: str) -> list[tuple[str, JsonObject]]:
        """Return the objects of a list, each with the field that names it, such as `tiles[3]`."""
        found = [(f"{field}[{at}]", row) for at, row in enumerate(self.member(field, list))]
        for place, row in found:
            self.need(isinstance(row, dict), place, "not of type dict")
        return found


def check_map(file: str, layout: JsonValue) -> None:
    """Refuse a map that cannot be played on; `layout` is the file's JSON."""
    if not isinstance(layout, dict):
        raise InvalidFile(file, "(all)", "not of type dict")
    check = Checker(file, layout)
    check.need(check.member("id", str) + ".json" == file, "id", f"not the file's name {file}")
    if "islands" in layout:
        for name, island in check.member("islands", dict).items():
            _check_island(check, f"islands.{name}", island)
        return
    places = _check_tiles(check)
    check.need(check.member("seats", list) != [], "seats", "empty")
    check.need(all(seats in SEATS for seats in layout["seats"]), "seats", "not between 3 and 6")
    if "towns" in layout:
        _check_scenario(check, places)
    else:
        _check_harbors(check, places)


def _check_island(check: Checker, field: str, island: JsonValue) -> None:
    rows = check.member(f"{field}.rows", list, island)
    terrain = check.member(f"{field}.terrain", dict, island)
    tokens = check.member(f"{field}.tokens", list, island)
    size = sum(length for _, _, length in rows)
    check.need(all(kind in TERRAINS for kind in terrain), f"{field}.terrain", "unknown terrain")
    check.need(sum(terrain.values()) == size, f"{field}.terrain", f"wrong count: not {size} hexes")
    check.need(all(number in NUMBERS for number in tokens), f"{field}.tokens", "bad number")
    land = size - terrain.get("desert", 0)
    check.need(len(tokens) == land, f"{field}.tokens", f"wrong count: {len(tokens)}, not {land}")


def _check_tiles(check: Checker) -> list[Hex]:
    places: list[Hex] = []
    for field, tile in check.rows("tiles"):
        place = (check.member(f"{field}.q", int, tile), check.member(f"{field}.r", int, tile))
        check.need(place not in places, field, "stands twice")
        places.append(place)
        check.need(tile.get("terrain") in TERRAINS, f"{field}.terrain", "unknown terrain")
        token = tile.get("token")
        if tile["terrain"] == "desert":
            check.need(token is None, f"{field}.token", "bad number: the desert has none")
        else:
            check.need(token in NUMBERS and not isinstance(token, float), f"{field}.token", f"bad number {token}")
    return places


def _check_harbors(check: Checker, places: Sequence[Hex]) -> None:
    for field, harbor in check.rows("harbors"):
        check.need((harbor.get("q"), harbor.get("r")) in places, field, "at no tile")
        check.need(harbor.get("side") in DIRECTIONS, f"{field}.side", "unknown side")
        check.need(harbor.get("kind") in HARBORS, f"{field}.kind", "unknown kind")


def _check_scenario(check: Checker, places: Sequence[Hex]) -> None:
    counts = check.member("counts", dict)
    for name in COUNTED:
        stated, found = check.member(f"counts.{name}", int, counts), len(check.member(name, list))
        check.need(stated == found, f"counts.{name}", f"wrong count: {stated} stated, {found} found")
    _check_words(check)
    check.need(tuple(check.member("robber", list)) in places, "robber", "on no tile")
    corners = {point for place in places for point in ring(place)}
    paths = [_side(check, f"paths[{at}]", path, corners) for at, path in enumerate(check.layout["paths"])]
    ways = [
        _side(check, f"{field}.path", check.member(f"{field}.path", list, way), corners)
        for field, way in check.rows("waterways")
    ]
    _check_once(check, "paths", paths)
    _check_once(check, "waterways", ways)
    for at, way in enumerate(ways):
        check.need(way not in paths, f"waterways[{at}].path", "is a path too")
    towns = _check_spots(check, "towns", [], paths)
    spots = _check_spots(check, "tokens", towns, paths)
    _check_reach(check, towns, spots, paths, ways)
    _check_production(check, places, spots)
    _check_room(check, towns, paths + ways)
    _check_documents(check, paths, corners)
    _check_canal(check)
    check.need(isinstance(check.layout.get("colored_numbers", False), bool), "colored_numbers", "not of type bool")


def _check_words(check: Checker) -> None:
    rules = check.member("rules", dict)
    for name in (*RULES, *(("waterway",) if check.layout["waterways"] else ())):
        rule = check.member(f"rules.{name}", str, rules)
        check.need(_RULE.fullmatch(rule) is not None, f"rules.{name}", "no rule's id")
    points = check.member("victory_points", dict)
    for seats in check.layout["seats"]:
        check.need(check.member(f"victory_points.{seats}", int, points) > 2, f"victory_points.{seats}", "bad number")
    token_seats = check.member("token_seats", list)
    check.need(all(seats in check.layout["seats"] for seats in token_seats), "token_seats", "not among the seats")
    for name in ("name", "reconstruction"):
        texts = check.member(name, dict)
        check.need("en" in texts and all(isinstance(text, str) for text in texts.values()), name, "no text")
    for language, words in check.member("lexicon", dict).items():
        check.need(isinstance(words, dict), f"lexicon.{language}", "not of type dict")


def _point(check: Checker, field: str, name: JsonValue) -> Point:
    try:
        return parse(name)
    except (ValueError, AttributeError):
        raise InvalidFile(check.file, field, f"{name!r} is no corner such as '0,0,NE'") from None


def _side(check: Checker, field: str, ends: JsonValue, corners: set[Point]) -> frozenset[Point]:
    """Return the two ends of a path or waterway, which must be neighboring corners of the board."""
    check.need(isinstance(ends, list) and len(ends) == 2, field, "not a pair of corners")
    a, b = (_point(check, field, end) for end in ends)
    check.need(a in corners and b in corners, field, "leaves the board")
    step = (abs(a[0] - b[0]), abs(a[1] - b[1]))
    check.need(step in ((2, 0), (1, 1)), field, "its ends are not neighbors")
    return frozenset((a, b))


def _check_once(check: Checker, field: str, sides: Sequence[frozenset[Point]]) -> None:
    for at, side in enumerate(sides):
        check.need(side not in sides[:at], f"{field}[{at}]", "stands twice")


def _check_spots(check: Checker, field: str, taken: Sequence[Point], paths: Sequence[frozenset[Point]]) -> list[Point]:
    """Return the points that were `taken` before, then those of the towns or tokens in `field`."""
    spots = list(taken)
    names = [town["name"] for town in check.layout["towns"]] if taken else []
    for place, row in check.rows(field):
        name = check.member(f"{place}.name", str, row)
        check.need(name not in names, f"{place}.name", f"{name} stands twice")
        point = _point(check, f"{place}.node", row.get("node"))
        check.need(point not in spots, f"{place}.node", "stands twice")
        check.need(any(point in path for path in paths), f"{place}.node", f"unreachable: no path leads to {name}")
        names.append(name)
        spots.append(point)
    return spots


def _check_reach(
    check: Checker,
    towns: Sequence[Point],
    spots: Sequence[Point],
    paths: Sequence[frozenset[Point]],
    ways: Sequence[frozenset[Point]],
) -> None:
    """Check that all spots are connected, and that each one off the water has a path to a place off the water."""
    joined = _connect(spots[0], [*paths, *ways]) if spots else set()
    wet = {point for way in ways for point in way}
    for at, point in enumerate(spots):
        field = f"towns[{at}].node" if at < len(towns) else f"tokens[{at - len(towns)}].node"
        check.need(point in joined, field, "unreachable from the first town")
        dry = any(point in path and not (path - {point}) & wet for path in paths)
        check.need(dry or point in wet, field, "unreachable: a waterway touches all of its paths")


def _connect(start: Point, sides: Iterable[frozenset[Point]]) -> set[Point]:
    joined, left = {start}, list(sides)
    while True:
        touching = [side for side in left if side & joined]
        if not touching:
            return joined
        joined.update(*touching)
        left = [side for side in left if not side <= joined]


def _check_production(check: Checker, places: Sequence[Hex], spots: Sequence[Point]) -> None:
    off_map = [(field, town) for field, town in check.rows("towns") if "produces" in town]
    for field, town in off_map:
        tiles = check.member(f"{field}.produces", list, town)
        check.need(all(tuple(tile) in places for tile in tiles), f"{field}.produces", "no such tile")
    corners = {point for place in places for point in ring(place)}
    far = {parse(town["node"]) for _, town in off_map}
    for at, point in enumerate(spots):
        check.need(point in corners or point in far, f"towns[{at}].node", "at no tile")


def _check_room(check: Checker, towns: Sequence[Point], sides: Sequence[frozenset[Point]]) -> None:
    """Check that the last player to found a settlement still finds a town, wherever the others have settled."""
    blocked = [1 + sum(1 for other in towns if frozenset((town, other)) in sides) for town in towns]
    most = 2 * max(check.layout["seats"])
    room = len(towns) - sum(sorted(blocked, reverse=True)[: most - 1])
    check.need(room > 0, "towns", f"wrong count: too few for {most} settlements")


def _check_documents(check: Checker, paths: Sequence[frozenset[Point]], corners: set[Point]) -> None:
    seen: list[frozenset[Point]] = []
    for field, document in check.rows("documents"):
        check.member(f"{field}.name", str, document)
        side = _side(check, f"{field}.path", check.member(f"{field}.path", list, document), corners)
        check.need(side in paths, f"{field}.path", "no path is there")
        check.need(side not in seen, f"{field}.path", "stands twice")
        check.need(document.get("kind") in HARBORS, f"{field}.kind", "unknown kind")
        seen.append(side)


def _check_canal(check: Checker) -> None:
    field = "canal"
    if field not in check.layout:
        return
    canal = check.member(field, dict)
    names = [town["name"] for town in check.layout["towns"]]
    check.need(check.member(f"{field}.tokens", int, canal) > 0, f"{field}.tokens", "wrong count")
    for at, name in enumerate(check.member(f"{field}.towns", list, canal)):
        check.need(name in names, f"{field}.towns[{at}]", f"no town {name}")
