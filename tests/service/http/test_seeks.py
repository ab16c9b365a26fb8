"""Tests seeks through the API: what is filled with what, once, and what becomes of those who are gone."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.clients.seeks import LIFE_MS, MOST_OF_PLAYER
from service.forgetting.people import finish_all
from service.game.context import Context
from service.routes import seeks as routes
from tests.service.http.keys import APP, new_key, with_key
from tests.service.http.problem_answers import problem
from tests.service.http.seekers import Seeker
from workers.sweeping.due_work import sweep

CATAN = {"ruleset": "catan", "seats": 3}


@pytest.fixture
def key(client: FlaskClient) -> str:
    return new_key(client, scopes=APP)


@pytest.fixture
def later(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return a function that moves the clock, and does what is due then."""
    context: Context = app.extensions["longroad"].context
    moved, clock = [0], context.clock

    def move(ms: int) -> None:
        moved[0] += ms
        sweep(context)

    object.__setattr__(context, "clock", lambda: clock() + moved[0])
    yield move
    object.__setattr__(context, "clock", clock)


def test_two_seeks_that_agree_begin_one_game(client: FlaskClient, key: str, apart: dict[str, Any]) -> None:
    ana, bea = Seeker(client, key), Seeker(client, new_key(client), "Bea")

    first = ana.seek(**apart)
    second = bea.seek(**apart)

    assert first["status"] == "open"
    assert second["status"] == "filled"
    told = ana.look(first)
    assert (told["status"], told["game"]) == ("filled", second["game"])
    view = client.get(f"/v1/games/{second['game']}").json
    assert (view["status"], {one["name"] for one in view["seats"]}) == ("running", {"Ana", "Bea"})
    assert all(one["held"] and "party" not in one for one in view["seats"])
    for one in (ana, bea):
        assert one.games() == [second["game"]]
        assert client.get("/v1/me/pending", headers=one.headers).json["pending"][0]["game"] == second["game"]
    for app_key in (ana.key, bea.key):
        mine = client.get("/v1/games?mine=true", headers=with_key(app_key)).json["games"]
        assert [one["id"] for one in mine] == [second["game"]]
    assert ana.look(first) == told, "it stays so"
    assert client.get("/v1/seeks?mine=true", headers=ana.headers).json["seeks"] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"ruleset": "catan-dice"}, {"ruleset": "toy"}),
        ({"seats": 3}, {"seats": 2}),
        ({"clock": {"seconds": 86_401}}, {"clock": {"seconds": 86_402}}),
        ({"among": "application"}, {}),
        (
            {"ruleset": "catan", "seats": 3, "maps": ["beginner"]},
            {"ruleset": "catan", "seats": 3, "maps": ["variable"]},
        ),
        (
            {"ruleset": "catan", "seats": 3, "options": {"friendly_robber": True}},
            {"ruleset": "catan", "seats": 3},
        ),
        (
            {"ruleset": "catan", "seats": 3, "ranges": [{"option": "victory_points", "minimum": 8, "maximum": 9}]},
            {"ruleset": "catan", "seats": 3, "options": {"victory_points": 10}},
        ),
    ],
)
def test_seeks_that_differ_wait(
    client: FlaskClient, key: str, apart: dict[str, Any], one: dict[str, Any], other: dict[str, Any]
) -> None:
    seeks = [Seeker(client, key).seek(**apart | one), Seeker(client, key).seek(**apart | other)]
    assert [seek["status"] for seek in seeks] == ["open", "open"]


def test_ranges_and_maps_meet_in_the_least_that_all_accept(
    client: FlaskClient, key: str, apart: dict[str, Any]
) -> None:
    wishes = [
        {"maps": ["variable", "beginner"], "ranges": [{"option": "victory_points", "minimum": 8, "maximum": 12}]},
        {"maps": ["beginner"], "ranges": [{"option": "victory_points", "minimum": 9, "maximum": 10}]},
        {"maps": ["beginner", "variable"], "ranges": [{"option": "victory_points", "minimum": 7, "maximum": 11}]},
    ]

    *_, last = [Seeker(client, key).seek(ruleset="catan", seats=3, **apart, **wish) for wish in wishes]

    assert last["status"] == "filled"
    row = next(one for one in client.get("/v1/games").json["games"] if one["id"] == last["game"])
    assert (row["map"], row["options"]["victory_points"]) == ("beginner", 9)


