"""Tests that `GET board?words=true` has a body and a tag for each language; without it the board has no words."""

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis

from eventstore.memory.store import MemoryEventStore
from service.catalog import RULESETS
from service.game.context import compose
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.service.http.client import checked_app
from tests.service.tables import Clock


@pytest.fixture
def app(rq_redis: Redis) -> Flask:
    """Return an application with the games on offer over a log in memory."""
    return checked_app(compose(read_settings({}), MemoryEventStore(), RULESETS, Jobs(rq_redis), Clock()))


def test_a_board_says_in_the_language_asked_for_what_its_places_are_called(client: FlaskClient) -> None:
    made = client.post("/v1/games", json={"ruleset": "elasund", "seats": [{"kind": "human"}] * 2}).json
    place = f"/v1/games/{made['id']}/board"

    plain = client.get(place)
    said = {tag: client.get(f"{place}?words=true", headers={"Accept-Language": tag}) for tag in ("en", "es")}

    assert "place" not in plain.json["squares"][0]
    assert said["en"].json["squares"][0]["place"] == "row 2, column 1 from the sea"
    assert said["es"].json["squares"][0]["place"] == "fila 2, columna 1 desde el mar"
    assert len({plain.headers["ETag"], *(answer.headers["ETag"] for answer in said.values())}) == 3
    assert said["es"].headers["Content-Language"] == "es"
    assert "Accept-Language" in said["es"].headers["Vary"]
    known = {"If-None-Match": said["en"].headers["ETag"], "Accept-Language": "en"}
    assert client.get(f"{place}?words=true", headers=known).status_code == 304
    assert client.get(f"{place}?words=true", headers={**known, "Accept-Language": "es"}).status_code == 200
    assert client.get(place, headers=known).status_code == 200
    assert client.get(f"{place}?words=perhaps").status_code == 422
