"""Tests that a client who opens games and AI work without end does not stall another client's game."""

from typing import Any

from eventstore.store import EventStore
from eventstore.streams import open_store
from service.process.wall_clock import now_ms
from service.queue.jobs import Jobs
from tests.conftest import StorePair
from tests.fuzz.house import WIDE, new_key
from tests.service.http.live import Server
from tests.service.processes import wait_for

FLOOD = 30
TURNS = 4
LIMIT_S = 300
MUCH_S = 60.0  # of a processor
AI = {"kind": "ai", "agent": "uniform"}


class Modest:
    """Represents a client with one game against an AI seat."""

    def __init__(self, server: Server) -> None:
        wish = {"ruleset": "catan-dice", "seats": [{"kind": "human"}, AI]}
        status, made = server.ask("POST", "/v1/games", wish, X_Api_Key=new_key(server, WIDE))
        assert status == 201, made
        self.server = server
        self.id = made["id"]
        self.token = made["seats"][0]["token"]

    def act(self) -> int:
        """Make the last listed command until other seats must act, and return the version then."""
        while (legal := self._legal())["must_act"]:
            body = (legal["actions"] or [{"command": one["example"]} for one in legal["templates"]])[-1]["command"]
            status, answer = self.server.ask("POST", f"/v1/games/{self.id}/commands", body, self.token)
            assert status == 201, answer
        return int(legal["version"])

    def is_answered(self) -> bool:
        """Return whether it is this seat's turn again."""
        return bool(self._legal()["must_act"])

    def _legal(self) -> Any:
        return self.server.ask("GET", f"/v1/games/{self.id}/legal-actions", token=self.token)[1]


def test_a_greedy_client_does_not_stall_anothers_game(server: Server, stores: StorePair) -> None:
    greedy, shares = new_key(server, WIDE), Jobs.at(stores.rq_url).shares
    wish = {"ruleset": "catan", "seats": [AI] * 4}
    flood = [server.ask("POST", "/v1/games", wish, X_Api_Key=greedy)[1]["id"] for _ in range(FLOOD)]
    store = open_store(stores.events_url)
    modest = Modest(server)

    def is_answered() -> bool:
        shares.charge(greedy.partition(".")[0], MUCH_S)  # again and again, for what was used is soon forgotten
        return modest.is_answered()

    for _ in range(TURNS):
        assert wait_for(is_answered, LIMIT_S)
        modest.act()
        acted = now_ms()
        assert wait_for(is_answered, LIMIT_S)
        answered = store.read(modest.id)[-1].header.time_ms
        went_on = [game for game in flood if moves_between(store, game, acted, answered)]
        assert len(went_on) < FLOOD / 2, "it had to wait for a slice of every other game"
    heads = {game: store.head(game) for game in flood}
    assert wait_for(lambda: any(store.head(game) > head for game, head in heads.items()), LIMIT_S)
    for game in flood:
        store.delete(game)


def moves_between(store: EventStore, game: str, first_ms: int, last_ms: int) -> bool:
    """Return whether a game went on between two times of the wall clock."""
    return any(first_ms < event.header.time_ms < last_ms for event in store.read(game))
