"""Tests that no caller gets a body which was made for another, however many of them read the same games."""

import gzip
from itertools import product
from random import Random
from typing import Any, Final

import orjson
import pytest
from flask.testing import FlaskClient

from service.clients.authentication import Caller, authenticate
from service.game.context import Context
from service.game.games import Game
from service.http.quota_counters import Counters
from service.server.app import create_app
from service.views import newest_views
from service.views.game_view import view_document
from service.views.legal_actions import actions_document
from service.views.view_tags import tag_of
from tests.laws.cases import CASES
from tests.secrets.courses import played
from tests.secrets.hosting import SPECTATOR, Hosted, House, Wish, hosted
from tests.secrets.pairs import Bench

READS: Final = 150
MOST: Final = 60
NAMES: Final = ("catan-4", "catan-3", "dice-2")
MOVES: Final = 0.1
"""How often a seat plays on between two reads."""
LANGUAGES: Final = ("en", "es")
PLACES: Final = ("", "/legal-actions")


def expected(ctx: Context, game: Game, caller: Caller, place: str, language: str) -> dict[str, Any]:
    """Return what a caller must be shown, made for this caller alone."""
    if place:
        return actions_document(game, caller.seat, language)
    return view_document(ctx, game, caller, is_newest=True)


def worlds_of(house: House) -> list[Hosted]:
    """Host two games of each kind."""
    found = []
    for case, number in product([case for case in CASES if case.name in NAMES], range(2)):
        course = played(case, Random(number), MOST)
        kinds = ("human",) * course.config.seats
        wish = Wish(f"{case.name}-{number}", SPECTATOR, bytes([number]) * 32, "free", kinds, None, None, "")
        found.append(hosted(house, course, wish))
    return found


def move(ctx: Context, client: FlaskClient, world: Hosted, rng: Random) -> None:
    """Give a random listed command for the first awaited seat that has one."""
    game = ctx.games.load(world.id)
    for entry in game.awaiting():
        listed = actions_document(game, entry.seat, "en")["actions"]
        if listed:
            headers = {"Authorization": f"Bearer {world.tokens[entry.seat]}"}
            command = rng.choice(listed)["command"]
            assert client.post(f"/v1/games/{world.id}/commands", json=command, headers=headers).status_code == 201
            return


@pytest.mark.parametrize("most_bytes", [newest_views.MOST_BYTES, 30_000])
def test_every_caller_gets_the_body_made_for_them(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, most_bytes: int
) -> None:
    house = bench.houses[0]
    house.empty()
    worlds = worlds_of(house)
    monkeypatch.setattr(newest_views.Newest.__init__, "__defaults__", (most_bytes,))
    app = create_app(house.ctx, Counters(None))
    client, rng = app.test_client(), Random(1)
    for _ in range(READS):
        if rng.random() < MOVES:
            move(house.ctx, client, rng.choice(worlds), rng)
        world, place, language = rng.choice(worlds), rng.choice(PLACES), rng.choice(LANGUAGES)
        token = rng.choice([*world.tokens, world.owner, None])
        headers = {"Accept-Language": language, "Accept-Encoding": rng.choice(["gzip", "identity"])}
        headers |= {} if token is None else {"Authorization": f"Bearer {token}"}
        answer = client.get(f"/v1/games/{world.id}{place}", headers=headers)
        game = house.ctx.games.load(world.id)
        caller = authenticate(house.ctx, game, token)
        body = gzip.decompress(answer.data) if "Content-Encoding" in answer.headers else answer.data
        assert orjson.loads(body) == orjson.loads(orjson.dumps(expected(house.ctx, game, caller, place, language)))
        assert place or answer.headers["ETag"] == f'"{tag_of(house.ctx, game, caller)}"'
    assert 0 < app.extensions["longroad"].newest.size <= most_bytes
