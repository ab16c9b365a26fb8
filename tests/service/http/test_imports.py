"""Tests files of other programs: games of Catanatron and positions of JSettlers, whole, and files that are none."""

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.catan import CATAN
from domain.catan.topology import corner
from domain.core.chance import ChosenChance, SampledChance
from service.game.context import Context
from service.handlers.sandboxes import draws_event
from service.records.foreign import Part
from service.records.island import places, topology
from service.records.positions import restore
from service.records.readers import catanatron, jsettlers
from service.table.events import choices_of
from tests.conftest import StorePair
from tests.service.http.client import new_table, toy_app
from tests.service.http.jsettlers_files import CHOSEN, frame_of, numbers, positions, saved
from tests.service.http.playing import choices_of as choices_of_list
from tests.service.http.problem_answers import problem
from tests.service.recorded import record_of

DATA = Path(__file__).parents[2] / "data"
GAMES = sorted((DATA / "catanatron").glob("*.json"))
SAVED = sorted((DATA / "jsettlers").glob("*.game.json"))
RESOURCES = {"WOOD": "lumber", "BRICK": "brick", "SHEEP": "wool", "WHEAT": "grain", "ORE": "ore"}
ENVELOPE = ("version", "index", "time", "cursor", "summary")
LAND_HEXES = (
    *(0x33, 0x35, 0x37, 0x53, 0x55, 0x57, 0x59, 0x73, 0x75, 0x77, 0x79, 0x7B),
    *(0x95, 0x97, 0x99, 0x9B, 0xB7, 0xB9, 0xBB),
)
PORT_EDGES = {
    0x27: 0x37,
    0x5A: 0x59,
    0x9C: 0x9B,
    0xCC: 0xBB,
    0xC9: 0xB9,
    0xA5: 0x95,
    0x72: 0x73,
    0x42: 0x53,
    0x24: 0x35,
}
"""The edges of the ports with the land hexes at them, as JSettlers documents them (SOCBoard4p.java)."""


@pytest.fixture(scope="module")
def app(stores: StorePair) -> Flask:
    """Return an application whose answers are checked against the contract."""
    return toy_app(stores)


def loaded(path: Path) -> dict[str, Any]:
    """Return a file."""
    read: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return read


def brought(client: FlaskClient, source: str, file: Any) -> Any:
    """Return what a file brings, which must be read."""
    answer = client.post("/v1/imports", json={"from": source, "document": file})
    assert answer.status_code == 200, answer.text
    assert answer.headers["Cache-Control"] == "private, no-store"
    return answer.json


def codes(answer: Any) -> list[str]:
    """List the codes of what is lost."""
    return [one["code"] for one in answer["lost"]]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_of_catanatron_ends_as_there(client: FlaskClient, path: Path) -> None:
    file = loaded(path)
    answer = brought(client, "catanatron", file)
    assert answer["game"]["whole"]
    assert {*codes(answer)} <= {"people", "rules", "route"}
    state = answer["position"]["state"]
    assert state["agenda"] == []
    assert file["colors"][state["active"]] == file["winning_color"]
    for seat, (color, own) in enumerate(zip(file["colors"], state["seats"], strict=True)):
        told = {name.removeprefix(f"P{seat}_"): value for name, value in file["player_state"].items()}
        assert own["points"] == told["ACTUAL_VICTORY_POINTS"]
        assert own["resources"] == {ours: told[f"{name}_IN_HAND"] for name, ours in RESOURCES.items()}
        assert own["supply"] == {name: told[f"{name.upper()}_AVAILABLE"] for name in ("roads", "settlements", "cities")}
        assert own["knights"] == told["PLAYED_KNIGHT"]
        assert (state["longest_road"] == seat, state["largest_army"] == seat) == (told["HAS_ROAD"], told["HAS_ARMY"])
        assert pieces_here(own, len(file["colors"])) == pieces_there(file, color)
    assert places(3)[state["robber"]] == axial(file["robber_coordinate"])


