"""Tests a game of Goofspiel over REST with real workers: played by legal-actions, undone, branched, replayed."""

from random import Random
from typing import Any

import pytest

from tests.service.http.live import Server
from tests.service.http.person import Game, is_finished

SEATS = [{"kind": "human"}, {"kind": "ai"}, {"kind": "ai", "agent": "uniform"}]


def is_fifth_round(view: Any) -> bool:
    return bool(view["state"]["turn"] == 5 and view["awaiting"][0]["seat"] == 0)


@pytest.mark.slow
def test_a_bid_is_undone_while_it_is_hidden(staff: Server) -> None:
    wish = {"ruleset": "goofspiel", "seats": [{"kind": "human"}] * 2, "undo": "free"}
    game = Game(staff, staff.ask("POST", "/v1/games", wish)[1])
    assert game.post("/commands", {"type": "Bid", "card": 13})[0] == 201
    assert [seat["bid"] for seat in game.get()["state"]["seats"]] == [13, None]
    status, refusal = game.post("/commands", {"type": "Bid", "card": 12})
    assert (status, refusal["rule"]) == (409, "goofspiel.bid.once")
    assert game.job("/undo", {})["status"] == "finished"
    assert [seat["bid"] for seat in game.get()["state"]["seats"]] == [None, None]
    assert len(game.get("/legal-actions")["actions"]) == 13


@pytest.mark.slow
def test_a_game_is_finished_branched_and_replayed(staff: Server) -> None:
    wish = {"ruleset": "goofspiel", "seats": SEATS, "seed": "bids over REST"}
    status, made = staff.ask("POST", "/v1/games", wish)
    assert status == 201, made
    game, rng = Game(staff, made), Random(3)
    assert game.get("/board") == {"id": made["id"], "ruleset": "goofspiel"}

    before = game.play(rng, is_fifth_round)
    listed = game.get("/legal-actions")["actions"]
    assert len(listed) == 9
    status, refusal = game.post("/commands", {"type": "Bid", "card": 13, "more": 1})
    assert status == 422, refusal

    over = game.play(rng, is_finished)
    assert over["result"]["points"] == [seat["points"] for seat in over["state"]["seats"]]
    assert [seat["cards"] for seat in over["state"]["seats"]] == [[], [], []]

    replay = game.job("/replays", {"format": "text"})
    assert replay["status"] == "finished"
    assert replay["result"]["verified"] is True
    assert "Seat 0 bids card" in replay["result"]["record"]

    status, branched = game.post("/branches", {"version": before["version"], "chance": "fresh"})
    assert status == 201, branched
    branch = Game(staff, branched)
    assert branch.get()["state"]["prizes"] == before["state"]["prizes"]
    again = branch.play(rng, is_finished)
    assert again["parent"] == {"id": made["id"], "version": before["version"]}
