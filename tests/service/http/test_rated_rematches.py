"""Tests that a rematch keeps its players, and stays rated only if every one of them agrees and plays again."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson
import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.clients import fact_names
from service.clients.limits import Limits, set_limits
from service.game.context import Context
from tests.service.http.keys import APP, new_key, with_key
from tests.service.http.seekers import Seeker, act, begin, ratings, seat_of
from workers.sweeping.due_work import sweep


@pytest.fixture
def ctx(app: Flask) -> Context:
    context: Context = app.extensions["longroad"].context
    return context


@pytest.fixture
def three(client: FlaskClient, apart: dict[str, Any]) -> tuple[str, list[Seeker], str]:
    """Return a key with three players, and a rated game that two of them have resigned."""
    key = new_key(client, scopes=APP)
    players = [Seeker(client, key, name) for name in ("Ana", "Bea", "Cyd")]
    game = begin(players, **apart)
    for one in players[:2]:
        assert act(one, game, "/resign", {}).status_code == 201
    return key, players, game


def rematch(one: Seeker, game: str, **wish: Any) -> dict[str, Any]:
    answer = act(one, game, "/rematch", wish)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json
    return found


def rated(ctx: Context, game: str) -> tuple[str, list[str]]:
    facts = ctx.store.facts(game)
    return facts.get(fact_names.RATED, b"").decode(), orjson.loads(facts.get(fact_names.RATED_SEATS, b"[]"))


def test_a_rated_game_stays_rated_if_all_agree(ctx: Context, three: tuple[str, list[Seeker], str]) -> None:
    key, players, game = three
    old = {one.id: seat_of(one, game) for one in players}
    made = [rematch(one, game) for one in players]
    again = made[0]["id"]
    assert [one["rated"] for one in made] == ["application"] * 3
    assert [one["status"] for one in made] == ["open", "open", "running"]
    of, seats = rated(ctx, again)
    assert of == key.partition(".")[0]
    assert seats == [next(one.id for one in players if (old[one.id] + 1) % 3 == seat) for seat in range(3)]
    assert {one.id: seat_of(one, again) for one in players} == {who: (seat + 1) % 3 for who, seat in old.items()}
    sweep(ctx)
    before = [one["games"] for player in players for one in ratings(player)]
    for one in players[:2]:
        assert act(one, again, "/resign", {}).status_code == 201
    sweep(ctx)
    assert [one["games"] for player in players for one in ratings(player)] == [games + 1 for games in before]


@pytest.mark.parametrize("who", [0, 1, 2])
def test_it_is_not_rated_if_anybody_declines(ctx: Context, three: tuple[str, list[Seeker], str], who: int) -> None:
    _, players, game = three
    made = [rematch(one, game, **({"rated": False} if number == who else {})) for number, one in enumerate(players)]
    assert "rated" not in made[-1]
    assert rated(ctx, made[0]["id"]) == ("", [])
    assert [seat_of(one, made[0]["id"]) for one in players] == [(seat_of(one, game) + 1) % 3 for one in players]


def test_nobody_is_rated_where_a_kept_seat_is_filled_by_others(
    ctx: Context, client: FlaskClient, three: tuple[str, list[Seeker], str]
) -> None:
    _, players, game = three
    made = rematch(players[0], game)
    rematch(players[1], game)
    owner = {"Authorization": f"Bearer {made['owner_token']}"}
    seat = (seat_of(players[2], game) + 1) % 3
    path = f"/v1/games/{made['id']}/seats/{seat}"
    assert client.patch(path, json={"agent": "uniform"}, headers=owner).status_code == 200
    assert client.get(f"/v1/games/{made['id']}").json["status"] == "running"
    assert rated(ctx, made["id"]) == ("", [])
    assert "rated" not in rematch(players[1], game), "who asks again is not told that it may be"


def test_a_player_keeps_the_seat_whatever_credential_of_it_is_sent(client: FlaskClient) -> None:
    key = new_key(client, scopes=APP)
    ana, bea = Seeker(client, key), Seeker(client, key, "Bea")
    seats = [{"kind": "human", "player": one.id} for one in (ana, bea)]
    made = client.post("/v1/games", json={"ruleset": "toy", "seats": seats}, headers=with_key(key)).json
    path, (first, second) = f"/v1/games/{made['id']}", [seat["token"] for seat in made["seats"]]
    alone, other = {"Authorization": f"Bearer {second}"}, with_key(new_key(client, scopes=APP), first)
    assert client.post(f"{path}/resign", json={}, headers=alone).status_code == 201
    opened = client.post(f"{path}/rematch", json={}, headers=other).json["id"]
    joined = client.post(f"{path}/rematch", json={}, headers=alone)
    assert (joined.json["id"], joined.json["status"]) == (opened, "running")
    assert [seat_of(one, opened) for one in (ana, bea)] == [1, 0]
    for seat in (0, 1):
        stranger = {"X-Api-Key": other["X-Api-Key"], "X-Seat": str(seat)}
        refused = client.post(f"/v1/games/{opened}/commands", json={"type": "Roll"}, headers=stranger)
        assert refused.status_code == 401, "the key that was sent beside the token acts for no player of another"


def test_the_list_of_the_server_takes_the_players_own_tokens_alone(
    ctx: Context, client: FlaskClient, apart: dict[str, Any]
) -> None:
    keys = [new_key(client, scopes=APP) for _ in range(2)]
    for key in keys:
        set_limits(ctx, key.partition(".")[0], Limits(rated=True))
    ana, bea = (Seeker(client, key) for key in keys)
    game = begin([ana, bea], **apart)
    of, _ = rated(ctx, game)
    assert of == "server"
    for _ in range(2):
        assert act(bea, game, "/resign", {}).status_code == 201
        made = [rematch(one, game) for one in (ana, bea)]
        assert made[1]["rated"] == "server"
        game = made[0]["id"]
        assert rated(ctx, game)[0] == "server"
    set_limits(ctx, keys[0].partition(".")[0], Limits(rated=False))
    assert act(bea, game, "/resign", {}).status_code == 201
    assert "rated" not in rematch(ana, game)


def test_a_game_that_was_not_rated_is_not_rated_later(client: FlaskClient, ctx: Context) -> None:
    key = new_key(client, scopes=APP)
    ana, bea = Seeker(client, key), Seeker(client, key, "Bea")
    seats = [{"kind": "human", "player": one.id} for one in (ana, bea)]
    game = client.post("/v1/games", json={"ruleset": "toy", "seats": seats}, headers=with_key(key)).json["id"]
    assert act(bea, game, "/resign", {}).status_code == 201
    made = [rematch(one, game, rated=True) for one in (ana, bea)]
    assert rated(ctx, made[0]["id"]) == ("", [])
    assert "rated" not in made[0]
    assert [seat_of(one, made[0]["id"]) for one in (ana, bea)] == [1, 0]


def test_players_who_ask_at_the_same_moment_meet_in_one_rated_game(
    app: Flask, ctx: Context, three: tuple[str, list[Seeker], str]
) -> None:
    key, players, game = three
    with ThreadPoolExecutor(3) as pool:
        made = [*pool.map(lambda one: _ask(app, one, game), players)]
    assert len({one["id"] for one in made}) == 1
    of, seats = rated(ctx, made[0]["id"])
    assert of == key.partition(".")[0]
    assert sorted(seats) == sorted(one.id for one in players)


def _ask(app: Flask, one: Seeker, game: str) -> dict[str, Any]:
    seat = {"X-Seat": str(seat_of(one, game))}
    answer = app.test_client().post(f"/v1/games/{game}/rematch", json={}, headers=one.headers | seat)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json
    return found
