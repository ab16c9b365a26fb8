"""Tests map files: bad ones are refused with file and field, and the shipped ones describe themselves truly."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from domain.catan import CATAN, maps
from domain.catan.maps.validate import check_map
from domain.core.errors import InvalidFile
from service.pictures.catan.text import draw_board
from tests.domain.catan.land import MALLORCA, NEW_YORK, Land, made_up

Layout = dict[str, Any]


def altered(name: str, change: Callable[[Layout], None]) -> InvalidFile:
    """Return the refusal of a shipped map after a change."""
    layout = deepcopy(maps.read(name))
    change(layout)
    with pytest.raises(InvalidFile) as refusal:
        check_map(f"{name}.json", layout)
    return refusal.value


def put(*way: Any) -> Callable[[Layout], None]:
    """Return a change that writes the last of `way` where the members before it lead."""

    def change(layout: Layout) -> None:
        at: Any = layout
        for step in way[:-2]:
            at = at[step]
        at[way[-2]] = way[-1]

    return change


def test_a_file_in_the_folder_is_a_map(tmp_path: Path) -> None:
    for name, text in (("b", '{"order": 1}'), ("d", "{}"), ("c", "no JSON"), ("a", '{"order": 2}')):
        (tmp_path / f"{name}.json").write_text(text)
    assert maps.find_maps(tmp_path) == ("b", "a", "c", "d")
    assert maps.find_maps(Path(maps.__file__).parent) == maps.NAMES == ("beginner", "variable", "new-york", "mallorca")


def cut_off(layout: Layout) -> None:
    """Remove every path that leads to Buffalo."""
    layout["paths"] = [path for path in layout["paths"] if "-3,0,SW" not in path]
    layout["documents"] = layout["documents"][1:]
    layout["counts"].update(paths=len(layout["paths"]), documents=len(layout["documents"]))


def island(layout: Layout) -> None:
    """Remove the ferries and the bridge of Long Island, but keep its own paths."""
    ends = ["3,0,E", "3,0,SE"]
    layout["waterways"] = [way for way in layout["waterways"] if way["path"] != ends and "3,0,SE" not in way["path"]]
    layout["paths"] = [path for path in layout["paths"] if not ("3,0,E" in path and "4,0,NE" not in path)]
    layout["counts"].update(paths=len(layout["paths"]), waterways=len(layout["waterways"]))


BAD = {
    "a bad number": (put("tiles", 3, "token", 7), "tiles[3].token"),
    "no number": (put("tiles", 3, "token", None), "tiles[3].token"),
    "a number in the desert": (put("tiles", 30, "token", 4), "tiles[30].token"),
    "an unknown terrain": (put("tiles", 0, "terrain", "swamp"), "tiles[0].terrain"),
    "a tile twice": (put("tiles", 1, {"q": -4, "r": 2, "terrain": "hills", "token": 3}), "tiles[1]"),
    "a wrong count": (put("counts", "tokens", 9), "counts.tokens"),
    "a line lost": (lambda layout: layout["tokens"].pop(), "counts.tokens"),
    "a path without an end": (put("paths", 5, ["-1,-1,E"]), "paths[5]"),
    "a path off the board": (put("paths", 5, ["-1,-1,E", "9,9,E"]), "paths[5]"),
    "a path to nowhere": (put("paths", 5, ["-1,-1,E", "nowhere"]), "paths[5]"),
    "a path between strangers": (put("paths", 5, ["-1,-1,E", "-3,0,SW"]), "paths[5]"),
    "a path twice": (lambda layout: put("paths", 5, layout["paths"][4])(layout), "paths[5]"),
    "a path on a waterway": (
        lambda layout: put("paths", 5, layout["waterways"][0]["path"])(layout),
        "waterways[0].path",
    ),
    "an unreachable town": (cut_off, "towns[0].node"),
    "towns apart": (island, "towns[17].node"),
    "a town on no corner": (put("towns", 2, "node", "0,0,N"), "towns[2].node"),
    "two towns in one place": (put("towns", 1, "node", "-3,0,SW"), "towns[1].node"),
    "a token in a town": (put("tokens", 0, "node", "-3,0,SW"), "tokens[0].node"),
    "two towns of one name": (put("tokens", 0, "name", "Buffalo"), "tokens[0].name"),
    "a tile that is not there": (put("towns", 0, "produces", [[9, 9]]), "towns[0].produces"),
    "a robber at sea": (put("robber", [9, 9]), "robber"),
    "a document on no path": (put("documents", 0, "path", ["2,0,SE", "2,1,E"]), "documents[0].path"),
    "a document for fish": (put("documents", 0, "kind", "fish"), "documents[0].kind"),
    "an unknown canal town": (put("canal", "towns", 1, "Troy"), "canal.towns[1]"),
    "no canal token": (put("canal", "tokens", 0), "canal.tokens"),
    "no target": (lambda layout: layout["victory_points"].pop("5"), "victory_points.5"),
    "too many seats": (put("seats", [3, 9]), "seats"),
    "tokens for other seats": (put("token_seats", [2]), "token_seats"),
    "a missing member": (lambda layout: layout.pop("waterways"), "waterways"),
    "a member of another type": (put("towns", {}), "towns"),
    "a foreign name": (put("id", "other"), "id"),
    "no rule to name": (put("rules", "waterway", ""), "rules.waterway"),
    "too few towns": (
        lambda layout: (layout.update(towns=layout["towns"][:8]), put("counts", "towns", 8)(layout)),
        "towns",
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_map_is_refused_with_file_and_field(what: str) -> None:
    change, field = BAD[what]
    refusal = altered("new-york", change)
    assert (refusal.file, refusal.field) == ("new-york.json", field)
    assert str(refusal) == f"new-york.json: {field}: {refusal.reason}"


def test_the_maps_without_towns_are_checked_too() -> None:
    assert altered("beginner", put("tiles", 2, "token", 13)).field == "tiles[2].token"
    assert altered("beginner", put("harbors", 0, "side", "N")).field == "harbors[0].side"
    assert altered("variable", put("islands", "base", "tokens", 0, 7)).field == "islands.base.tokens"
    assert altered("variable", put("islands", "five-six", "terrain", "desert", 3)).field == "islands.five-six.terrain"


def test_all_shipped_maps_are_good() -> None:
    maps.check_all()
    assert CATAN.bad_file() is None


@pytest.mark.parametrize("land", [NEW_YORK, MALLORCA], ids=["new-york", "mallorca"])
def test_a_reconstructed_board_says_so(land: Land) -> None:
    told = next(entry for entry in CATAN.describe()["maps"] if entry["id"] == land.map_name)
    shown = CATAN.geometry(land.table().state)
    for text in (told["reconstruction"]["en"], shown["reconstruction"]["en"]):
        assert "reconstruction" in text
        assert "not the printed one" in text
    assert "reconstrucción" in told["reconstruction"]["es"]
    beginner = next(entry for entry in CATAN.describe()["maps"] if entry["id"] == "beginner")
    assert "reconstruction" not in beginner


def test_another_board_takes_the_place_of_a_shipped_one() -> None:
    tiles = [{**tile, "token": 6} if tile["token"] else tile for tile in maps.read("new-york")["tiles"]]
    with maps.lend(made_up(tiles=tiles, canal={"tokens": 3, "towns": ["Olean", "Hornell"]})) as name:
        table = Land(name).table(3, "erie-canal")
        assert table.view(None)["erie_canal"]["supply"] == 3
        assert {tile["token"] for tile in CATAN.geometry(table.state)["tiles"]} == {6, None}
    with pytest.raises(InvalidFile):
        maps.read("made-up")
    with pytest.raises(InvalidFile), maps.lend(made_up(tiles=[])):
        pass


@pytest.mark.rule("new_york.setup.board")
@pytest.mark.parametrize("land", [NEW_YORK, MALLORCA], ids=["new-york", "mallorca"])
def test_the_geometry_of_a_board_fits_together(land: Land) -> None:
    shown = CATAN.geometry(land.table().state)
    json.dumps(shown)
    edges, nodes = shown["edges"], shown["nodes"]
    assert all(edge["id"] in nodes[end]["edges"] for edge in edges for end in edge["nodes"])
    assert all(node["id"] in nodes[other]["neighbors"] for node in nodes for other in node["neighbors"])
    assert all(tile in nodes[node]["tiles"] for tile, row in enumerate(shown["tiles"]) for node in row["nodes"])
    assert len({node["name"] for node in nodes}) == len(nodes)
    text = draw_board(land.table().state)
    assert all(town["name"] in text for town in shown["towns"])
