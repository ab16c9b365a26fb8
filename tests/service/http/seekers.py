"""Provides players who seek others for a game."""

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
