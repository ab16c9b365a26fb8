"""Tests a dice game over REST with real workers: played by legal-actions, undone, branched, replayed."""

from random import Random
from typing import Any

import pytest

from tests.service.http.live import Server
from tests.service.http.person import Game, is_finished

SEATS = [{"kind": "human"}, {"kind": "ai"}, {"kind": "ai", "agent": "uniform"}]


def is_mine_to_stop(view: Any) -> bool:
    return bool(view["awaiting"][0]["seat"] == 0 and view["awaiting"][0]["frame"] == "reroll")


@pytest.mark.slow
def test_a_dice_game_is_finished_undone_branched_and_replayed(staff: Server) -> None:
    status, made = staff.ask("POST", "/v1/games", {"ruleset": "catan-dice", "seats": SEATS, "seed": "dice over REST"})
    assert status == 201, made
    game, rng = Game(staff, made), Random(3)
    assert len(game.get("/board")["roads"]) == 16

    before = game.play(rng, is_mine_to_stop)
    assert game.post("/commands", {"type": "StopRolling"})[0] == 201
    assert game.job("/undo", {})["status"] == "finished"
    assert game.get()["state"] == before["state"]

    status, refusal = game.post("/commands", {"type": "DiceRollDice", "keep": {"ore": 6, "gold": 6}})
    assert (status, refusal["rule"]) == (409, "dice.roll.set_aside")
    status, refusal = game.post("/commands", {"type": "DiceBuildRoad", "road": 0})
    assert (status, refusal["rule"]) == (409, "dice.turn.order")
    assert game.get()["version"] == before["version"] + 2  # the `stop` and its undo

    over = game.play(rng, is_finished)
    assert [len(sheet["boxes"]) for sheet in over["state"]["seats"]] == [15, 15, 15]
    assert over["result"]["points"] == [sheet["points"] for sheet in over["state"]["seats"]]
    assert max(over["result"]["points"]) == over["result"]["points"][1]  # the agent plays against two random players

    replay = game.job("/replays", {"format": "text"})
    assert replay["status"] == "finished"
    assert replay["result"]["verified"] is True
    assert "Seat 0 stops rolling." in replay["result"]["record"]

    status, branched = game.post("/branches", {"version": before["version"], "chance": "fresh"})
    assert status == 201, branched
    branch = Game(staff, branched)
    assert branch.get()["state"] == before["state"]
    again = branch.play(rng, is_finished)
    assert again["result"] is not None
    assert again["parent"] == {"id": made["id"], "version": before["version"]}
