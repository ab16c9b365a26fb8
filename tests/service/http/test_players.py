"""Tests players: who may make, show and change them, what their tokens open, and what stays hidden from others."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.clients import fact_names
from service.clients.api_keys import find_key
from service.clients.players import NewPlayer, make_player
from service.forgetting.people import finish_all
from service.game.context import Context
from service.http import streaming
from tests.service.http.client import SEATS
from tests.service.http.keys import APP, new_key, new_player, token_of, with_key
from tests.service.http.problem_answers import problem

OPEN = {"kind": "open"}


def new_game(client: FlaskClient, key: str | None = None, **wish: Any) -> dict[str, Any]:
    """Return a new game of the toy with one open seat."""
    body = {"ruleset": "toy", "seats": [SEATS[0], OPEN], **wish}
    answer = client.post("/v1/games", json=body, headers={} if key is None else with_key(key))
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json
    return made


def sit(client: FlaskClient, game: dict[str, Any], key: str, player: str | None = None, **wish: Any) -> Any:
    """Take the open seat of a game, for a player if one is named."""
    asked = wish | ({} if player is None else {"player": player})
    return client.post(f"/v1/games/{game['id']}/seats", json=asked, headers=with_key(key))


@pytest.fixture
def ctx(app: Flask) -> Context:
    context: Context = app.extensions["longroad"].context
    return context


def test_the_same_external_id_names_the_same_player_of_a_key(client: FlaskClient) -> None:
    key, other = new_key(client), new_key(client)

    first = new_player(client, key, external_id="user-17")

    assert new_player(client, key, "Another name", external_id="user-17") == first
    assert new_player(client, other, external_id="user-17") != first
    assert new_player(client, key) != new_player(client, key), "without one each is another"
    listed = client.get("/v1/players", headers=with_key(key)).json["players"]
    assert [one.get("external_id") for one in listed if one["id"] == first] == ["user-17"]
    assert len(listed) == 3


def test_of_many_requests_at_once_one_makes_the_player(client: FlaskClient, ctx: Context) -> None:
    key = find_key(ctx, new_key(client))

    with ThreadPoolExecutor(8) as pool:
        made = [pool.submit(make_player, ctx, key, NewPlayer("Ana", "one-and-only")) for _ in range(24)]

    assert len({one.result().id for one in made}) == 1
    assert ctx.store.rows.counts("players", [f"app={key.id}"]) == [1]


def test_players_are_listed_in_pages(client: FlaskClient) -> None:
    key = new_key(client)
    made = [new_player(client, key, f"Player {number}") for number in range(5)]

    found, after = [], ""
    while True:
        page = client.get(f"/v1/players?limit=2{after}", headers=with_key(key)).json
        found += [one["id"] for one in page["players"]]
        if "next" not in page:
            break
        after = f"&after={page['next']}"

    assert sorted(found) == sorted(made)
    assert client.get("/v1/players?after=x", headers=with_key(key)).status_code == 422


@pytest.mark.parametrize("way", ["as the player", "for the player"])
def test_token_reads_and_plays_what_was_taken_for_the_player(client: FlaskClient, way: str) -> None:
    key = new_key(client, scopes=APP)
    player = new_player(client, key)
    token = token_of(client, key, player)
    game = new_game(client, private=True)
    credential, named = (token, None) if way == "as the player" else (key, player)

    seated = sit(client, game, credential, named, invite=game["invite"])

    assert seated.status_code == 201, seated.text
    path = f"/v1/games/{game['id']}"
    acting = {**with_key(token), "X-Seat": "1"}
    view = client.get(path, headers=acting).json
    assert view["seats"][1]["name"] == "Ana"
    assert {one["game"] for one in client.get("/v1/me/pending", headers=with_key(token)).json["pending"]} == {
        game["id"]
    }
    assert client.get("/v1/me/events", headers=with_key(token)).json["events"]
    assert [one["id"] for one in client.get("/v1/games?mine=true", headers=with_key(token)).json["games"]] == [
        game["id"]
    ]
    example = client.get(path + "/legal-actions", headers=acting).json["templates"][0]["example"]
    assert client.post(path + "/commands", json=example, headers=acting).status_code == 201
    for of in (token, key):
        own = client.get("/v1/games?mine=true", headers=with_key(of)).json["games"]
        assert [one["id"] for one in own] == [game["id"]]


def test_token_of_a_player_renews_and_an_earlier_one_opens_nothing(client: FlaskClient, ctx: Context) -> None:
    key = new_key(client, scopes=APP)
    player = new_player(client, key)
    old = token_of(client, key, player)
    game = new_game(client)
    assert sit(client, game, old).status_code == 201
    path = f"/v1/games/{game['id']}/legal-actions"
    assert client.get(path, headers={**with_key(old), "X-Seat": "1"}).json["seat"] == 1

    new = token_of(client, old, player)

    problem(client.get(path, headers={**with_key(old), "X-Seat": "1"}), 401, "unauthorized")
    assert client.get(path, headers={**with_key(new), "X-Seat": "1"}).json["seat"] == 1
    assert client.delete(f"/v1/players/{player}/token", headers=with_key(key)).status_code == 204
    problem(client.get("/v1/me/pending", headers=with_key(new)), 401, "unauthorized")


def test_streams_of_an_earlier_token_end(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "QUIET_S", 0.1)
    key = new_key(client, scopes=APP)
    player = new_player(client, key)
    token = token_of(client, key, player)
    game = new_game(client)
    assert sit(client, game, token).status_code == 201
    path = f"/v1/games/{game['id']}"
    acting = {**with_key(token), "X-Seat": "1"}
    ticket = client.post(path + "/stream-tickets", json={}, headers=acting).json["ticket"]
    opened = [
        client.get(path + "/events", headers={**acting, "Accept": "text/event-stream"}, buffered=False),
        client.get(f"{path}/events?ticket={ticket}", headers={"Accept": "text/event-stream"}, buffered=False),
        client.get("/v1/me/events", headers={**with_key(token), "Accept": "text/event-stream"}, buffered=False),
    ]

    token_of(client, key, player)

    for stream in opened:
        assert b"".join(stream.iter_encoded()).endswith(b"event: seat\ndata: {}\n\n")


def test_ticket_of_an_earlier_token_opens_nothing(client: FlaskClient) -> None:
    key = new_key(client, scopes=APP)
    player = new_player(client, key)
    token = token_of(client, key, player)
    game = new_game(client)
    assert sit(client, game, token).status_code == 201
    path = f"/v1/games/{game['id']}"
    ticket = client.post(path + "/stream-tickets", json={}, headers={**with_key(token), "X-Seat": "1"}).json["ticket"]

    token_of(client, key, player)

    problem(client.get(f"{path}/events?ticket={ticket}", headers={"Accept": "text/event-stream"}), 401, "unauthorized")


def test_private_games_are_shown_to_the_holders_alone(client: FlaskClient) -> None:
    key, stranger = new_key(client), new_key(client)
    player = new_player(client, key, external_id="user-17")
    token = token_of(client, key, player)
    public, hidden = new_game(client), new_game(client, private=True)
    assert sit(client, public, key, player).status_code == 201
    assert sit(client, hidden, key, player, invite=hidden["invite"]).status_code == 201

    def games(headers: dict[str, str]) -> set[str]:
        return {one["game"] for one in client.get(f"/v1/players/{player}", headers=headers).json["games"]}

    for headers in ({}, with_key(stranger)):
        assert games(headers) == {public["id"]}
        assert "external_id" not in client.get(f"/v1/players/{player}", headers=headers).json
    for headers in (with_key(key), with_key(token)):
        assert games(headers) == {public["id"], hidden["id"]}


def test_games_of_a_player_come_in_pages(client: FlaskClient) -> None:
    key = new_key(client)
    player = new_player(client, key)
    made = []
    for _ in range(3):
        made.append(new_game(client))
        assert sit(client, made[-1], key, player).status_code == 201

    found, after = [], ""
    for _ in made:
        page = client.get(f"/v1/players/{player}?limit=1{after}").json
        found += [one["game"] for one in page["games"]]
        after = f"&after={page.get('next')}"

    assert "next" not in page
    assert sorted(found) == sorted(one["id"] for one in made)


def test_seats_of_a_new_game_may_be_for_players(client: FlaskClient) -> None:
    key = new_key(client)
    ana, bea = new_player(client, key, "Ana"), new_player(client, key, "Bea")
    seats = [{"kind": "human", "player": ana}, {"kind": "human", "player": bea, "name": "B"}]

    game = new_game(client, key, seats=seats)

    view = client.get(f"/v1/games/{game['id']}").json
    assert [(one["name"], one["held"]) for one in view["seats"]] == [("Ana", True), ("B", True)]
    assert all("party" not in one for one in view["seats"]), "each player is a party"
    for player, seat in ((ana, 0), (bea, 1)):
        shown = client.get(f"/v1/players/{player}").json["games"]
        assert [(one["game"], one["seat"]) for one in shown] == [(game["id"], seat)]


def test_two_seats_of_one_player_are_refused(client: FlaskClient) -> None:
    key = new_key(client)
    player = new_player(client, key)
    twice = [{"kind": "human", "player": player}] * 2

    refused = client.post("/v1/games", json={"ruleset": "toy", "seats": twice}, headers=with_key(key))

    assert problem(refused, 422, "invalid_body")["errors"][0]["pointer"] == "/seats/1/player"
    game = new_game(client, key, seats=[{"kind": "human", "player": player}, OPEN])
    assert problem(sit(client, game, key, player), 409, "refused")["rule"] == "seat.one_each"


def test_player_of_another_key_is_not_found(client: FlaskClient) -> None:
    key, other = new_key(client), new_key(client)
    player = new_player(client, key)
    foreign = token_of(client, other, new_player(client, other))
    game = new_game(client)
    version = client.get(f"/v1/games/{game['id']}").json["version"]

    for credential in (other, foreign):
        problem(sit(client, game, credential, player), 404, "not_found")
        problem(client.post(f"/v1/players/{player}/token", json={}, headers=with_key(credential)), 404, "not_found")
        problem(client.delete(f"/v1/players/{player}", headers=with_key(credential)), 404, "not_found")
    seats = [{"kind": "human", "player": player}, OPEN]
    problem(
        client.post("/v1/games", json={"ruleset": "toy", "seats": seats}, headers=with_key(other)), 404, "not_found"
    )
    problem(sit(client, game, key, "player-000000000000000000"), 404, "not_found")
    assert client.get(f"/v1/games/{game['id']}").json["version"] == version


def test_token_of_a_player_is_no_key_of_an_application(client: FlaskClient) -> None:
    key = new_key(client)
    player = new_player(client, key)
    token = with_key(token_of(client, key, player))

    for method, path, body in (
        ("POST", "/v1/players", {"name": "Bea"}),
        ("PATCH", f"/v1/players/{player}", {"name": "Bea"}),
        ("GET", "/v1/players", None),
        ("GET", "/v1/keys", None),
        ("DELETE", f"/v1/keys/{player}", None),
        ("POST", "/v1/keys", {}),
        ("POST", "/v1/webhooks", {"url": "https://8.8.8.8/"}),
        ("POST", "/v1/games", {"ruleset": "toy", "seats": SEATS}),
    ):
        assert client.open(path, method=method, json=body, headers=token).status_code == 403, path


def test_renewing_a_seat_keeps_it_the_players(client: FlaskClient) -> None:
    key = new_key(client, scopes=APP)
    player = new_player(client, key)
    token = token_of(client, key, player)
    game = new_game(client)
    seated = sit(client, game, key, player).json
    path = f"/v1/games/{game['id']}"

    by_seat = {"Authorization": f"Bearer {seated['token']}"}
    for headers in ({**with_key(key), "X-Seat": "1"}, {**with_key(token), "X-Seat": "1"}, by_seat):
        renewed = client.post(path + "/seats/1/token", json={}, headers=headers)
        assert renewed.status_code == 201
        by_seat["Authorization"] = f"Bearer {renewed.json['token']}"
        assert client.get(path + "/legal-actions", headers={**with_key(token), "X-Seat": "1"}).json["seat"] == 1
        assert [one["game"] for one in client.get(f"/v1/players/{player}").json["games"]] == [game["id"]]


@pytest.mark.parametrize("by_players", [(), (0,), (1,), (0, 1)])
def test_rematch_keeps_the_players(client: FlaskClient, by_players: tuple[int, ...]) -> None:
    key = new_key(client, scopes=APP)
    players = [new_player(client, key, name) for name in ("Ana", "Bea")]
    path = f"/v1/games/{new_game(client, key, seats=[{'kind': 'human', 'player': who} for who in players])['id']}"
    by = [token_of(client, key, players[seat]) if seat in by_players else key for seat in range(2)]
    acting = [{**with_key(by[seat]), "X-Seat": str(seat)} for seat in range(2)]
    assert client.post(f"{path}/resign", json={}, headers=acting[0]).status_code == 201

    asked = [client.post(f"{path}/rematch", json={}, headers=of) for of in acting]

    assert [one.status_code for one in asked] == [201, 201], [one.text for one in asked]
    for seat, who in enumerate(players):
        shown = client.get(f"/v1/players/{who}").json["games"]
        assert [one["seat"] for one in shown if one["game"] == asked[0].json["id"]] == [1 - seat]
    view = client.get(f"/v1/games/{asked[0].json['id']}").json
    assert (view["status"], [one["name"] for one in view["seats"]]) == ("running", ["Bea", "Ana"])
    assert all("party" not in one for one in view["seats"]), "each player is a party"


def test_key_that_ends_takes_its_players_along(client: FlaskClient, ctx: Context) -> None:
    key = new_key(client)
    player = new_player(client, key)
    token = token_of(client, key, player)

    assert client.delete(f"/v1/keys/{key.partition('.')[0]}", headers=with_key(key)).status_code == 204

    ctx.keys.drop_all()  # a token is trusted for a second
    problem(client.get("/v1/me/pending", headers=with_key(token)), 401, "unauthorized")
    problem(client.get(f"/v1/players/{player}"), 404, "not_found")


@pytest.mark.parametrize("who", ["the application", "the player", "the key"])
def test_forgetting_leaves_nothing_of_a_player(client: FlaskClient, ctx: Context, who: str) -> None:
    key = new_key(client)
    player, other = new_player(client, key, "Unica", external_id="u-1"), new_player(client, key, "Bea")
    token, game = token_of(client, key, player), new_game(client)
    assert sit(client, game, key, player).status_code == 201
    assert client.get(f"/v1/games/{game['id']}").json["seats"][1]["name"] == "Unica"

    path = f"/v1/keys/{key.partition('.')[0]}?forget=true" if who == "the key" else f"/v1/players/{player}"
    by = token if who == "the player" else key
    assert client.delete(path, headers=with_key(by)).status_code == 204
    if who != "the key":
        problem(client.get(f"/v1/players/{player}"), 404, "not_found")
        assert "name" not in client.get(f"/v1/games/{game['id']}").json["seats"][1]
    finish_all(ctx)

    problem(client.get(f"/v1/players/{player}"), 404, "not_found")
    view = client.get(f"/v1/games/{game['id']}").json
    assert "name" not in view["seats"][1]
    assert ctx.store.facts(player) == {}
    assert ctx.store.names(player) == {}
    assert not any(name.startswith((fact_names.CLIENTS, fact_names.APPS)) for name in ctx.store.facts(game["id"]))
    if who != "the key":
        assert client.get(f"/v1/players/{other}").json["name"] == "Bea"
        again = new_player(client, key, "Unica", external_id="u-1")
        assert again != player, "an id never comes back"
    else:
        assert ctx.store.facts(other) == {}


def test_nothing_personal_is_stored_in_the_clear(client: FlaskClient, ctx: Context) -> None:
    key = new_key(client)
    player = new_player(client, key, "Unica", external_id="user-of-mine")
    token = token_of(client, key, player)

    kept = [*ctx.store.facts(player).items(), *ctx.store.names(player).items()]

    for text in ("Unica", "user-of-mine", token.partition(".")[2]):
        assert text not in repr(kept)


def test_game_without_players_writes_what_it_did(client: FlaskClient, ctx: Context) -> None:
    key = new_key(client, scopes=APP)
    game = new_game(client, key)
    assert sit(client, game, key).status_code == 201

    names = ctx.store.facts(game["id"])

    assert not any(name.startswith(fact_names.APPS) for name in names)
    assert {name.partition(":")[0] for name in names} == {"maker", "client", "token", "kept"} - (
        set() if "kept:1" in names else {"kept"}
    )
