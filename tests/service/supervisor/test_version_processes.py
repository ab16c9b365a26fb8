"""Tests an upgrade and a rollback in the middle of games: processes of two versions of the service on one store.

This process is the new version; the API and the sweep of the old one are processes of their own.
"""

from typing import Any, Protocol

from redis import Redis

from eventstore.streams import open_store
from service.game.context import compose
from service.queue.jobs import Jobs
from service.server.app import create_app
from service.settings import read_settings
from tests.conftest import StorePair
from tests.service.http.client import OFFERED
from tests.service.http.live import served, worker
from tests.service.processes import wait_for
from tests.toy_to_come import TO_COME

PEOPLE = [{"kind": "human"}, {"kind": "human"}]


class Server(Protocol):
    """Represents an API to which requests can be sent."""

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> tuple[int, Any]:
        """Return the status and the JSON of an answer."""


class Newer:
    """Represents the API of a version to come, in this process."""

    def __init__(self, stores: StorePair) -> None:
        settings = read_settings({"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url})
        offered = {**OFFERED, TO_COME.name: TO_COME}
        ctx = compose(settings, open_store(stores.events_url), offered, Jobs.at(stores.rq_url))
        self._client = create_app(ctx).test_client()

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> tuple[int, Any]:
        """Return the status and the JSON of an answer."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self._client.open(path, method=method, json=body, headers=headers)
        return answer.status_code, answer.json


class Game:
    """Represents a game and the tokens of its people."""

    def __init__(self, server: Server) -> None:
        status, made = server.ask("POST", "/v1/games", {"ruleset": "toy", "seats": PEOPLE})
        assert status == 201, made
        self.id = made["id"]
        self.path = f"/v1/games/{self.id}"
        self.tokens = [seat["token"] for seat in made["seats"]]

    def ask(self, server: Server, method: str, place: str = "", body: Any = None, seat: int = 0) -> tuple[int, Any]:
        """Send a request of a seat and return its status and its JSON."""
        return server.ask(method, self.path + place, body, self.tokens[seat])

    def put_aside(self, server: Server) -> None:
        """Let both seats put aside what they owe at the beginning."""
        for seat in range(len(self.tokens)):
            _, legal = self.ask(server, "GET", "/legal-actions", seat=seat)
            assert self.ask(server, "POST", "/commands", legal["templates"][0]["example"], seat)[0] == 201

    def turn(self, server: Server, seat: int) -> list[int]:
        """Play a whole turn and return the statuses of its commands."""
        return [self.ask(server, "POST", "/commands", {"type": kind}, seat)[0] for kind in ("Roll", "EndTurn")]

    def version(self, server: Server) -> int:
        """Return the newest version of the game."""
        return int(self.ask(server, "GET")[1]["version"])

    def is_listed_at(self, server: Server, version: int) -> bool:
        """Return whether the lobby has reached a version of the game."""
        status, listed = server.ask("GET", "/v1/games")
        assert status == 200
        return any((row["id"], row["version"]) == (self.id, version) for row in listed["games"])


def test_an_old_version_serves_the_rest_and_a_new_one_plays_on(stores: StorePair, events_redis: Redis) -> None:
    """The new version plays one game while the old one serves the others, and serves all when the old one is gone."""
    new = Newer(stores)
    with worker(stores, "sweep"), served(stores) as old:
        ahead, behind = Game(old), Game(old)
        for game in (ahead, behind):
            game.put_aside(old)
        assert ahead.turn(new, 0) == [201, 201]
        stands = ahead.version(new)
        refused = [ahead.ask(old, "GET"), ahead.ask(old, "POST", "/commands", {"type": "Roll"}, 1)]
        assert {(status, told["type"], told["version"]) for status, told in refused} == {
            (409, "/problems/written_by_newer_version", stands)
        }
        assert behind.turn(old, 0) == [201, 201]
        assert wait_for(lambda: behind.is_listed_at(old, behind.version(old))), "the sweep does not go on"
        status, ready = old.ask("GET", "/readyz")
        assert (status, ready["quarantine"]) == (200, {"log_damaged": 0, "written_by_newer_version": 1})
    assert ahead.turn(new, 1) == [201, 201]
    assert behind.turn(new, 1) == [201, 201]
