"""Provides a person at a game of their own on a served API, who gets the status and the document of each answer."""

import http.client
import json
from typing import Any

from tests.service.processes import PATIENCE_S, wait_for

AI = {"kind": "ai", "agent": "heuristic"}
SEATS = [{"kind": "human"}, AI, AI]
NEW = {"ruleset": "catan", "seats": SEATS, "undo": "free", "seat_order": "given"}


class Person:
    """Plays the first seat against two agents."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.token = ""
        _, made = self.ask("POST", "/v1/games", NEW)
        self.place, self.token = f"/v1/games/{made['id']}", made["seats"][0]["token"]

    def ask(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, Any]:
        """Return the status of an answer, and its JSON or its bytes."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if key else {})
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        assert answer.status < 503 or path == "/readyz" or answer.getheader("Retry-After")
        is_json = "json" in (answer.getheader("Content-Type") or "")
        return answer.status, json.loads(text) if is_json else text

    def get(self, path: str) -> Any:
        """Return the document at a path below the game."""
        status, document = self.ask("GET", self.place + path)
        assert status == 200, document
        return document

    def command(self) -> Any:
        """Wait until the seat must act, and return a command that it may give."""
        legal: Any = {}

        def owes() -> bool:
            status, found = self.ask("GET", f"{self.place}/legal-actions")
            legal.update(found if status == 200 else {})
            return bool(legal.get("must_act"))

        assert wait_for(owes)
        listed = [action["command"] for action in legal["actions"]]
        return (listed or [legal["templates"][0]["example"]])[0]

    def act(self) -> Any:
        """Send a command that must be accepted, and return the answer."""
        status, done = self.ask("POST", f"{self.place}/commands", self.command())
        assert status == 201, done
        return done

    def log(self) -> list[Any]:
        """Return all events of the game."""
        found: list[Any] = []
        after: int | None = 0
        while after is not None:
            page = self.get(f"/events?after={after}")
            found += page["events"]
            after = page.get("next")
        return found

    def ended(self, job: str) -> Any:
        """Wait until a job has ended and return its document."""
        documents: list[Any] = []

        def has_ended() -> bool:
            documents.append(self.ask("GET", f"/v1/jobs/{job}")[1])
            return documents[-1]["status"] in ("finished", "failed")

        assert wait_for(has_ended)
        return documents[-1]


def slug(document: Any) -> str:
    """Return the type of a problem."""
    return str(document["type"]).rpartition("/")[2]
