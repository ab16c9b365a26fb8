"""Makes API keys for tests."""

from typing import Any

from flask.testing import FlaskClient


def new_key(client: FlaskClient, maker: str | None = None, **wish: Any) -> str:
    """Return the text of a new key."""
    answer = client.post("/v1/keys", json=wish, headers={} if maker is None else {"X-Api-Key": maker})
    assert answer.status_code == 201, answer.text
    return str(answer.json["key"])


def with_key(key: str, token: str | None = None) -> dict[str, str]:
    return {"X-Api-Key": key} | ({"Authorization": f"Bearer {token}"} if token else {})
