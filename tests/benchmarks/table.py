"""Plays a game over HTTP on a connection that stays open, as a busy client does."""

import http.client
import json
import time
from random import Random
from typing import Any, NamedTuple

GAMES = "/v1/games"
IDLE_S = 5.0  # after which a connection is opened anew: the server ends one that nobody uses


class Step(NamedTuple):
    """Represents an accepted command: the seat, the command and the bytes of the answer."""

    seat: int
    command: Any
    size: int


class Table:
    """Represents a game whose human seats are all played here."""

    def __init__(self, port: int, kinds: str, key: str | None = None, **wish: Any) -> None:
        """`kinds` names the seats, as in `human human ai`; `key` is the API key that makes the game."""
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.used = time.monotonic()
        self.random = Random(4)
        seats = [{"kind": kind} for kind in kinds.split()]
        made = self.anything("POST", GAMES, {"ruleset": "catan", "seats": seats, **wish}, key=key)
        self.id = made["id"]
        self.tokens = {seat["seat"]: seat["token"] for seat in made["seats"] if "token" in seat}

    def ask(self, method: str, place: str, body: Any = None, seat: int | None = None) -> Any:
        """Return the body of an answer, which must not be a refusal."""
        return json.loads(self.text(method, place, body, seat))

    def text(self, method: str, place: str, body: Any = None, seat: int | None = None) -> bytes:
        """Return the bytes of an answer, which must not be a refusal."""
        headers = {} if seat is None else {"Authorization": f"Bearer {self.tokens[seat]}"}
        return self._asked(method, GAMES + place, body, headers)

    def anything(self, method: str, path: str, body: Any = None, key: str | None = None) -> Any:
        """Return the body of an answer from any other path, asked with an API key if there is one."""
        return json.loads(self._asked(method, path, body, {"X-Api-Key": key} if key else {}))

    def _asked(self, method: str, path: str, body: Any, headers: dict[str, str]) -> bytes:
        if body is not None:
            headers["Content-Type"] = "application/json"
        if time.monotonic() - self.used > IDLE_S:
            self.connection.close()
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        text = answer.read()
        self.used = time.monotonic()
        assert answer.status < 300, (method, path, body, answer.status, text)
        return text

    def view(self) -> Any:
        """Return the view of a spectator."""
        return self.ask("GET", f"/{self.id}")

    def owing(self, view: Any) -> int | None:
        """Return a human seat that must act or may answer an offer, or None."""
        return next((entry["seat"] for entry in view["awaiting"] if entry["seat"] in self.tokens), None)

    def choice(self, seat: int) -> Any:
        """Return a random command that a seat may post, or None when it has none."""
        legal = self.ask("GET", f"/{self.id}/legal-actions", seat=seat)
        listed = [action["command"] for action in legal["actions"]]
        options = listed or [template["example"] for template in legal["templates"]]
        return self.random.choice(options) if options else None

    def act(self, seat: int, command: Any) -> Step:
        """Post a command that must be accepted, and return it as a step."""
        return Step(seat, command, len(self.text("POST", f"/{self.id}/commands", command, seat)))

    def post(self, seat: int, command: Any) -> Any:
        """Post a command that must be accepted, and return the answer."""
        return self.ask("POST", f"/{self.id}/commands", command, seat)

    def events(self) -> list[Any]:
        """Return all events of the game, as a spectator sees them."""
        found: list[Any] = []
        after: int | None = 0
        while after is not None:
            page = self.ask("GET", f"/{self.id}/events?after={after}")
            found += page["events"]
            after = page.get("next")
        return found