def axial(cube: list[int]) -> tuple[int, int]:
    """Return the axial coordinates of cube coordinates."""
    return cube[0], cube[2]


def pieces_there(file: dict[str, Any], color: str) -> Counter[Any]:
    """Count the pieces of a color by kind and place, as points of the plane."""
    at = {node["id"]: point_of(node) for node in file["nodes"].values()}
    found: Counter[Any] = Counter()
    for node in file["nodes"].values():
        if node["color"] == color:
            found[node["building"], at[node["id"]]] += 1
    for edge in file["edges"]:
        if edge["color"] == color:
            found["ROAD", frozenset(at[end] for end in edge["id"])] += 1
    return found


def point_of(node: dict[str, Any]) -> tuple[int, int]:
    """Return a node as a point: that of the named corner of the named tile."""
    names = ("NORTH", "NORTHEAST", "SOUTHEAST", "SOUTH", "SOUTHWEST", "NORTHWEST")
    return corner(axial(node["tile_coordinate"]), names.index(node["direction"]))


def pieces_here(own: dict[str, Any], seats: int) -> Counter[Any]:
    """Count the pieces of a seat by kind and place, as points of the plane."""
    graph = topology(seats)
    found = Counter(("SETTLEMENT", graph.points[node]) for node in own["settlements"])
    found += Counter(("CITY", graph.points[node]) for node in own["cities"])
    ends = [frozenset(graph.points[node] for node in graph.edge_nodes[edge]) for edge in own["roads"]]
    return found + Counter(("ROAD", pair) for pair in ends)


def test_commands_of_a_game_play_it_here(client: FlaskClient) -> None:
    answer = brought(client, "catanatron", loaded(GAMES[0]))
    at, commands = answer["game"]["start"], answer["game"]["commands"]
    for one in commands[:40]:
        body = {"position": at, "seat": one["seat"], "commands": [one["command"]], "draws": one.get("draws", [])}
        played = client.post("/v1/positions/apply", json={name: value for name, value in body.items() if value != []})
        assert played.status_code == 200, played.text
        at = played.json["position"]
    assert at["state"]["turn"] > 0


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_place_of_catanatron_has_its_own(path: Path) -> None:
    file = loaded(path)
    reading = catanatron._Reading(Part(file, "document"))
    board, graph = reading.board, topology(reading.seats)
    land = [one for one in file["tiles"] if one["tile"]["type"] in ("RESOURCE_TILE", "DESERT")]
    assert [(tile["q"], tile["r"]) for tile in board.tiles] == [axial(one["coordinate"]) for one in land]
    nodes = {number for number, point in board.points.items() if point in graph.node_at}
    assert {graph.node_at[board.points[number]] for number in nodes} == set(range(graph.nodes))
    assert len(nodes) == graph.nodes
    inner = [edge["id"] for edge in file["edges"] if {*edge["id"]} <= nodes]
    assert sorted(board.edge(Part(ends, "edge")) for ends in inner) == list(range(graph.edges))
    assert len(board.harbors) == 9
    for port, harbor in zip(
        [one for one in file["tiles"] if one["tile"]["type"] == "PORT"], board.harbors, strict=True
    ):
        sides = ("NORTHEAST", "EAST", "SOUTHEAST", "SOUTHWEST", "WEST", "NORTHWEST")
        which = sides.index(port["tile"]["direction"])
        ends = [corner(axial(port["coordinate"]), at) for at in (which, which + 1)]
        assert graph.edge_between(ends[0], ends[1]) == graph.side((harbor["q"], harbor["r"]), harbor["side"])


def exported(client: FlaskClient, **wish: Any) -> Any:
    """Return a file for Catanatron, which must be written."""
    answer = client.post("/v1/exports", json={"to": "catanatron", **wish})
    assert answer.status_code == 200, answer.text
    return answer.json


