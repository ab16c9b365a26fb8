"""Tests that a number which a client may still hold names one thing for ever: after undo, redo, votes, in branches."""

from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.game.context import Context
from service.handlers.undo_requests import move_head
from tests.service.http.client import Table, new_table
from tests.service.http.trading import CATAN, TURN
from tests.service.mcp.model import Model, post
from tests.service.recorded import imported, record_of

SMALL, LARGE = {"ore": 1}, {"ore": 3}


@pytest.fixture
def context(app: Flask) -> Context:
    """Return the context of the application, by which heads are moved as jobs move them."""
    found: Context = app.extensions["longroad"].context
    return found


@pytest.fixture
def trading(client: FlaskClient) -> Table:
    """Return a sandbox of Catan in which seat 0 trades and everybody holds three of each resource."""
    return new_table(client, **CATAN, sandbox=True, given=TURN)


def offer(table: Table, take: dict[str, int], seat: int = 0) -> int:
    """Offer a wool, and return the number of the offer."""
    made = table.act(seat, "OfferTrade", give={"wool": 1}, take=take)["events"][0]
    assert made["type"] == "TradeOffered"
    return int(made["offer"])


def undo(context: Context, table: Table, to: int | None = None, by: int = 0) -> None:
    """Move the head, by default to before the newest version."""
    version = table.version()
    move_head(context, table.id, version - 1 if to is None else to, version, by)


def offers(table: Table) -> dict[int, Any]:
    """Return what the open offers ask for, by their numbers."""
    return {one["offer"]: one["take"] for one in table.get().json["state"]["offers"]}


def test_late_yes_to_an_undone_offer_accepts_no_other(context: Context, trading: Table) -> None:
    first = offer(trading, SMALL)
    late = {"type": "AcceptOffer", "offer": first}
    undo(context, trading)
    assert trading.post("/commands", late, 1).json["rule"] == "catan.trade.domestic.open_offer"

    second = offer(trading, LARGE)

    assert second > first
    refused = trading.post("/commands", late, 1)
    assert (refused.status_code, refused.json["rule"]) == (409, "catan.trade.domestic.open_offer")


def test_dry_run_foretells_the_number_of_an_offer(context: Context, trading: Table) -> None:
    offer(trading, SMALL)
    undo(context, trading)
    wish = {"type": "OfferTrade", "give": {"wool": 1}, "take": SMALL}

    foretold = trading.post("/dry-runs", wish, 0).json["certain"][0]

    assert foretold["offer"] == offer(trading, SMALL)


def test_redone_offer_has_its_number_again_and_the_next_a_new_one(context: Context, trading: Table) -> None:
    before = trading.version()
    first = offer(trading, SMALL)
    undo(context, trading)
    undo(context, trading, to=before + 1)
    assert list(offers(trading)) == [first]

    second = offer(trading, LARGE)
    undo(context, trading, to=before)

    assert offer(trading, {"ore": 2}) > second > first


def test_branch_numbers_its_own_offers_once(context: Context, trading: Table) -> None:
    for take in (SMALL, LARGE):
        offer(trading, take)
    kept = offers(trading)
    made = trading.post("/branches", {"version": trading.version()}, 0).json
    branch = Table(trading.client, made["id"], [seat["token"] for seat in made["seats"]], made["owner_token"], None)
    assert offers(branch) == kept

    one = offer(branch, SMALL)
    undo(context, branch)
    other = offer(branch, LARGE)

    assert other > one > max(kept)
    assert offer(trading, SMALL) == one, "a branch is a game of its own"