def test_blocked_players_do_not_meet(client: FlaskClient, key: str, apart: dict[str, Any]) -> None:
    ana, bea, cyd = Seeker(client, key), Seeker(client, key), Seeker(client, key)
    path = f"/v1/players/{ana.id}/blocks"
    assert client.put(path, json={"players": [bea.id]}, headers=ana.headers).json == {"players": [bea.id]}
    assert client.get(f"/v1/players/{ana.id}", headers=ana.headers).json["blocks"] == [bea.id]
    assert "blocks" not in client.get(f"/v1/players/{ana.id}").json

    waiting = ana.seek(**apart)
    assert bea.seek(**apart)["status"] == "open"
    filled = cyd.seek(**apart)

    assert filled["status"] == "filled"
    assert ana.look(waiting)["game"] == filled["game"], "the oldest of those who may meet"
    problem(client.put(path, json={"players": []}, headers=bea.headers), 404, "not_found")


def test_seeker_who_is_gone_holds_no_table(client: FlaskClient, key: str, apart: dict[str, Any], later: Any) -> None:
    ana, bea, cyd = Seeker(client, key), Seeker(client, key), Seeker(client, key)
    gone, waiting = ana.seek(**apart, seats=3), bea.seek(**apart, seats=3)
    later(LIFE_MS - 5_000)
    assert bea.look(waiting)["status"] == "open", "who asks stays"
    later(6_000)

    assert cyd.seek(**apart, seats=3)["status"] == "open"
    assert ana.look(gone)["status"] == "expired"
    assert bea.look(waiting)["status"] == "open"
    assert client.get("/v1/seeks?mine=true", headers=ana.headers).json["seeks"] == []


def test_seek_ends_in_its_time_whoever_asks_for_it(
    client: FlaskClient, key: str, apart: dict[str, Any], later: Any
) -> None:
    ana = Seeker(client, key)
    seek = ana.seek(**apart, wait_s=90)
    later(45_000)
    assert ana.look(seek)["status"] == "open"
    later(46_000)
    assert ana.look(seek)["status"] == "expired"


def test_agents_take_the_seats_that_are_left(client: FlaskClient, key: str, apart: dict[str, Any], later: Any) -> None:
    ana, bea, cyd = Seeker(client, key), Seeker(client, key, "Bea"), Seeker(client, key)
    fill = {"after_s": 30, "agent": "uniform"}
    without = cyd.seek(**apart, seats=4)
    first = ana.seek(**apart, seats=4, fill=fill)
    second = bea.seek(**apart, seats=4, fill=fill)
    later(20_000)
    assert ana.look(first)["status"] == "open"
    later(11_000)

    told = ana.look(first)
    assert (told["status"], bea.look(second)["game"]) == ("filled", told["game"])
    seats = client.get(f"/v1/games/{told['game']}").json["seats"]
    assert sorted(one["kind"] for one in seats) == ["ai", "ai", "human", "human"]
    assert cyd.look(without)["status"] == "open", "whoever wants no agents gets none"


def test_withdrawn_seek_is_filled_no_more(client: FlaskClient, key: str, apart: dict[str, Any]) -> None:
    ana, bea = Seeker(client, key), Seeker(client, key)
    seek = ana.seek(**apart)

    problem(client.delete(f"/v1/seeks/{seek['id']}", headers=bea.headers), 404, "not_found")
    assert client.delete(f"/v1/seeks/{seek['id']}", headers=ana.headers).status_code == 204

    assert bea.seek(**apart)["status"] == "open"
    assert ana.look(seek)["status"] == "withdrawn"
    problem(client.delete(f"/v1/seeks/{seek['id']}", headers=ana.headers), 404, "not_found")