def events_of(app: Flask, game: dict[str, Any]) -> list[dict[str, Any]]:
    """Play the commands of an imported game one after another, and return their events."""
    context: Context = app.extensions["longroad"].context
    state, events = restore(context, game["start"], lambda _: None).game.position, []
    for one in game["commands"]:
        chosen = choices_of(draws_event(CATAN, state, one.get("draws", [])))
        draft = CATAN.draft(state, ChosenChance(SampledChance(Random(1)), chosen))
        CATAN.play(draft, one["seat"], CATAN.commands.decode(one["command"]))
        state = draft.state
        rows = [(CATAN.events.of(event), event) for event in draft.events]
        events += [{"type": row.name, "seat": one["seat"]} | row.encode(event) for row, event in rows]
    return events


def test_a_game_goes_back_to_catanatron_as_it_came(app: Flask, client: FlaskClient) -> None:
    file = loaded(GAMES[-1])
    came = brought(client, "catanatron", file)
    left = exported(client, position=came["position"], events=events_of(app, came["game"]))
    assert sorted(codes(left)) == ["people", "playable"]
    back, colors = left["document"], dict(zip(left["document"]["colors"], file["colors"], strict=True))
    assert back["tiles"] == file["tiles"]
    assert [edge["id"] for edge in back["edges"]] == [edge["id"] for edge in file["edges"]]
    for color, theirs in colors.items():
        assert pieces_there(back, color) == pieces_there(file, theirs)
    routes = {f"P{seat}_LONGEST_ROAD_LENGTH" for seat in range(4)}  # which Catanatron measures in another way
    told, due = [{k: v for k, v in one["player_state"].items() if k not in routes} for one in (back, file)]
    assert told == due
    assert [settled(action, colors) for action in back["actions"]] == [settled(one, {}) for one in file["actions"]]
    again = brought(client, "catanatron", back)
    assert again["game"]["whole"]
    assert again["position"] == came["position"]


def test_a_game_of_this_server_goes_to_catanatron(app: Flask, client: FlaskClient) -> None:
    options = {"victory_points": 3, "combined_trade_build": True, "steal_compulsory": True, "starting_seat": 0}
    wish = {"ruleset": "catan", "seats": [{"kind": "human"}] * 3, "options": options, "seed": "s0"}
    table, rng = new_table(client, **wish), Random(4)
    while table.get().json["status"] == "running":
        seat = rng.choice([entry["seat"] for entry in table.get().json["awaiting"] if entry["must"]])
        listed = table.get("/legal-actions", seat).json
        choices = [one for one in choices_of_list(listed) if "Offer" not in one["type"]]
        assert table.post("/commands", rng.choice(choices), seat).status_code == 201
    record = record_of(app.extensions["longroad"].context, table.id)
    events = [event for version in record["versions"] for event in version["events"]]
    left = exported(client, position=table.get("/position").json, events=events)
    assert {*codes(left)} <= {"people", "playable", "event"}
    back = brought(client, "catanatron", left["document"])
    assert "refused" not in codes(back) or "event" in codes(left)
    assert back["game"]["commands"][0]["command"]["type"] == "FoundSettlement"
    due = table.get().json["state"]["seats"]
    if "position" in back:
        assert [own["roads"] for own in back["position"]["state"]["seats"]] == [own["roads"] for own in due]
    assert len(back["game"]["commands"]) > 20
    listed = table.get("/events?limit=1000").json["events"]
    seen = [{name: value for name, value in event.items() if name not in ENVELOPE} for event in listed]
    assert "unseen" in codes(exported(client, position=table.get("/position").json, events=seen))


def settled(action: list[Any], colors: dict[str, str]) -> list[Any]:
    """Return an action with the colors of the file, and with lists sorted whose order means nothing."""
    color, kind, value = action
    if kind == "MOVE_ROBBER":
        value = [value[0], colors.get(value[1], value[1]), value[2]]
    elif kind in ("DISCARD", "PLAY_YEAR_OF_PLENTY", "BUILD_ROAD"):
        value = sorted(value)
    return [colors.get(color, color), kind, value]


