"""Tests rated games through the API: what counts in which list, what leaving costs, and who is shown."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.clients.limits import Limits, set_limits
from service.clients.ratings import outcomes, rebuild
from service.forgetting.people import finish_all
from service.game.context import Context
from tests.service.http.keys import APP, new_key, with_key
from tests.service.http.problem_answers import problem
from tests.service.http.seekers import Seeker, act, begin, ratings, seat_of
from workers.sweeping.due_work import sweep


@pytest.fixture
def ctx(app: Flask) -> Context:
    context: Context = app.extensions["longroad"].context
    return context


def test_resigning_is_losing(client: FlaskClient, ctx: Context, apart: dict[str, Any]) -> None:
    key = new_key(client, scopes=APP)
    ana, bea = Seeker(client, key), Seeker(client, key, "Bea")
    assert ratings(ana) == []
    game = begin([ana, bea], **apart)

    assert act(bea, game, "/resign", {}).status_code == 201
    sweep(ctx)
    sweep(ctx)

    [won], [lost] = ratings(ana), ratings(bea)
    assert (won["list"], won["ruleset"], won["games"]) == ("application", "toy", 1)
    assert won["rating"] > 1500 > lost["rating"]
    own = key.partition(".")[0]
    assert [one.ranks for one in outcomes(ctx, own)] == [((ana.id, 1), (bea.id, 2))] or [
        one.ranks for one in outcomes(ctx, own)
    ] == [((bea.id, 2), (ana.id, 1))]


def test_who_lent_the_seat_comes_last(client: FlaskClient, ctx: Context, apart: dict[str, Any]) -> None:
    key = new_key(client, scopes=APP)
    ana, bea, cyd = (Seeker(client, key, name) for name in ("Ana", "Bea", "Cyd"))
    game = begin([ana, bea, cyd], **apart)
    path, seat = f"/v1/games/{game}", seat_of(ana, game)
    headers = {**ana.headers, "X-Seat": str(seat)}
    assert client.patch(f"{path}/seats/{seat}", json={"agent": "uniform"}, headers=headers).status_code == 200
    assert client.patch(f"{path}/seats/{seat}", json={"agent": None}, headers=headers).status_code == 200
    assert act(bea, game, "/resign", {}).status_code == 201
    assert act(ana, game, "/resign", {}).status_code == 201
    sweep(ctx)

    [kept] = outcomes(ctx, own := key.partition(".")[0])
    assert dict(kept.ranks) == {cyd.id: 1, ana.id: 2, bea.id: 2}
    assert ratings(cyd) == [], "no stand-in decides anybody's rating"
    lost = [ratings(ana), ratings(bea)]
    assert [one["rating"] < 1500 for [one] in lost] == [True, True]
    rebuild(ctx, own)
    assert [ratings(ana), ratings(bea), ratings(cyd)] == [*lost, []]


@pytest.mark.parametrize("is_lent", [False, True])
def test_who_stayed_is_rated_unless_a_stand_in_has_played(
    client: FlaskClient, ctx: Context, apart: dict[str, Any], is_lent: bool
) -> None:
    key = new_key(client, scopes=APP)
    ana, bea = Seeker(client, key), Seeker(client, key, "Bea")
    game = begin([ana, bea], **apart)
    path = f"/v1/games/{game}/seats/{seat_of(bea, game)}"
    for agent in ("uniform", None) if is_lent else ():
        headers = {**bea.headers, "X-Seat": str(seat_of(bea, game))}
        assert client.patch(path, json={"agent": agent}, headers=headers).status_code == 200
    assert act(bea, game, "/resign", {}).status_code == 201
    sweep(ctx)

    assert [one["rating"] > 1500 for one in ratings(ana)] == ([] if is_lent else [True])
    assert [one["rating"] < 1500 for one in ratings(bea)] == [True]


def test_game_that_is_abandoned_by_vote_does_not_count(
    client: FlaskClient,
    ctx: Context,
    apart: dict[str, Any],
) -> None:
    key = new_key(client, scopes=APP)
    ana, bea = Seeker(client, key), Seeker(client, key, "Bea")
    game = begin([ana, bea], **apart)
    vote = act(ana, game, "/abandon", {}).json["id"]
    assert act(bea, game, f"/votes/{vote}", {"accept": True}).status_code == 201
    sweep(ctx)

    assert ratings(ana) == ratings(bea) == []


def test_server_rates_admitted_keys_and_players_with_tokens_alone(
    client: FlaskClient,
    ctx: Context,
    apart: dict[str, Any],
) -> None:
    keys = [new_key(client, scopes=APP) for _ in range(3)]
    for key in keys[:2]:
        set_limits(ctx, key.partition(".")[0], Limits(rated=True))
    ana, bea, cyd = (Seeker(client, key) for key in keys)
    assert cyd.seek(rated=True, **apart)["status"] == "open", "in the list of its key"
    game = begin([ana, bea], **apart)
    wish = {"ruleset": "toy", "seats": 2, "rated": True, "player": ana.id, **apart}
    refused = problem(client.post("/v1/seeks", json=wish, headers=with_key(keys[0])), 403, "forbidden")
    assert refused["expected"] == ["player_token"]

    act(bea, game, "/resign", {})
    sweep(ctx)

    assert [one["list"] for one in ratings(ana)] == ["server"]
    for key in keys[:2]:
        set_limits(ctx, key.partition(".")[0], Limits())


def test_ladder_shows_people_who_agree(client: FlaskClient, ctx: Context, apart: dict[str, Any]) -> None:
    key = new_key(client, scopes=APP)
    ana, bea = Seeker(client, key), Seeker(client, key, "Bea")
    game = begin([ana, bea], **apart)
    act(bea, game, "/resign", {})
    sweep(ctx)
    path = "/v1/ladder/toy?list=application&speed=fast"

    def shown() -> list[str]:
        return [one["name"] for one in client.get(path, headers=with_key(key)).json["ratings"]]

    assert shown() == []
    for one in (ana, bea):
        assert client.patch(f"/v1/players/{one.id}", json={"listed": True}, headers=with_key(key)).json["listed"]
    assert shown() == ["Ana", "Bea"]
    page = client.get(f"{path}&limit=1", headers=with_key(key)).json
    rest = client.get(f"{path}&after={page['next']}", headers=with_key(key)).json
    assert [page["ratings"][0]["name"], rest["ratings"][0]["name"]] == ["Ana", "Bea"]
    client.patch(f"/v1/players/{bea.id}", json={"listed": False}, headers=with_key(key))
    assert shown() == ["Ana"]
    assert client.get("/v1/ladder/toy?speed=fast").json == {"ratings": []}
    problem(client.get("/v1/ladder/chess"), 404, "not_found")
    problem(client.get("/v1/ladder/toy?list=application"), 401, "unauthorized")


def test_results_outlive_their_game_and_know_no_forgotten_player(
    client: FlaskClient,
    ctx: Context,
    apart: dict[str, Any],
) -> None:
    key = new_key(client, scopes=APP)
    ana, bea = Seeker(client, key), Seeker(client, key, "Bea")
    game = begin([ana, bea], **apart)
    act(bea, game, "/resign", {})
    sweep(ctx)
    before = ratings(ana)

    ctx.store.delete(game)
    client.delete(f"/v1/players/{bea.id}", headers=with_key(key))
    finish_all(ctx)
    sweep(ctx)

    assert ratings(ana) == before
    [kept] = outcomes(ctx, key.partition(".")[0])
    assert {rank: who == ana.id for who, rank in kept.ranks} == {1: True, 2: False}
    assert bea.id not in repr(kept)


def test_ratings_far_apart_do_not_meet(client: FlaskClient, apart: dict[str, Any]) -> None:
    key = new_key(client, scopes=APP)
    ana, bea, cyd = (Seeker(client, key) for _ in range(3))
    assert ana.seek(rated=True, rating={"minimum": 1600, "maximum": 2000}, **apart)["status"] == "open"
    assert bea.seek(rated=True, **apart)["status"] == "open"
    assert cyd.seek(rated=True, rating={"minimum": 1400, "maximum": 1600}, **apart)["status"] == "filled"
    assert ana.post(rating={"minimum": 1, "maximum": 2}, **apart).status_code == 422