def test_player_has_a_few_seeks_at_a_time(client: FlaskClient, key: str, apart: dict[str, Any]) -> None:
    ana = Seeker(client, key)
    seeks = [ana.seek(**apart) for _ in range(MOST_OF_PLAYER)]
    assert {seek["status"] for seek in seeks} == {"open"}, "nobody meets oneself"

    problem(ana.post(**apart), 403, "forbidden")

    client.delete(f"/v1/seeks/{seeks[0]['id']}", headers=ana.headers)
    ana.seek(**apart)


@pytest.mark.parametrize(
    ("wish", "pointer"),
    [
        ({"ruleset": "chess"}, "/ruleset"),
        ({"seats": 9}, "/seats"),
        ({"ruleset": "catan", "seats": 3, "maps": ["atlantis"]}, "/maps"),
        ({"ruleset": "catan", "seats": 3, "modules": ["dragons"]}, "/modules"),
        (CATAN | {"ranges": [{"option": "nothing", "minimum": 1, "maximum": 2}]}, "/ranges"),
        ({"ranges": [{"option": "nothing", "minimum": 2, "maximum": 1}]}, "/ranges/0/maximum"),
        ({"fill": {"after_s": 10, "agent": "nobody"}}, "/fill/agent"),
        ({"wait_s": 1}, "/wait_s"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is_kept(
    client: FlaskClient, key: str, wish: dict[str, Any], pointer: str
) -> None:
    ana = Seeker(client, key)

    refused = ana.post(**wish)

    assert refused.status_code == 422, refused.text
    assert refused.json["errors"][0]["pointer"].startswith(pointer)
    assert client.get("/v1/seeks?mine=true", headers=ana.headers).json["seeks"] == []


def test_application_seeks_for_its_players_alone(client: FlaskClient, key: str, apart: dict[str, Any]) -> None:
    ana = Seeker(client, key)
    wish = {"ruleset": "toy", "seats": 2, "player": ana.id, **apart}

    posted = client.post("/v1/seeks", json=wish, headers=with_key(key))

    assert posted.status_code == 201, posted.text
    assert client.get(f"/v1/seeks/{posted.json['id']}", headers=with_key(key)).json["status"] == "open"
    problem(client.post("/v1/seeks", json=wish, headers=with_key(new_key(client))), 404, "not_found")
    problem(client.post("/v1/seeks", json=wish), 401, "unauthorized")
    wish.pop("player")
    problem(client.post("/v1/seeks", json=wish, headers=with_key(key)), 404, "not_found")


def test_list_shows_open_seeks_in_pages_and_no_private_terms(
    client: FlaskClient, key: str, apart: dict[str, Any]
) -> None:
    seekers = [Seeker(client, key, f"Player {number}") for number in range(3)]
    made = [one.seek(**apart, seats=4)["id"] for one in seekers]
    hidden = seekers[0].seek(**apart, seats=4, among="application")["id"]

    found, after = [], ""
    while True:
        page = client.get(f"/v1/seeks?limit=2&ruleset=toy{after}").json
        found += page["seeks"]
        if "next" not in page:
            break
        after = f"&after={page['next']}"

    ids = [one["id"] for one in found]
    assert [one for one in ids if one in made] == made[::-1]
    assert hidden not in ids
    assert {one["name"] for one in found if one["id"] in made} == {"Player 0", "Player 1", "Player 2"}
    problem(client.get("/v1/seeks?after=x"), 422, "invalid_body")


@pytest.mark.parametrize("media_type", ["text/event-stream", "application/x-ndjson"])
def test_stream_tells_what_is_opened_and_what_became_of_it(
    client: FlaskClient, key: str, apart: dict[str, Any], media_type: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "LOOK_S", 0.02)
    ana, bea = Seeker(client, key), Seeker(client, key, "Bea")
    seek = ana.seek(**apart)
    headers = {**ana.headers, "Accept": media_type}
    stream = client.get("/v1/seeks?mine=true", headers=headers, buffered=False)
    chunks = stream.iter_encoded()

    def told() -> dict[str, Any]:
        for chunk in chunks:
            for line in chunk.decode().splitlines():
                if line.removeprefix("data: ").startswith("{"):
                    found: dict[str, Any] = json.loads(line.removeprefix("data: "))
                    return found
        raise AssertionError("the stream has ended")

    opened = told()
    game = bea.seek(**apart)["game"]
    closed = told()
    stream.close()

    assert (opened["id"], opened["status"], opened["name"]) == (seek["id"], "open", "Ana")
    assert (closed["id"], closed["status"], closed["game"]) == (seek["id"], "filled", game)


def test_stream_of_ones_own_seeks_keeps_them_open(
    client: FlaskClient, key: str, apart: dict[str, Any], later: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "LOOK_S", 0.01)
    monkeypatch.setattr(routes, "RENEW_S", 0.02)
    monkeypatch.setattr(routes, "QUIET_S", 0.01)
    ana = Seeker(client, key)
    seek = ana.seek(**apart)
    stream = client.get("/v1/seeks?mine=true", headers={**ana.headers, "Accept": "text/event-stream"}, buffered=False)
    chunks = stream.iter_encoded()
    for _ in range(4):
        later(LIFE_MS - 20_000)
        for _ in range(4):
            next(chunks)
    stream.close()

    found = client.get("/v1/seeks?mine=true", headers=ana.headers).json["seeks"]

    assert [one["id"] for one in found] == [seek["id"]]


def test_stream_of_ones_own_seeks_says_that_one_has_expired(
    client: FlaskClient, key: str, apart: dict[str, Any], later: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "LOOK_S", 0.02)
    ana = Seeker(client, key)
    seek = ana.seek(**{**apart, "wait_s": 30})
    headers = {**ana.headers, "Accept": "application/x-ndjson"}
    stream = client.get("/v1/seeks?mine=true", headers=headers, buffered=False)
    lines = (line for chunk in stream.iter_encoded() for line in chunk.decode().splitlines() if line.strip())
    assert json.loads(next(lines))["status"] == "open"
    later(31_000)
    ended = json.loads(next(lines))
    stream.close()

    assert (ended["id"], ended["status"]) == (seek["id"], "expired")
    assert ended == ana.look(seek)


def test_others_learn_only_that_a_seek_is_closed(
    client: FlaskClient, key: str, apart: dict[str, Any], app: Flask
) -> None:
    from service.views.seeks import changes_between

    context: Context = app.extensions["longroad"].context
    ana, bea = Seeker(client, key), Seeker(client, key)
    seek = ana.seek(**apart)
    before = {seek["id"]: seek}
    bea.seek(**apart)

    assert list(changes_between(context, before, {}, None)) == [{"id": seek["id"], "status": "closed"}]
    assert list(changes_between(context, before, {}, bea.id)) == [{"id": seek["id"], "status": "closed"}]


def test_forgotten_player_seeks_no_more(
    client: FlaskClient, key: str, apart: dict[str, Any], app: Flask, later: Any
) -> None:
    context: Context = app.extensions["longroad"].context
    ana, bea = Seeker(client, key), Seeker(client, key)
    ana.seek(**apart)
    assert client.delete(f"/v1/players/{ana.id}", headers=with_key(key)).status_code == 204

    assert bea.seek(**apart)["status"] == "open"
    finish_all(context)

    assert context.store.facts(f"seeks-of-{ana.id}") == {}
    later(LIFE_MS + 1)
    assert context.store.facts(f"seeks-of-{ana.id}") == {}, "no deadline of the seek notes an end"
    listed = client.get("/v1/seeks?ruleset=toy&limit=100").json["seeks"]
    assert ana.id not in {one["player"] for one in listed}
