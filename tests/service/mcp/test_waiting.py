"""Tests that the server remembers what the holder of a handle was shown, so that no caller of `wait` need."""

from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.clients.handles import seat_behind
from service.mcp.following import find_shown
from service.process.wall_clock import now_ms, write_time
from tests.conftest import StorePair
from tests.service.http.client import plain_app
from tests.service.mcp.model import Model, at_a_trade, post

HOUR_MS = 3_600_000


@pytest.fixture(scope="module")
def app(stores: StorePair) -> Flask:
    """Return an application over the stores of the session."""
    return plain_app(stores)


@pytest.fixture
def model(app: Flask) -> Model:
    client: FlaskClient = app.test_client()
    return Model(lambda sent: post(client, sent))


def wait(model: Model, seat: str, **more: Any) -> Any:
    """Return what a seat is told that waits for no time, by default."""
    return model.data("wait", seat=seat, **{"seconds": 0, **more})


def test_who_must_act_is_told_at_once_and_again(model: Model) -> None:
    ana = model.start(ruleset="goofspiel", opponents=0, open_seats=1)
    model.sit(game=ana.split("-")[0])
    turns = [wait(model, ana, seconds=25) for _ in "ab"]
    assert [(turn["must_act"], len(turn["actions"]), turn["timed_out"]) for turn in turns] == [(True, 13, False)] * 2


def test_what_happened_is_told_once(model: Model) -> None:
    ana = model.start(ruleset="goofspiel", opponents=0, open_seats=1)
    ben = model.sit(game=ana.split("-")[0])
    wait(model, ana)
    model.call("play", seat=ben, number=3, version=2)
    assert [event["version"] for event in wait(model, ana)["events"]] == [3]
    assert wait(model, ana)["events"] == []
    done = model.data("play", seat=ana, number=1, version=3)
    assert done["events"][0]["version"] == 4
    assert wait(model, ana)["events"] == []
    assert wait(model, ana, since=2)["events"][0]["version"] == 3


def test_play_tells_what_happened_before_it_too(model: Model) -> None:
    ana = model.start(ruleset="goofspiel", opponents=0, open_seats=1)
    ben = model.sit(game=ana.split("-")[0])
    wait(model, ana)
    model.call("play", seat=ben, number=3, version=2)
    stale = model.data("play", seat=ana, number=1, version=2)
    assert (stale["done"], [event["version"] for event in stale["events"]]) == (False, [3])
    assert model.data("play", seat=ana, number=1, version=3)["events"][0]["version"] == 4
    model.call("play", seat=ben, number=4, version=wait(model, ben)["version"])
    version = model.data("legal", seat=ana)["version"]
    assert model.data("play", seat=ana, number=2, version=version)["events"][0]["version"] < version + 1


def test_an_offer_that_was_shown_ends_no_other_wait(model: Model) -> None:
    _, ben, eve = table_with_an_offer(model)
    first = wait(model, ben, seconds=25)
    assert (first["must_act"], first["timed_out"]) == (False, False)
    assert first["actions"]
    assert wait(model, ben)["timed_out"]
    model.call("play", seat=eve, number=1, version=wait(model, eve, seconds=25)["version"])
    assert wait(model, ben)["timed_out"]


def table_with_an_offer(model: Model) -> list[str]:
    """Return the handles of three seats, the first of which has offered the others a trade."""
    ana = model.start(ruleset="catan", open_seats=2, opponents=0)
    seats = [ana, *(model.sit(game=ana.split("-")[0]) for _ in "ab")]
    [offer] = at_a_trade(model, seats, Random(5))
    mover = next(seat for seat in seats if model.data("legal", seat=seat)["must_act"])
    model.call("play", seat=mover, number=offer["number"], version=model.data("legal", seat=mover)["version"])
    return [mover, *(seat for seat in seats if seat != mover)]


def test_who_was_shown_an_offer_by_a_play_is_not_shown_it_by_a_wait(model: Model) -> None:
    _, ben, eve = table_with_an_offer(model)
    turn = wait(model, ben, seconds=25)
    declined = model.data("play", seat=ben, number=turn["actions"][-1]["number"], version=turn["version"])
    assert declined["done"]
    assert wait(model, ben)["timed_out"]
    assert wait(model, eve, seconds=25)["actions"]


def test_nobody_is_sent_on_in_a_pause(app: Flask, model: Model) -> None:
    wish = {"ruleset": "goofspiel", "seats": [{"kind": "human"}, {"kind": "ai"}]}
    made = app.test_client().post("/v1/games", json=wish).json or {}
    token = made["seats"][0]["token"]
    seat = model.sit(token=token, keep_token=True)
    assert not wait(model, seat)["timed_out"]
    path, own = f"/v1/games/{made['id']}/pause", {"Authorization": f"Bearer {token}"}
    assert app.test_client().post(path, json={"until": write_time(now_ms() + HOUR_MS)}, headers=own).status_code in (
        200,
        201,
    )
    assert wait(model, seat)["timed_out"]


def test_only_waits_and_plays_are_remembered_and_not_after_the_end(app: Flask, model: Model) -> None:
    ana = model.start(ruleset="goofspiel", opponents=0, open_seats=1)
    ben = model.sit(game=ana.split("-")[0])
    model.call("look", seat=ana)
    model.call("legal", seat=ana)
    ctx = app.extensions["longroad"].context
    held = seat_behind(ctx, ana)
    assert held is not None
    assert find_shown(ctx, held) is None
    model.call("leave", seat=ben, resign=True)
    assert wait(model, ana, seconds=25)["result"]["winners"] == [0]
    assert find_shown(ctx, held) is None


def test_a_revoked_handle_leaves_nothing(app: Flask, model: Model) -> None:
    ana = model.start(ruleset="goofspiel", opponents=0, open_seats=1)
    wait(model, ana)
    model.call("leave", seat=ana)
    names = app.extensions["longroad"].context.store.facts(ana.split("-")[0])
    assert [name for name in names if name.startswith("handle:")] == []


def test_much_that_happened_leaves_room_for_what_can_be_done(model: Model) -> None:
    mover, *_ = table_with_an_offer(model)
    turn = wait(model, mover, since=0)
    assert turn["more_after"] == turn["events"][-1]["version"]
    assert "pages" not in turn
    legal = model.data("legal", seat=mover)
    assert (turn["actions"], turn["templates"]) == (legal["actions"], legal["templates"])