@pytest.mark.parametrize("name", CHOSEN)
def test_a_position_goes_to_catanatron_and_comes_back(client: FlaskClient, name: str) -> None:
    came = brought(client, "jsettlers", loaded(DATA / "jsettlers" / f"{name}.game.json"))["position"]
    left = exported(client, position=came)
    assert "course" in codes(left)
    state = brought(client, "catanatron", left["document"])["position"]["state"]
    kept = ["active", "robber", "bank", "longest_road", "largest_army", "card_played"]
    kept += [] if name == "roads" else ["agenda"]
    kept += [] if "played" in codes(left) else ["deck"]
    assert {member: state[member] for member in kept} == {member: came["state"][member] for member in kept}
    for own, due in zip(state["seats"], came["state"]["seats"], strict=True):
        for member in ("roads", "settlements", "cities", "resources", "development_cards", "points"):
            assert own[member] == due[member], member


def test_what_catanatron_cannot_hold_is_refused(client: FlaskClient) -> None:
    came = brought(client, "jsettlers", loaded(SAVED[0]))["position"]
    hidden = copy.deepcopy(came)
    for member in ("resources", "development_cards", "bought_this_turn", "discarding", "own_points"):
        hidden["state"]["seats"][1].pop(member, None)
    told = problem(client.post("/v1/exports", json={"to": "catanatron", "position": hidden}), 422, "invalid_body")
    assert told["errors"][0]["pointer"] == "/position/state/seats/1"
    bad = {"to": "catanatron", "position": came, "events": [{"type": "RoadBuilt", "seat": 9, "edge": 1}]}
    told = problem(client.post("/v1/exports", json=bad), 422, "invalid_body")
    assert told["errors"][0]["pointer"] == "/events/0/seat"


def test_what_other_rules_allow_ends_a_game_here(client: FlaskClient) -> None:
    file = loaded(GAMES[0])
    bought = next(at for at, action in enumerate(file["actions"]) if action[1] == "BUY_DEVELOPMENT_CARD")
    color = file["actions"][bought][0]
    file["actions"].insert(bought + 1, [color, "PLAY_KNIGHT_CARD", None])
    answer = brought(client, "catanatron", file)
    assert not answer["game"]["whole"]
    refused = next(one for one in answer["lost"] if one["code"] == "refused")
    assert refused["pointer"] == f"/document/actions/{bought + 1}"
    assert "position" in answer
    assert answer["game"]["commands"][-1]["command"] == {"type": "BuyDevelopmentCard"}


def test_a_position_may_say_what_the_actions_do_not(client: FlaskClient) -> None:
    file = loaded(GAMES[0])
    file["actions"] = file["actions"][:-30]
    answer = brought(client, "catanatron", file)
    assert not answer["game"]["whole"]
    assert "differs" in codes(answer)


@pytest.mark.parametrize("seats", [3, 4])
def test_a_position_of_jsettlers_is_the_same_here(client: FlaskClient, seats: int) -> None:
    taken, seen = (0, 1, 2, 3)[-seats:], Counter[str]()
    for number, state in enumerate(positions(seats, seats)):
        frame = frame_of(state)
        if seen[frame] >= 3 or (number % 11 and frame in ("trade_build", "roll")):
            continue
        seen[frame] += 1
        last = state.agenda[-1].data % 1000 if frame == "found_road" else None
        answer = brought(client, "jsettlers", saved(state, taken, last))
        same(answer["position"]["state"], state)
        assert "game" not in answer
    assert {*seen} >= {*jsettlers_frames()} - {"road_building"}


def jsettlers_frames() -> list[str]:
    """List what a position can wait for."""
    known = ("found_settlement", "found_road", "roll", "trade_build", "move_robber", "steal", "discard")
    return [*known, "road_building", "over"]


def same(shown: dict[str, Any], state: Any) -> None:
    """Assert that a position shows the same pieces, hands and legal actions as one here."""
    for seat in range(state.seats):
        due = CATAN.render(CATAN.observe(state, seat))["seats"][seat]
        own = shown["seats"][seat]
        for name in ("roads", "settlements", "cities", "resources", "development_cards", "points", "knights"):
            assert own[name] == due[name], name
    due = CATAN.render(CATAN.observe(state, None))
    for name in ("turn", "active", "robber", "bank", "deck", "played_cards", "agenda", "longest_road", "largest_army"):
        assert shown[name] == due[name], name


