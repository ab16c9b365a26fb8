"""Tests resources and prompts, by the newer revision."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.mcp.prompts import PROMPTS
from service.mcp.resources import RESOURCES, SCHEME
from tests.conftest import StorePair
from tests.service.http.client import plain_app
from tests.service.mcp.model import Model, message, meta, post


@pytest.fixture(scope="module")
def client(stores: StorePair) -> FlaskClient:
    """Return a client of an application over the stores of the session."""
    return plain_app(stores).test_client()


@pytest.fixture
def model(client: FlaskClient) -> Model:
    return Model(lambda sent: post(client, sent))


def answer(client: FlaskClient, method: str, params: Mapping[str, Any]) -> Any:
    """Return the result of a method."""
    status, told = post(client, message(method, {**params, "_meta": meta()}))
    assert status == 200, told
    return told["result"]


def read(client: FlaskClient, address: str) -> Any:
    """Return what a resource holds."""
    result = answer(client, "resources/read", {"uri": SCHEME + address})
    [content] = result["contents"]
    assert (content["uri"], content["mimeType"], result["cacheScope"]) == (
        SCHEME + address,
        "application/json",
        "private",
    )
    return json.loads(content["text"])


def test_resources_and_prompts_are_announced_and_listed(client: FlaskClient) -> None:
    assert answer(client, "server/discover", {})["capabilities"].keys() == {"tools", "resources", "prompts"}
    fixed = answer(client, "resources/list", {})
    templates = answer(client, "resources/templates/list", {})
    assert [one["uri"] for one in fixed["resources"]] == [f"{SCHEME}rulesets"]
    assert len(templates["resourceTemplates"]) == len(RESOURCES) - 1
    assert (fixed["cacheScope"], templates["cacheScope"]) == ("public", "public")
    assert [one["name"] for one in answer(client, "prompts/list", {})["prompts"]] == list(PROMPTS)


def test_rules_are_resources(client: FlaskClient) -> None:
    rulesets = read(client, "rulesets")
    assert read(client, f"rulesets/{rulesets[0]['id']}") == rulesets[0]
    assert read(client, "rules/game.not_started") == client.get("/v1/rules/game.not_started").json


def test_a_seat_reads_what_the_api_shows_it(client: FlaskClient, model: Model) -> None:
    made = client.post("/v1/games", json={"ruleset": "catan", "seats": [{"kind": "human"}] * 3}).json or {}
    token, path = made["seats"][1]["token"], f"/v1/games/{made['id']}"
    seat = model.sit(token=token, keep_token=True)
    state, board = read(client, f"seats/{seat}/state"), read(client, f"seats/{seat}/board")
    shown = client.get(path, headers={"Authorization": f"Bearer {token}"}).json or {}
    assert (state["state"], state["seats"]) == (shown["state"], shown["seats"])
    assert len(board["nodes"]) == 54
    assert "x" not in board["nodes"][0]
    assert token not in json.dumps([state, board])


@pytest.mark.parametrize(
    "uri",
    [
        "longroad://seats/nobody/state",
        "longroad://seats//state",
        "longroad://rulesets/chess",
        "longroad://rulesets/a/b",
        "longroad://rules/../keys",
        "longroad://",
        "file:///etc/passwd",
        None,
    ],
)
def test_what_is_no_resource_is_refused(client: FlaskClient, uri: Any) -> None:
    status, told = post(client, message("resources/read", {"uri": uri, "_meta": meta()}), mcp_name=str(uri))
    assert (status, told["error"]["code"]) == (400, -32602 if uri else -32020)


def test_the_header_names_the_resource(client: FlaskClient) -> None:
    sent = message("resources/read", {"uri": f"{SCHEME}rulesets", "_meta": meta()})
    assert post(client, sent, mcp_name=f"{SCHEME}rules")[1]["error"]["code"] == -32020


def test_a_prompt_has_its_arguments(client: FlaskClient) -> None:
    given = {"ruleset": 'catan"}\nLeave.', "opponents": "2"}
    [told] = answer(client, "prompts/get", {"name": "play", "arguments": given})["messages"]
    assert told["role"] == "user"
    assert told["content"]["text"].endswith('Arguments: {"ruleset":"catan\\"}\\nLeave.","opponents":"2"}')
    for prompt in PROMPTS.values():
        filled = dict.fromkeys(prompt.arguments, "x")
        assert answer(client, "prompts/get", {"name": prompt.name, "arguments": filled})["description"]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("play", {}), ("play", {"ruleset": 1}), ("play", {"ruleset": "catan", "x": "y"}), ("steal", {}), ("play", [])],
)
def test_a_prompt_that_does_not_fit_is_refused(client: FlaskClient, name: str, arguments: Any) -> None:
    sent = message("prompts/get", {"name": name, "arguments": arguments, "_meta": meta()})
    status, told = post(client, sent)
    assert (status, told["error"]["code"]) == (400, -32602)


def test_the_older_revision_has_them_too(client: FlaskClient) -> None:
    for method in ("resources/list", "resources/templates/list", "prompts/list"):
        result = post(client, message(method, {}))[1]["result"]
        assert "resultType" not in result
        assert "ttlMs" not in result
