"""Tests that the contract has no names or shapes that some generator cannot put into code."""

import json
import re
from collections.abc import Iterator
from typing import Any

from openapi.generate import PATH
from service.server.app import BLUEPRINTS

CONTRACT: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
CALLED = re.compile(
    r"(get|list|create|delete|update|post|request|take|leave|renew|cast|end|resign|retry|test|try)([A-Z][a-z]+)+|on([A-Z][a-z]+)+"
)


def operations() -> Iterator[dict[str, Any]]:
    """Yield every operation, those of webhooks included."""
    for item in [
        *CONTRACT["paths"].values(),
        *CONTRACT["paths"]["/v1/webhooks"]["post"]["callbacks"]["notice"].values(),
    ]:
        yield from (operation for operation in item.values() if isinstance(operation, dict))


def test_operations_are_verbs_and_nouns() -> None:
    names = [operation["operationId"] for operation in operations()]
    assert [name for name in names if not CALLED.fullmatch(name)] == []
    assert len(names) == len(set(names))
    assert {name for blueprint in BLUEPRINTS for name in blueprint.operations} <= set(names)


def test_no_member_is_called_as_its_schema() -> None:
    for name, schema in CONTRACT["components"]["schemas"].items():
        assert [one for one in schema.get("properties", {}) if one.replace("_", "") == name.lower()] == [], name


def test_no_schema_is_called_as_the_constructor_of_another() -> None:
    """Go has a function `NewX` for every schema X."""
    schemas = CONTRACT["components"]["schemas"]
    assert [name for name in schemas if f"New{name}" in schemas] == []


def test_nothing_is_called_webhooks_beside_the_resource() -> None:
    """A section or a tag called webhooks would become a file that some generator writes twice or wrongly."""
    assert "webhooks" not in CONTRACT
    tags = {tag["name"] for tag in CONTRACT["tags"]}
    assert "webhooks" not in tags
    assert {tag for operation in operations() for tag in operation["tags"]} <= tags


def test_an_answer_has_one_media_type() -> None:
    for operation in operations():
        for status, response in operation["responses"].items():
            assert len(response.get("content", {})) <= 1, (operation["operationId"], status)


def test_an_operation_has_one_body_for_success() -> None:
    """Some generators take the first of several for the only one."""
    for operation in operations():
        answers = [one for status, one in operation["responses"].items() if status.startswith("2")]
        bodies = [media["schema"] for answer in answers for media in answer.get("content", {}).values()]
        assert all(body == bodies[0] for body in bodies), operation["operationId"]


def test_booleans_of_queries_are_booleans() -> None:
    for operation in operations():
        for parameter in operation.get("parameters", ()):
            assert not {"true", "false"} & set(parameter["schema"].get("enum", ())), parameter["name"]


def test_parameters_are_called_as_the_members_that_hold_their_values() -> None:
    schemas = CONTRACT["components"]["schemas"]
    assert "id" in schemas["Vote"]["properties"]
    assert "n" in schemas["Delivery"]["properties"]
    assert "/v1/games/{game}/votes/{id}" in CONTRACT["paths"]
    assert "/v1/webhooks/{id}/deliveries/{n}/retry" in CONTRACT["paths"]


def test_there_is_a_server_and_a_dated_version() -> None:
    assert CONTRACT["servers"][0]["url"] == "/"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", CONTRACT["info"]["version"])
