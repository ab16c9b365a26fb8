"""Provides players who seek others for a game, and what they do in rated ones."""

from typing import Any

from flask.testing import FlaskClient

from tests.service.http.keys import new_player, token_of, with_key


class Seeker:
    """Represents a player with a token."""

    def __init__(self, client: FlaskClient, key: str, name: str = "Ana") -> None:
        self.client = client
        self.key = key
        self.id = new_player(client, key, name)
        self.headers = with_key(token_of(client, key, self.id))

    def post(self, **wish: Any) -> Any:
        """Post a seek."""
        return self.client.post("/v1/seeks", json={"ruleset": "toy", "seats": 2, **wish}, headers=self.headers)

    def seek(self, **wish: Any) -> dict[str, Any]:
        """Post a seek that is accepted, and return the answer."""
        answer = self.post(**wish)
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json
        return found

    def look(self, seek: dict[str, Any]) -> dict[str, Any]:
        """Return what became of a seek."""
        answer = self.client.get(f"/v1/seeks/{seek['id']}", headers=self.headers)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json
        return found

    def games(self) -> list[str]:
        """Return the games in which the player has a seat."""
        return [one["game"] for one in self.client.get(f"/v1/players/{self.id}", headers=self.headers).json["games"]]


def begin(seekers: list[Seeker], **wish: Any) -> str:
    """Let players seek a rated game together, and return it."""
    *_, last = [one.seek(seats=len(seekers), rated=True, **wish) for one in seekers]
    assert last["status"] == "filled", last
    return str(last["game"])


def seat_of(one: Seeker, game: str) -> int:
    """Return the seat of a player."""
    games = one.client.get(f"/v1/players/{one.id}", headers=one.headers).json["games"]
    return next(int(entry["seat"]) for entry in games if entry["game"] == game)


def act(one: Seeker, game: str, place: str, body: Any) -> Any:
    """Post to a game as a player."""
    headers = {**one.headers, "X-Seat": str(seat_of(one, game))}
    return one.client.post(f"/v1/games/{game}{place}", json=body, headers=headers)


def ratings(one: Seeker) -> list[dict[str, Any]]:
    """Return the ratings of a player, as anybody is shown them."""
    found: list[dict[str, Any]] = one.client.get(f"/v1/players/{one.id}").json["ratings"]
    return found
