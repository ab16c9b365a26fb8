"""Provides a game of the toy on a served API."""

from typing import Any

from tests.service.http.live import Server

TWO = [{"kind": "human"}, {"kind": "human"}]


class LiveTable:
    """Represents a game of the toy on a served API."""

    def __init__(self, server: Server, **wish: Any) -> None:
        status, made = server.ask("POST", "/v1/games", {"ruleset": "toy", "seats": TWO, **wish})
        assert status == 201, made
        self.server = server
        self.path = f"/v1/games/{made['id']}"
        self.events = self.path + "/events"
        self.owner = made["owner_token"]
        self.tokens = [seat["token"] for seat in made["seats"] if "token" in seat]

    def post(self, body: Any, seat: int) -> Any:
        status, answer = self.server.ask("POST", self.path + "/commands", body, self.tokens[seat])
        assert status == 201, answer
        return answer

    def bearer(self, seat: int) -> dict[str, str]:
        """Return the header of a seat."""
        return {"Authorization": f"Bearer {self.tokens[seat]}"}

    def put_aside(self) -> None:
        for seat in range(2):
            _, actions = self.server.ask("GET", self.path + "/legal-actions", None, self.tokens[seat])
            self.post(actions["templates"][0]["example"], seat)

    def finish(self) -> None:
        """Take turns until a seat has won."""
        self.put_aside()
        turn = 0
        while self.server.ask("GET", self.path)[1]["status"] != "finished":
            self.post({"type": "Roll"}, turn)
            if self.server.ask("GET", self.path)[1]["status"] == "finished":
                return
            self.post({"type": "EndTurn"}, turn)
            turn = 1 - turn
