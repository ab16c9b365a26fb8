"""Makes API keys and players for tests."""

from typing import Any

from flask.testing import FlaskClient

APP = ["games", "me", "webhooks", "seats"]
"""The scopes of an application."""


def new_key(client: FlaskClient, maker: str | None = None, **wish: Any) -> str:
    """Return the text of a new key."""
    answer = client.post("/v1/keys", json=wish, headers={} if maker is None else {"X-Api-Key": maker})
    assert answer.status_code == 201, answer.text
    return str(answer.json["key"])


def with_key(key: str, token: str | None = None) -> dict[str, str]:
    return {"X-Api-Key": key} | ({"Authorization": f"Bearer {token}"} if token else {})


def new_player(client: FlaskClient, key: str, name: str = "Ana", **wish: Any) -> str:
    """Return the id of a new player of a key."""
    answer = client.post("/v1/players", json={"name": name, **wish}, headers=with_key(key))
    assert answer.status_code == 201, answer.text
    return str(answer.json["id"])


def token_of(client: FlaskClient, key: str, player: str) -> str:
    """Return a new token of a player."""
    answer = client.post(f"/v1/players/{player}/token", json={}, headers=with_key(key))
    assert answer.status_code == 201, answer.text
    return str(answer.json["token"])
