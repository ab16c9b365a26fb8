"""Provides the games of the course of requests whose answers are the examples of the contract."""

from typing import Any, Final

from tests.openapi.recorder import Recorder

GAME: Final = "catan-dice"
SEED: Final = "example"
HUMAN: Final = {"kind": "human"}
OPEN: Final = {"kind": "open"}


class Game:
    """Represents a game of the course, with the tokens of its seats."""

    def __init__(self, on: Recorder, made: dict[str, Any]) -> None:
        self.on = on
        self.path = f"/v1/games/{made['id']}"
        self.owner: str = made["owner_token"]
        self.tokens = [seat.get("token") for seat in made["seats"]]

    def get(self, place: str = "", seat: int | None = None, headers: dict[str, str] | None = None) -> Any:
        """Read a resource of the game."""
        return self.on.ask("GET", self.path + place, token=self._token(seat), headers=headers)

    def post(self, place: str, body: Any = None, seat: int | None = None, headers: dict[str, str] | None = None) -> Any:
        """Post a body to a path of the game."""
        return self.on.ask("POST", self.path + place, {} if body is None else body, self._token(seat), headers)

    def active(self) -> int:
        """Return the seat that is to act."""
        return int(self.get().json["awaiting"][0]["seat"])

    def act(self, place: str = "/commands") -> int:
        """Let the seat that is to act send its first listed command, and return the seat."""
        seat = self.active()
        self.post(place, self.get("/legal-actions", seat).json["actions"][0]["command"], seat)
        return seat

    def _token(self, seat: int | None) -> str | None:
        return None if seat is None else self.tokens[seat]


def new_game(on: Recorder, *seats: dict[str, Any], key: str | None = None, **wish: Any) -> Game:
    """Make a game of the course and return it."""
    body = {"ruleset": GAME, "seats": list(seats), "seed": SEED, **wish}
    return Game(on, on.ask("POST", "/v1/games", body, headers={"X-Api-Key": key} if key else {}).json)
