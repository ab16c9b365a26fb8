"""Tests that links lead from existing answers to existing operations, with parameters that these read."""

import json
from collections.abc import Iterator
from typing import Any

from openapi.generate import PATH
from service.server.app import BLUEPRINTS

CONTRACT: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
OPERATIONS: dict[str, dict[str, Any]] = {
    operation["operationId"]: operation | {"shared": path.get("parameters", [])}
    for path in CONTRACT["paths"].values()
    for method, operation in path.items()
    if method != "parameters"
}


def links() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield every link with the operation and the status that it follows."""
    for name, operation in OPERATIONS.items():
        for status, response in operation["responses"].items():
            yield from ((name, status, link) for link in response.get("links", {}).values())


def parameters(operation: str) -> set[str]:
    """Return the names of the parameters that an operation reads."""
    described = OPERATIONS[operation]
    return {one["name"] for one in (*described["shared"], *described.get("parameters", ()))}


def test_every_link_of_a_route_is_in_the_contract() -> None:
    declared = [operation for blueprint in BLUEPRINTS for operation in blueprint.operations.values()]
    written = sum(len(by_name) for operation in declared for by_name in operation.links.values())
    assert sum(1 for _ in links()) == written > 100


def test_links_give_what_their_operations_read() -> None:
    for source, status, link in links():
        known = parameters(link["operationId"])
        assert set(link["parameters"]) <= known, (source, status, link)
        here = [value for value in link["parameters"].values() if value.startswith("$request.path.")]
        assert {value.removeprefix("$request.path.") for value in here} <= parameters(source), (source, status, link)


def test_a_body_comes_only_where_one_is_read() -> None:
    bodies = [link for _, _, link in links() if "requestBody" in link]
    assert bodies
    assert all("requestBody" in OPERATIONS[link["operationId"]] for link in bodies)
    assert all(isinstance(link["requestBody"], str) for link in bodies), "many generators know no other"


def test_what_makes_something_leads_to_it() -> None:
    places = ("$response.body#/id", "$response.body#/job/id")
    made = {source for source, status, link in links() if link["parameters"].get("id") in places}
    assert {"createGame", "createBranch", "createRematch", "requestUndo", "createKey"} <= made
