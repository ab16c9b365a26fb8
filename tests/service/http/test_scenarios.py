"""Tests games on boards with towns over REST with real workers: New York for six, with all modules, and Mallorca."""

from random import Random
from typing import Any

import pytest

from tests.service.http.live import Server
from tests.service.http.person import Game, is_finished

AGENT = {"kind": "ai", "agent": "heuristic"}
NEW_YORK = {
    "ruleset": "catan",
    "map": "new-york",
    "modules": ["favors", "helpers", "erie-canal", "dice-deck"],
    "seats": [{"kind": "human"}, *[AGENT] * 5],
    "seat_order": "given",
    "seed": "six at New York",
}
MALLORCA = {
    "ruleset": "catan",
    "map": "mallorca",
    "seats": [{"kind": "human"}, AGENT, AGENT],
    "seat_order": "given",
    "options": {"starting_seat": 0, "victory_points": 4},
    "seed": "almonds",
}


@pytest.mark.slow
def test_six_play_new_york_with_everything_to_the_end(staff: Server) -> None:
    status, made = staff.ask("POST", "/v1/games", NEW_YORK)
    assert status == 201, made
    game = Game(staff, made)
    board = game.get("/board")
    assert (len(board["towns"]), len(board["waterways"])) == (33, 8)
    assert "not the printed one" in board["reconstruction"]["en"]
    over = game.play(Random(6), is_finished)
    assert over["state"]["seats"][over["result"]["winners"][0]]["points"] >= 11
    assert over["state"]["erie_canal"]["supply"] <= 8
    assert 6 <= over["state"]["dice_deck"]["cards"] <= 36
    replay = game.job("/replays", {"format": "text"})
    assert replay["status"] == "finished"
    assert replay["result"]["verified"] is True
    assert replay["result"]["digests"] == replay["result"]["versions"]
    assert "towns: Massena" in replay["result"]["record"]
    assert f"dice deck: {over['state']['dice_deck']['cards']} cards" in replay["result"]["record"]


@pytest.mark.slow
def test_on_mallorca_every_text_speaks_of_almonds(staff: Server) -> None:
    status, made = staff.ask("POST", "/v1/games", MALLORCA)
    assert status == 201, made
    game = Game(staff, made)
    view = game.play(Random(2), _cannot_pay_a_city)
    assert set(view["state"]["bank"]) == {"brick", "lumber", "wool", "grain", "ore"}
    node = view["state"]["seats"][0]["settlements"][0]
    for language, words in (("en", "2 almonds"), ("es", "2 almendras")):
        status, refusal = game.post("/commands", {"type": "BuildCity", "node": node}, **{"Accept-Language": language})
        assert (status, refusal["rule"]) == (409, "catan.city.cost")
        assert words in refusal["detail"]
    game.play(Random(3), is_finished)
    replay = game.job("/replays", {"format": "text"})
    record = replay["result"]["record"]
    assert "almonds" in record
    assert "almond groves" in record
    assert "grain" not in record
    spanish = game.job("/replays", {"format": "text"}, **{"Accept-Language": "es"})["result"]["record"]
    assert "almendras" in spanish
    assert "cereal" not in spanish


def _cannot_pay_a_city(view: Any) -> bool:
    mine = view["state"]["seats"][0] if view["state"] else {}
    asked = [(entry["seat"], entry["frame"]) for entry in view["awaiting"]]
    return (0, "trade") in asked and bool(mine["settlements"]) and mine["resources"]["ore"] < 3
