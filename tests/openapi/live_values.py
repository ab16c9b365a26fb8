"""Collects values of the members of the contract, from its own examples and from games played through the API."""

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

from flask.testing import FlaskClient

from openapi.table_course import Hours, new_context
from service.server.app import create_app

MOVES: Final = 300
LOOK: Final = 20
"""The number of moves between two readings of all resources."""
HUMAN: Final = {"kind": "human"}
GAMES: Final[tuple[Mapping[str, Any], ...]] = (
    {"ruleset": "catan", "map": "new-york", "modules": ["favors", "helpers", "erie-canal"], "seats": [HUMAN] * 4},
    {"ruleset": "catan", "map": "variable", "modules": ["favors", "helpers"], "seats": [HUMAN] * 6},
    {"ruleset": "catan", "map": "beginner", "seats": [HUMAN] * 3},
    {"ruleset": "catan", "map": "mallorca", "modules": ["helpers"], "seats": [HUMAN] * 4},
    {"ruleset": "catan-dice", "seats": [HUMAN] * 2},
    {"ruleset": "elasund", "seats": [HUMAN] * 3},
)
OPERATIONS: Final = {"": "getGame", "/board": "getBoard", "/legal-actions": "getLegalActions", "/events": "listEvents"}


class Values:
    """Holds one value of each member by component and path; a value that is not empty replaces an empty one."""

    def __init__(self, contract: dict[str, Any]) -> None:
        self.schemas = contract["components"]["schemas"]
        self.seen: dict[tuple[str, str], Any] = {}

    def read(self, place: str, path: str, schema: dict[str, Any], value: Any) -> None:
        """Keep the members of a value whose schema is at a path of a component."""
        if "$ref" in schema:
            place, path = schema["$ref"].rpartition("/")[2], ""
            schema = self.schemas[place]
        if isinstance(value, dict) and "discriminator" in schema:
            self._chosen(schema["discriminator"], value)
        elif isinstance(value, list):
            for one in value:
                self.read(place, path, schema.get("items", {}), one)
        elif isinstance(value, dict):
            self._members(place, path, schema, value)
        if value is not None:
            for variant in schema.get("anyOf", ()):
                self.read(place, path, variant, value)

    def _chosen(self, told: dict[str, Any], value: dict[str, Any]) -> None:
        if pointer := told["mapping"].get(value.get(told["propertyName"])):
            self.read("", "", {"$ref": pointer}, value)

    def _members(self, place: str, path: str, schema: dict[str, Any], value: dict[str, Any]) -> None:
        named = schema.get("properties", {})
        for name, inner in value.items():
            if name in named:
                self._keep((place, f"{path}.{name}".lstrip(".")), inner)
                self.read(place, f"{path}.{name}".lstrip("."), named[name], inner)
            elif isinstance(schema.get("additionalProperties"), dict):
                self.read(place, path, schema["additionalProperties"], inner)

    def _keep(self, where: tuple[str, str], value: Any) -> None:
        if where not in self.seen or self.seen[where] in (None, [], {}):
            self.seen[where] = value


def seen_values(contract: dict[str, Any]) -> dict[tuple[str, str], Any]:
    """Return values by component and path: those of played games, and those of the examples where a game has none."""
    values = Values(contract)
    for name, answer in played():
        [schema] = [_answer(one) for one in _operations(contract) if one["operationId"] == name]
        values.read("", "", schema, answer)
    for operation in _operations(contract):
        for content in _contents(operation):
            for example in _examples(content):
                values.read("", "", content["schema"], example)
    for name, schema in contract["components"]["schemas"].items():
        for example in schema.get("examples", ()):
            values.read("", "", {"$ref": f"#/components/schemas/{name}"}, example)
    return values.seen


def _operations(contract: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for item in contract["paths"].values():
        yield from (one for one in item.values() if isinstance(one, dict) and "operationId" in one)


def _answer(operation: dict[str, Any]) -> Any:
    answers = operation["responses"]
    return (answers.get("200") or answers["201"])["content"]["application/json"]["schema"]


def _contents(operation: dict[str, Any]) -> Iterator[dict[str, Any]]:
    bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
    for body in bodies:
        yield from (one for kind, one in body.get("content", {}).items() if kind.endswith("json"))


def _examples(content: dict[str, Any]) -> Iterator[Any]:
    yield from (content["example"],) if "example" in content else ()
    yield from (one["value"] for one in content.get("examples", {}).values() if "value" in one)


def played() -> Iterator[tuple[str, Any]]:
    """Play some games at random, and yield answers with the operation that each belongs to."""
    client = create_app(new_context(Hours())).test_client()
    for number, wish in enumerate(GAMES):
        made = client.post("/v1/games", json={**wish, "seed": f"texts {number}"}).json
        assert made is not None
        yield from _course(client, f"/v1/games/{made['id']}", [seat["token"] for seat in made["seats"]], Random(number))


def _course(client: FlaskClient, path: str, tokens: list[str], rng: Random) -> Iterator[tuple[str, Any]]:
    for move in range(MOVES):
        awaiting = _read(client, path, {})["awaiting"]
        if not awaiting:
            break
        headers = {"Authorization": f"Bearer {tokens[rng.choice(awaiting)['seat']]}"}
        legal = _read(client, path + "/legal-actions", headers)
        yield "getLegalActions", legal
        if move % LOOK == 0:
            yield from _looked_at(client, path, headers)
        choices = [one["command"] for one in legal["actions"]] + [one["example"] for one in legal["templates"]]
        answer = client.post(path + "/commands", json=rng.choice(choices), headers=headers)
        assert answer.status_code in (200, 201), answer.text
        yield "postCommands", answer.json
    yield from _looked_at(client, path, headers)


def _looked_at(client: FlaskClient, path: str, headers: dict[str, str]) -> Iterator[tuple[str, Any]]:
    for place, name in OPERATIONS.items():
        yield name, _read(client, path + place, headers)


def _read(client: FlaskClient, path: str, headers: dict[str, str]) -> Any:
    return json.loads(client.get(path, headers=headers).data)
