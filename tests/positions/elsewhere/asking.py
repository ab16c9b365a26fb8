"""Asks a server about positions, as any program could."""

import json
import time
from collections import Counter
from http.client import HTTPConnection
from typing import Any, Final

ADVICE: Final = "/v1/positions/advice"
TIMEOUT_S: Final = 180.0


class Refused(Exception):
    """Says that the server refused a question."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        super().__init__(f"{status}: {problem.get('detail')} {problem.get('errors', '')}")
        self.status, self.problem = status, problem


class Server:
    """Represents a server that is asked by one connection; `asked` counts the requests by their paths."""

    def __init__(self, port: int) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_S)
        self.asked: Counter[str] = Counter()
        self.seconds = 0.0

    def post(self, path: str, body: Any, token: str | None = None) -> Any:
        """Return the answer to a request; raises Refused."""
        return self._ask("POST", path, json.dumps(body), token)

    def get(self, path: str, token: str | None = None) -> Any:
        """Return a document; raises Refused."""
        return self._ask("GET", path, None, token)

    def advise(self, document: dict[str, Any], seat: int, **more: Any) -> dict[str, Any]:
        """Return the command that a seat is advised to give; raises Refused."""
        command = self.post(ADVICE, {"position": document, "seat": seat, **more})["advice"].get("command")
        assert isinstance(command, dict), "a seat that must act was advised to do nothing"
        return command

    def _ask(self, method: str, path: str, body: str | None, token: str | None) -> Any:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        begun = time.monotonic()
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        told = json.loads(answer.read())
        self.seconds += time.monotonic() - begun
        self.asked[path if path.startswith("/v1/positions") else "others"] += 1
        if answer.status not in (200, 201):
            raise Refused(answer.status, told)
        return told
