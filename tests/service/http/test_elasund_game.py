"""Tests a game of Elasund over REST with real workers: played by legal-actions, undone, branched, replayed."""

from random import Random
from typing import Any

import pytest

from tests.service.http.live import Server
from tests.service.http.person import Game, is_finished

SEATS = [{"kind": "human"}, {"kind": "ai"}, {"kind": "ai", "agent": "uniform"}]
BODY = {"ruleset": "elasund", "seats": SEATS, "options": {"edition": "german"}, "seed": "elasund over REST"}


def is_mine_to_build(view: Any) -> bool:
    return bool(view["awaiting"][0]["seat"] == 0 and view["awaiting"][0]["frame"] == "build_tiles")


@pytest.mark.slow
def test_a_game_of_elasund_is_finished_undone_branched_and_replayed(staff: Server) -> None:
    status, made = staff.ask("POST", "/v1/games", BODY)
    assert status == 201, made
    game, rng = Game(staff, made), Random(5)
    assert len(game.get("/board")["squares"]) == 70

    before = game.play(rng, is_mine_to_build)
    assert "influence" in before["state"]["seats"][0]
    assert not any("influence" in seat or "gold" in seat for seat in before["state"]["seats"][1:])
    assert game.post("/commands", {"type": "EndBuilding"})[0] == 201
    assert game.job("/undo", {})["status"] == "finished"
    assert game.get()["state"] == before["state"]

    off_the_board = {"type": "BuildTile", "building": "inn", "square": 69}
    status, refusal = game.post("/commands", off_the_board)
    assert (status, refusal["rule"]) == (409, "elasund.building.inside_walls")
    status, refusal = game.post("/commands", {"type": "PlacePermit", "value": 0, "square": 0, "color": None})
    assert (status, refusal["rule"]) == (409, "elasund.turn.phase_order")
    assert game.get()["version"] == before["version"] + 2  # the end of the building and its undo

    over = game.play(rng, is_finished)
    assert max(over["result"]["points"]) == over["result"]["points"][over["result"]["winners"][0]] == 10
    assert all("influence" in seat for seat in over["state"]["seats"])

    replay = game.job("/replays", {"format": "text"})
    assert replay["status"] == "finished"
    assert replay["result"]["verified"] is True
    assert "with 10 cubes on the board" in replay["result"]["record"]

    status, branched = game.post("/branches", {"version": before["version"], "chance": "fresh"})
    assert status == 201, branched
    branch = Game(staff, branched)
    assert branch.get()["state"] == before["state"]
    again = branch.play(rng, is_finished)
    assert again["result"] is not None
    assert again["parent"] == {"id": made["id"], "version": before["version"]}