@pytest.mark.parametrize("name", CHOSEN)
def test_a_saved_game_allows_what_the_position_allows(client: FlaskClient, name: str) -> None:
    file = loaded(DATA / "jsettlers" / f"{name}.game.json")
    seed, seats, frame, turn = CHOSEN[name]
    state = next(one for one in positions(seed, seats) if one.turn > turn and frame_of(one) == frame)
    answer = brought(client, "jsettlers", file)
    same(answer["position"]["state"], state)
    for seat in range(seats):
        listed = client.post("/v1/positions/legal-actions", json={"position": answer["position"], "seat": seat})
        allowed = CATAN.actions(state, seat)
        assert [one["command"] for one in listed.json["actions"]] == [CATAN.commands.encode(one) for one in allowed]
        assert len(listed.json["templates"]) == len(allowed.templates)


def test_every_place_of_jsettlers_has_its_own() -> None:
    reading = jsettlers._Reading(Part(loaded(SAVED[0]), "document"))
    nodes, edges = numbers(CATAN.geometry(next(positions(1, 4))))
    assert {*reading.hexes} == {*LAND_HEXES}
    assert reading.nodes == {theirs: ours for ours, theirs in nodes.items()}
    assert reading.edges == {theirs: ours for ours, theirs in edges.items()}
    graph = topology(4)
    for edge, hexagon in PORT_EDGES.items():
        tile = places(4).index(reading.hexes[hexagon])
        ends = graph.edge_nodes[reading.edges[edge]]
        assert {*ends} <= {*graph.tile_nodes[tile]}
        assert sum({*ends} <= {*around} for around in graph.tile_nodes) == 1


Change = Callable[[dict[str, Any]], None]


def changed(path: tuple[Any, ...], value: Any) -> Change:
    """Return what sets a member of a file."""

    def change(file: dict[str, Any]) -> None:
        inner: Any = file
        for name in path[:-1]:
            inner = inner[name]
        inner[path[-1]] = value

    return change


def removed(name: str) -> Change:
    """Return what removes a member of a file."""
    return lambda file: file.__delitem__(name)


