"""A client with a fault: `broken.py FAULT` plays the seat that its environment names; with `none` it does all right.

It uses the standard library alone, follows the stream of its seat, and sends each command until it is answered.
"""

import json
import os
import random
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit

URL, GAME, SEAT, TOKEN = (os.environ[f"LONGROAD_{name}"] for name in ("URL", "GAME", "SEAT", "TOKEN"))
FAULT = sys.argv[1]
HOST = urlsplit(URL).netloc
PATH = f"/v1/games/{GAME}"
LATER = (429, 502, 503, 504)
KNOWN = ("/problems/too_many_requests", "/problems/busy", "/problems/outcome_unknown")
LIMIT_S = 0.5 if FAULT == "impatient" else 30.0
PAUSE_S = 0.2


class Player:
    """Plays a seat."""

    def __init__(self) -> None:
        self.token = TOKEN
        self.last_id = ""
        self.sent = 0
        self.known = 0
        self.is_over = False

    def headers(self, **more: str) -> dict[str, str]:
        """Return the headers of a request."""
        sent = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        return sent | {name.replace("_", "-"): value for name, value in more.items() if value}

    def call(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, Any]:
        """Send a request until it is answered, and return the status and the body."""
        text = None if body is None else json.dumps(body)
        while True:
            try:
                status, seconds, told = self.tried(method, path, text, self.headers(Idempotency_Key=key))
            except (OSError, HTTPException, ValueError) as error:
                if FAULT in ("crashes on half an answer", "crashes on a page") and isinstance(error, ERRORS[FAULT]):
                    raise
                seconds, status = PAUSE_S, 0
            if status == 401:
                raise SystemExit("the token is not known")
            if status and not is_later(status, told):
                return status, told
            time.sleep(0 if FAULT == "retry-after" else max(seconds, PAUSE_S))
            key = uuid.uuid4().hex if FAULT == "new-key" and key else key

    def tried(self, method: str, path: str, text: str | None, headers: dict[str, str]) -> tuple[int, float, Any]:
        """Send a request once, and return the status, the seconds to wait, and the body."""
        connection = HTTPConnection(HOST, timeout=LIMIT_S)
        connection.request(method, path, text, headers)
        answer = connection.getresponse()
        if answer.status == 307:
            raise SystemExit(self.redirected(method, answer.headers["Location"], text, headers))
        if answer.status == 502 and FAULT != "crashes on a page":
            return 502, PAUSE_S, {}
        data = answer.read()
        if len(data) < int(answer.headers["Content-Length"]):
            raise HTTPException("half an answer")
        return answer.status, float(answer.headers.get("Retry-After", 0)), json.loads(data)

    def redirected(self, method: str, where: str, text: str | None, headers: dict[str, str]) -> str:
        """Go to another host, with everything or, as is right, not at all."""
        if FAULT == "token-elsewhere":
            connection = HTTPConnection(urlsplit(where).netloc, timeout=LIMIT_S)
            connection.request(method, where, text, headers)
            connection.getresponse().read()
        return "this server redirects"

    def renew(self) -> None:
        """Renew the token that somebody else knows."""
        path, key = f"{PATH}/seats/{SEAT}/token", uuid.uuid4().hex
        if FAULT == "foreign-seat":
            self.call("POST", f"{PATH}/seats/1/token", {}, key)
        if FAULT != "not-renewed":
            new = self.call("POST", path, {}, key if FAULT != "no-key" else "")[1]["token"]
            self.token = self.token if FAULT == "old-token" else new

    def turns(self) -> Iterator[Any]:
        """Yield the turns that the stream announces, until the game is over."""
        while not self.is_over:
            try:
                yield from self.connected()
            except (OSError, HTTPException):
                time.sleep(PAUSE_S)
            if FAULT == "deaf":
                time.sleep(600)

    def connected(self) -> Iterator[Any]:
        """Yield the turns of one connection."""
        last = "" if FAULT == "not-resumed" else self.last_id
        place = "after=0" if FAULT in ("not-resumed", "none") else "after=latest"
        connection = HTTPConnection(HOST, timeout=LIMIT_S * 2)
        headers = self.headers(Accept="text/event-stream", Last_Event_ID=last)
        connection.request("GET", f"{PATH}/events?{place}&legal=true", None, headers)
        answer = connection.getresponse()
        self.is_over = answer.status == 204
        if answer.status == 401:
            raise SystemExit("the token is not known")
        if answer.status != 200:
            time.sleep(float(answer.headers.get("Retry-After", PAUSE_S)))
            return
        event = "message"
        for line in iter(answer.readline, b""):
            name, _, value = line.decode().strip().partition(": ")
            event = value if name == "event" else event if name else "message"
            self.last_id = value if name == "id" else self.last_id
            if event == "end":
                self.is_over = True
                return
            if name == "data" and event == "turn":
                yield json.loads(value)
            elif name == "data" and FAULT == "crashes on news":
                print({"message": "an event"}[event])

    def polled(self) -> Iterator[Any]:
        """Yield the turns by asking again and again."""
        while self.call("GET", PATH)[1]["status"] != "finished":
            legal = self.call("GET", f"{PATH}/legal-actions")[1]
            yield {"must_act": legal["must_act"], "legal": legal}

    def play(self) -> None:
        """Play to the end."""
        self.renew()
        if FAULT == "token-in-url":
            self.call("GET", f"{PATH}?token={self.token}")
        for turn in self.polled() if FAULT == "hammering" else self.turns():
            is_old = turn.get("version", self.known) < self.known
            legal = self.call("GET", f"{PATH}/legal-actions")[1] if is_old else turn["legal"]
            if legal["must_act"]:
                self.act(legal)
            if FAULT == "quits" and self.sent > 2:
                return
        legal = self.call("GET", f"{PATH}/legal-actions")[1]
        self.call("GET", PATH)
        if FAULT == "after-the-end":
            time.sleep(PAUSE_S)
            self.call("POST", f"{PATH}/commands", {"type": "EndTurn"}, uuid.uuid4().hex)
        assert not legal["must_act"]

    def act(self, legal: Any) -> None:
        """Send a command, and another one if the game has gone on meanwhile."""
        while legal["must_act"]:
            body = choice(legal)
            if FAULT == "illegal":
                self.call("POST", f"{PATH}/commands", {"command": body}, uuid.uuid4().hex)
            status = self.command(body)
            if status == 201:
                return
            if FAULT == "not-decided-anew":
                self.command(body)
            legal = self.call("GET", f"{PATH}/legal-actions")[1]
        self.known = max(self.known, legal["version"])

    def command(self, body: Any) -> int:
        """Send a command, and return the status."""
        self.sent += 1
        key = "" if FAULT == "no-key" else uuid.uuid4().hex
        if FAULT == "key-reused" and self.sent in (1, 2):
            key = f"the key of {GAME}"
        status, told = self.call("POST", f"{PATH}/commands", body, key)
        self.known = told["version"] if status == 201 else self.known
        return status


def choice(legal: Any) -> Any:
    """Return a legal command, one that builds if there is any."""
    commands = [entry["command"] for entry in legal["actions"]] or [entry["example"] for entry in legal["templates"]]
    return random.choice([each for each in commands if "Build" in each["type"]] or commands)


def is_later(status: int, told: Any) -> bool:
    """Return whether the same request has to be sent again."""
    if FAULT == "crashes on problems" and told.get("type", KNOWN[0]) not in KNOWN and status in LATER:
        raise SystemExit(f"what is {told['type']}?")
    if FAULT == "gives up" and status in LATER:
        raise SystemExit(f"the server does not answer: {status}")
    return status in LATER or (status == 409 and told["type"] == "/problems/idempotency_key_at_work")


ERRORS: dict[str, type[Exception]] = {"crashes on half an answer": HTTPException, "crashes on a page": ValueError}
main: Callable[[], None] = Player().play

if __name__ == "__main__":
    main()
