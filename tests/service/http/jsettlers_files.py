"""Writes positions of Catan as saved games of JSettlers, from the documentation of its format.

`python -m tests.service.http.jsettlers_files FOLDER` writes the three files of `tests/data/jsettlers`.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from domain.catan import CATAN
from domain.catan.terms import CARDS
from domain.core.chance import SampledChance
from tests.laws.playing import uniform

OPTIONS = {"combined_trade_build": True, "steal_compulsory": True}
ROWS = (
    (0x17, 0x39, 0x5B, 0x7D),
    (0x15, 0x37, 0x59, 0x7B, 0x9D),
    (0x13, 0x35, 0x57, 0x79, 0x9B, 0xBD),
    (0x11, 0x33, 0x55, 0x77, 0x99, 0xBB, 0xDD),
    (0x31, 0x53, 0x75, 0x97, 0xB9, 0xDB),
    (0x51, 0x73, 0x95, 0xB7, 0xD9),
    (0x71, 0x93, 0xB5, 0xD7),
)
HEX_NODES = (0x01, 0x12, 0x21, 0x10, -0x01, -0x10)
"""What to add to a hex for its nodes, clockwise from the north."""
TERRAINS = {"desert": 0, "hills": 1, "mountains": 2, "pasture": 3, "fields": 4, "forest": 5}
HARBORS = {"brick": 1, "ore": 2, "wool": 3, "grain": 4, "lumber": 5}
SIDES = ("NE", "E", "SE", "SW", "W", "NW")
TOKENS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
NAMES = {"knight": "KNIGHT", "road_building": "ROADS", "year_of_plenty": "DISC", "monopoly": "MONO"}
VICTORY_POINTS = ("CAP", "MARKET", "UNIV", "TEMPLE", "CHAPEL")
RESOURCES = {"clay": "brick", "ore": "ore", "sheep": "wool", "wheat": "grain", "wood": "lumber"}
STATES = {"roll": 15, "trade_build": 20, "move_robber": 33, "discard": 50, "steal": 51}


def hexes() -> dict[tuple[int, int], int]:
    """Return the number of each hex of the frame by its axial coordinates: rows from north to south, west to east."""
    lefts = [max(-3, -3 - r) for r in range(-3, 4)]
    return {(lefts[row] + at, row - 3): number for row, listed in enumerate(ROWS) for at, number in enumerate(listed)}


def numbers(geometry: dict[str, Any]) -> tuple[dict[int, int], dict[int, int]]:
    """Return the numbers of the nodes and edges of a board, as the API shows it, by ours."""
    places, nodes = hexes(), {}
    for tile in geometry["tiles"]:
        middle = places[tile["q"], tile["r"]]
        for node, step in zip(tile["nodes"], HEX_NODES, strict=True):
            nodes[node] = middle + step
    edges = {}
    for edge in geometry["edges"]:
        one, other = [nodes[node] for node in edge["nodes"]]
        edges[edge["id"]] = min(one >> 4, other >> 4) << 4 | min(one & 15, other & 15)
    return nodes, edges


def saved(state: Any, taken: tuple[int, ...], last: int | None = None) -> dict[str, Any]:
    """Return the file of a position whose seats sit at `taken` of the four; `last` is the settlement just founded."""
    whole = CATAN.render(CATAN.observe(state, None))
    for seat in range(state.seats):
        whole["seats"][seat] = CATAN.render(CATAN.observe(state, seat))["seats"][seat]
    nodes, edges = numbers(CATAN.geometry(state))
    hidden = dict(zip(CARDS, state.deck, strict=True))
    victory = iter(VICTORY_POINTS)
    seats = [vacant() for _ in range(4)]
    for seat, own in zip(taken, whole["seats"], strict=True):
        seats[seat] = player(seat, own, nodes, edges, victory, last)
    acting, first = whole["agenda"][-1] if whole["agenda"] else None, state.setting.first
    current = whole["active"] if whole["active"] is not None else acting["seats"][0]
    for frame in whole["agenda"]:
        if frame["frame"] == "discard":
            for seat in frame["seats"]:
                seats[taken[seat]]["elements"]["DISCARD_FLAG"] = 1
    if whole["card_played"]:
        seats[taken[current]]["elements"]["PLAYED_DEV_CARD_FLAG"] = 1
    holders = {
        name: -1 if whole[member] is None else taken[whole[member]]
        for name, member in (("LONGEST_ROAD_PLAYER", "longest_road"), ("LARGEST_ARMY_PLAYER", "largest_army"))
    }
    count = state.seats
    return {
        "modelVersion": 2400,
        "savedByVersion": 2450,
        "gameMinVersion": -1,
        "gameName": "imported",
        "gameOptions": "BC=t4,N7=f7,PL=4,RD=f,VP=t10",
        "gameDurationSeconds": 600,
        "gameState": game_state(whole, acting),
        "oldGameState": 20 if whole["dice"] else 15,
        "currentDice": sum(whole["dice"] or ()),
        "elements": {
            **holders,
            "FIRST_PLAYER": taken[first],
            "CURRENT_PLAYER": taken[current],
            "ROUND_COUNT": (whole["turn"] - 1) // count + 1 if whole["turn"] else 0,
        },
        "devCardDeck": cards(hidden, victory),
        "boardInfo": {"layout1": board(state, whole)},
        "playerSeats": seats,
    }


def game_state(whole: dict[str, Any], acting: dict[str, Any] | None) -> int:
    """Return the number of the state of a game."""
    if acting is None:
        return 1000
    if acting["frame"] == "road_building":
        return 42 - int(acting["roads"])
    if acting["frame"].startswith("found"):
        is_second = acting["step"] >= len(whole["seats"])
        return (10 if is_second else 5) + (acting["frame"] == "found_road")
    return STATES[acting["frame"]]


def board(state: Any, whole: dict[str, Any]) -> dict[str, Any]:
    """Return the board in the layout of the classic island."""
    layout, places = CATAN.layout(state), hexes()
    assert layout is not None
    kinds, tokens = dict.fromkeys(places.values(), 6), dict.fromkeys(places.values(), -1)
    for tile in layout["tiles"]:
        kinds[places[tile["q"], tile["r"]]] = TERRAINS[tile["terrain"]]
        if tile["token"]:
            tokens[places[tile["q"], tile["r"]]] = TOKENS.index(tile["token"])
    steps = {"NE": (1, -1), "E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1)}
    for harbor in layout["harbors"]:
        q, r = steps[harbor["side"]]
        facing = (SIDES.index(harbor["side"]) + 3) % 6 + 1
        sea = places[harbor["q"] + q, harbor["r"] + r]
        kinds[sea] = 6 + facing if harbor["kind"] == "any" else facing << 4 | HARBORS[harbor["kind"]]
    robber = CATAN.geometry(state)["tiles"][whole["robber"]]
    return {
        "hexLayout": list(kinds.values()),
        "numberLayout": list(tokens.values()),
        "robberHex": places[robber["q"], robber["r"]],
    }


def vacant() -> dict[str, Any]:
    """Return an empty seat."""
    nothing = dict.fromkeys(RESOURCES, 0)
    elements = {"ROADS": 15, "SETTLEMENTS": 5, "CITIES": 4, "NUMKNIGHTS": 0}
    empty: dict[str, Any] = {"oldDevCards": [], "newDevCards": [], "pieces": []}
    return {"isSeatVacant": True, "totalVP": 0, "resources": nothing, "elements": elements, **empty}


def player(
    seat: int,
    own: dict[str, Any],
    nodes: dict[int, int],
    edges: dict[int, int],
    victory: Iterator[str],
    last: int | None,
) -> dict[str, Any]:
    """Return the seat of a player."""
    fresh = Counter(own.get("bought_this_turn", {}))
    old = {name: count - fresh[name] for name, count in own["development_cards"].items()}
    founded = sorted(own["settlements"], key=lambda node: node == last)
    pieces = [("ROAD", edges[edge]) for edge in own["roads"]] + [("SETTLEMENT", nodes[node]) for node in founded]
    pieces += [("CITY", nodes[node]) for node in own["cities"]]
    supply = {name.upper(): count for name, count in own["supply"].items()}
    return {
        "name": f"player {seat}",
        "isSeatVacant": False,
        "totalVP": own.get("own_points", own["points"]),
        "isRobot": True,
        "isBuiltInRobot": True,
        "isRobotWithSmartStrategy": False,
        "faceID": 1,
        "resources": {name: own["resources"][ours] for name, ours in RESOURCES.items()},
        "elements": {**supply, "NUMKNIGHTS": own["knights"]},
        "oldDevCards": cards(old, victory),
        "newDevCards": cards(fresh, victory),
        "pieces": [{"pieceType": kind, "coord": at} for kind, at in pieces],
    }


def cards(counts: dict[str, int] | Counter[str], victory: Iterator[str]) -> list[str]:
    """Return development cards by name; each card with a victory point has its own."""
    named = [NAMES[name] for name in NAMES for _ in range(counts.get(name, 0))]
    return named + [next(victory) for _ in range(counts.get("victory_point", 0))]


def positions(seed: int, seats: int) -> Iterator[Any]:
    """Yield every position of a random game."""
    rng = Random(seed)
    chance = SampledChance(rng)
    opening = CATAN.setup(CATAN.configure(seats, None, (), dict(OPTIONS)), chance)
    state = CATAN.begin(opening[0])
    for event in opening[1:]:
        CATAN.evolve(state, event)
    while True:
        yield state
        if CATAN.next_seat(state) < 0:
            return
        acting = rng.choice([awaited.seat for awaited in CATAN.awaiting(state)])
        draft = CATAN.draft(state, SampledChance(rng))
        CATAN.play(draft, acting, uniform(CATAN, state, acting, CATAN.actions(state, acting), rng))


def frame_of(state: Any) -> str:
    """Return the name of what a position waits for."""
    shown = CATAN.render(CATAN.observe(state, None))["agenda"]
    return str(shown[-1]["frame"]) if shown else "over"


CHOSEN = {"turn": (3, 4, "trade_build", 60), "robber": (5, 3, "move_robber", 20), "roads": (8, 4, "road_building", 20)}
"""Says of which positions there are files: seed and seats of a game, what it waits for, and after which turn."""


def main(folder: Path) -> None:
    """Write the files."""
    for name, (seed, seats, frame, turn) in CHOSEN.items():
        state = next(one for one in positions(seed, seats) if one.turn > turn and frame_of(one) == frame)
        taken = (0, 1, 2, 3) if seats == 4 else (0, 2, 3)
        text = json.dumps(saved(state, taken), indent=1)
        (folder / f"{name}.game.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