def test_number_names_one_thing_however_the_head_moves(context: Context, client: FlaskClient) -> None:
    table = new_table(client, **CATAN, sandbox=True, given=TURN, hot_seat=True)
    rng, named, start = Random(5), dict[int, tuple[int, Any]](), table.version()
    for number in range(60):
        version, seat, take = table.version(), rng.choice([0, 0, 1]), {rng.choice(["ore", "brick", "grain"]): 1}
        made = table.post("/commands", {"type": "OfferTrade", "give": {"wool": 1}, "take": take}, seat)
        version += made.status_code == 201
        if number % 3 == 2:
            line = context.games.load(table.id).line
            ancestors = [at for at in range(start, version) if line.is_ancestor(at, version)]
            undo(context, table, to=rng.choice(ancestors), by=number // 3 % 3)
        if made.status_code == 201:
            offered = made.json["events"][0]["offer"]
            assert offered not in named
            named[offered] = (seat, take)
        for one in table.get().json["state"]["offers"]:
            assert (one["seat"], one["take"]) == named[one["offer"]]
    assert len(named) > 30


def test_votes_are_numbered_on_across_what_they_undo(context: Context, client: FlaskClient) -> None:
    table = new_table(client, **CATAN, sandbox=True, given=TURN)
    seen = []
    for take in (SMALL, LARGE):
        number = offer(table, take)
        table.act(1, "DeclineOffer", offer=number)
        vote = table.post("/undo", {"to_version": table.version() - 2}, 0).json["vote"]["id"]
        for seat in (1, 2):
            assert table.post(f"/votes/{vote}", {"accept": True}, seat).status_code == 201
        seen.append((vote, number))
    assert [vote for vote, _ in seen] == [1, 2]
    assert seen[0][1] < seen[1][1]
    late = table.post("/votes/1", {"accept": False}, 1)
    assert (late.status_code, late.json["rule"]) == (409, "vote.answered")


def test_no_name_that_a_client_holds_is_given_twice(context: Context, client: FlaskClient) -> None:
    table = new_table(client, **CATAN, sandbox=True, private=True, given=TURN)
    rounds = []
    for seat in (1, 2):
        offer(table, SMALL)
        there = int(table.get("", 0).json["version"])
        move_head(context, table.id, there - 1, there, 0)
        rounds.append(names(table, seat, there))
        move_head(context, table.id, there, int(table.get("", 0).json["version"]), 0)
    given = [name for one in rounds for name in one.values()]
    assert len({*given}) == len(given)
    for one in rounds:
        assert client.get(f"/v1/jobs/{one['job']}", headers=table.headers(0)).json["id"] == one["job"]
        assert table.post("/seats", {"invite": one["invite"]}).json["rule"] == "seat.none_open"


def names(table: Table, seat: int, version: int) -> dict[str, str]:
    """Let something of each kind be named, a game by branching at a version, and return the names."""
    owner = {"Authorization": f"Bearer {table.owner}"}
    opened = table.client.patch(f"{table.path}/seats/{seat}", json={"open": True}, headers=owner).json
    taken = table.post("/seats", {"invite": opened["invite"]}).json
    model = Model(lambda sent: post(FlaskClient(table.client.application), sent))
    return {
        "invite": opened["invite"],
        "token": taken["token"],
        "handle": model.sit(token=taken["token"], keep_token=True),
        "job": table.post("/replays", {}, 0).json["id"],
        "ticket": table.post("/stream-tickets", {}, 0).json["ticket"],
        "game": table.post("/branches", {"version": version}, 0).json["id"],
    }


def test_record_proves_the_numbers_after_an_undo(context: Context, client: FlaskClient) -> None:
    table = new_table(client, **CATAN, hot_seat=True)
    seat, wish = until_an_offer(table)
    assert table.post("/commands", wish, seat).status_code == 201
    undo(context, table, by=seat)
    again = table.post("/commands", wish, seat).json["events"][0]["offer"]
    assert table.post("/abandon", {}, seat).status_code == 201
    record = record_of(context, table.id)

    imported(context, record)

    moved = next(one for version in record["versions"] for one in version["events"] if one["type"] == "HeadMoved")
    assert (moved["numbered"], again) == (1, 2)


def until_an_offer(table: Table) -> tuple[int, dict[str, Any]]:
    """Play the first listed command again and again until a seat can offer a trade; return the seat and its offer."""
    while True:
        seat = table.get().json["awaiting"][0]["seat"]
        listed = table.get("/legal-actions", seat).json
        for template in listed["templates"]:
            if template["type"] == "OfferTrade":
                return seat, template["example"]
        command = listed["actions"][0]["command"] if listed["actions"] else listed["templates"][0]["example"]
        assert table.post("/commands", command, seat).status_code == 201