BAD_GAMES: dict[str, tuple[Change, str]] = {
    "a newer edition": (changed(("action_records",), []), "/document"),
    "no tiles": (removed("tiles"), "/document"),
    "tiles that are no list": (changed(("tiles",), {}), "/document/tiles"),
    "a tile too few": (lambda file: file["tiles"].pop(0), "/document/tiles"),
    "a kind of tile that is none": (changed(("tiles", 0, "tile", "type"), "LAVA"), "/document/tiles/0/tile/type"),
    "coordinates off the plane": (changed(("tiles", 0, "coordinate"), [0, 0, 1]), "/document/tiles/0/coordinate"),
    "two colors alike": (changed(("colors",), ["RED", "RED", "BLUE"]), "/document/colors"),
    "two players": (changed(("colors",), ["RED", "BLUE"]), "/document/colors"),
    "an action that is none": (changed(("actions", 0, 1), "FLY"), "/document/actions/0/1"),
    "an action that is cut": (changed(("actions", 0), ["RED"]), "/document/actions/0"),
    "a node that is none": (changed(("actions", 0, 2), 199), "/document/actions/0/2"),
    "a hand below nothing": (changed(("player_state", "P0_ORE_IN_HAND"), -1), "/document/player_state/P0_ORE_IN_HAND"),
    "more ore than there is": (changed(("player_state", "P0_ORE_IN_HAND"), 40), "/document/player_state"),
    "a robber at sea": (changed(("robber_coordinate",), [3, -3, 0]), "/document/robber_coordinate"),
}
BAD_SAVES: dict[str, tuple[Change, str]] = {
    "no version": (removed("modelVersion"), "/document"),
    "another version": (changed(("modelVersion",), 2300), "/document/modelVersion"),
    "a board of the sea": (changed(("boardInfo",), {"layout2": {}}), "/document/boardInfo"),
    "six seats": (lambda file: file["playerSeats"].extend(file["playerSeats"][:2]), "/document/playerSeats"),
    "a road that is paid for and not placed": (changed(("gameState",), 30), "/document/gameState"),
    "a hex that is none": (
        changed(("boardInfo", "layout1", "hexLayout", 18), 9),
        "/document/boardInfo/layout1/hexLayout/18",
    ),
    "a layout that is cut": (
        changed(("boardInfo", "layout1", "hexLayout"), [6]),
        "/document/boardInfo/layout1/hexLayout",
    ),
    "a robber nowhere": (changed(("boardInfo", "layout1", "robberHex"), 1), "/document/boardInfo/layout1/robberHex"),
    "a player who is not there": (changed(("elements", "CURRENT_PLAYER"), 9), "/document/elements/CURRENT_PLAYER"),
    "a card that is none": (changed(("devCardDeck",), ["JOKER"]), "/document/devCardDeck/0"),
    "a deck that does not add up": (changed(("devCardDeck",), ["KNIGHT"] * 20), "/document/devCardDeck"),
    "a piece that is none": (
        changed(("playerSeats", 0, "pieces", 0, "pieceType"), "SHIP"),
        "/document/playerSeats/0/pieces/0/pieceType",
    ),
    "a piece nowhere": (changed(("playerSeats", 0, "pieces", 0, "coord"), 1), "/document/playerSeats/0/pieces/0/coord"),
    "a scenario": (changed(("gameOptions",), "SC=SC_4ISL"), "/document/gameOptions"),
    "a settlement beside another": (
        lambda file: file["playerSeats"][0]["pieces"].extend(
            {"pieceType": "SETTLEMENT", "coord": coord} for coord in (0x78, 0x89)
        ),
        "/document",
    ),
}


@pytest.mark.parametrize("what", BAD_GAMES)
def test_a_file_that_is_no_game_of_catanatron_is_refused_with_its_place(client: FlaskClient, what: str) -> None:
    refuse(client, "catanatron", loaded(GAMES[0]), *BAD_GAMES[what])


@pytest.mark.parametrize("what", BAD_SAVES)
def test_a_file_that_is_no_saved_game_is_refused_with_its_place(client: FlaskClient, what: str) -> None:
    refuse(client, "jsettlers", loaded(DATA / "jsettlers" / "turn.game.json"), *BAD_SAVES[what])


def refuse(client: FlaskClient, source: str, file: dict[str, Any], change: Change, pointer: str) -> None:
    """Assert that a file is refused after a change, with the place, in words, and that nothing is stored."""
    bad = copy.deepcopy(file)
    change(bad)
    told = problem(client.post("/v1/imports", json={"from": source, "document": bad}), 422, "invalid_body")
    assert [error["pointer"] for error in told["errors"]] == [pointer]
    assert "%(" not in told["errors"][0]["detail"]


@pytest.mark.parametrize("document", [None, 7, "text", [], {}, {"tiles": 1}])
@pytest.mark.parametrize("source", ["catanatron", "jsettlers"])
def test_anything_else_is_refused(client: FlaskClient, source: str, document: Any) -> None:
    told = problem(client.post("/v1/imports", json={"from": source, "document": document}), 422, "invalid_body")
    assert told["errors"][0]["pointer"] == "/document"


def test_a_program_that_is_not_read_is_refused(client: FlaskClient) -> None:
    told = problem(client.post("/v1/imports", json={"from": "colonist", "document": {}}), 422, "invalid_body")
    assert told["errors"][0]["pointer"] == "/from"
    assert told["errors"][0]["allowed"] == ["catanatron", "jsettlers"]


def test_a_file_that_is_too_large_is_refused(client: FlaskClient) -> None:
    body = {"from": "catanatron", "document": {"tiles": ["x" * 600_000]}}
    problem(client.post("/v1/imports", json=body), 413, "too_large")
