"""Tests that what the server refuses for more than its form is no valid body by the contract either."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from openapi.generate import PATH
from service.schemas.arenas import ArenaSchema
from service.schemas.new_games import GameDraftSchema
from service.schemas.seats import ChangeSeatSchema
from service.schemas.shapes import Strict
from service.schemas.spec import schema_name
from service.schemas.webhooks import WebhookDraftSchema
from tests.openapi.schemas import faults_of
from tests.service.http.client import new_table

CONTRACT = json.loads(PATH.read_text(encoding="utf-8"))


def game(**wish: Any) -> dict[str, Any]:
    """Return a body that sets up a game."""
    return {"ruleset": "toy", "seats": [{"kind": "human"}, {"kind": "human"}], **wish}


REFUSED: list[tuple[type[Strict], str, str, Any]] = [
    (GameDraftSchema, "/v1/games", "ruleset", game(ruleset="")),
    (ArenaSchema, "/v1/arenas", "ruleset", {"ruleset": "", "agents": ["uniform"] * 3, "games": 1}),
    (GameDraftSchema, "/v1/games", "given", game(sandbox=True, given=[{"type": "Nothing"}])),
    (GameDraftSchema, "/v1/games", "given", game(sandbox=True, given=[{"kind": "Rolled"}])),
    (GameDraftSchema, "/v1/games", "given", game(sandbox=True, given=[7])),
    (GameDraftSchema, "/v1/games", "seats", game(seats=[{"kind": "human"}, {"kind": "human", "name": " "}])),
    (WebhookDraftSchema, "/v1/webhooks", "url", {"url": "bot.example.org"}),
    (WebhookDraftSchema, "/v1/webhooks", "url", {"url": "ftp://bot.example.org"}),
    (ChangeSeatSchema, "seat", "open", {"open": False}),
    (ChangeSeatSchema, "seat", "reissue", {"reissue": False}),
    (ChangeSeatSchema, "seat", "agent", {"agent": ""}),
]


@pytest.mark.parametrize(("schema", "path", "member", "body"), REFUSED)
def test_what_is_refused_later_is_no_valid_body_either(
    client: FlaskClient, schema: type[Strict], path: str, member: str, body: Any
) -> None:
    key = {"X-Api-Key": client.post("/v1/keys", json={}).json["key"]}
    if path == "seat":
        table = new_table(client)
        answer = client.patch(f"{table.path}/seats/0", json=body, headers=table.headers(0))
    else:
        answer = client.post(path, json=body, headers=key)
    assert (answer.status_code, answer.json["status"]) == (422, 422), answer.text
    assert faults_of(CONTRACT, schema_name(schema), body) != [], member


def test_idempotency_keys_are_as_long_as_the_server_requires(client: FlaskClient) -> None:
    table = new_table(client)
    operations = [of for item in CONTRACT["paths"].values() for of in item.values() if isinstance(of, dict)]
    least = {
        of["operationId"]: one["schema"]["minLength"]
        for of in operations
        for one in of.get("parameters", ())
        if one["name"] == "Idempotency-Key"
    }
    short = {"Idempotency-Key": "x" * 21}
    for path, name in (("/v1/games", "createGame"), ("/v1/keys", "createKey"), (f"{table.path}/seats", "takeSeat")):
        assert client.post(path, json=game() if name == "createGame" else {}, headers=short).status_code == 422
        assert least[name] == 22
    renewed = client.post(f"{table.path}/seats/0/token", headers=table.headers(0, short))
    assert (renewed.status_code, least["renewToken"]) == (422, 22)
    assert least["postCommands"] == 1


@pytest.mark.parametrize("name", ["ruleset", "map", "module"])
def test_an_empty_filter_of_the_lobby_is_none(client: FlaskClient, name: str) -> None:
    assert client.get(f"/v1/games?{name}=").status_code == 422
    [schema] = [one["schema"] for one in CONTRACT["paths"]["/v1/games"]["get"]["parameters"] if one["name"] == name]
    assert schema["minLength"] == 1
