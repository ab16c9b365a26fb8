"""Tests that the contract is OpenAPI 3.1, and documents of every operation what a client must know."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from openapi.generate import PATH
from service.problems import STATUS
from tests.openapi.schemas import faults_at

CONTRACT: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
EVERYWHERE = {"401", "429", "500", "503"}
WITH_BODY = {"400", "413", "415", "422"}
OUTSIDE = {"operations"}  # /livez and the like answer before anything else is asked
SHORTEST = 20


def operations() -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Yield the path, the path item and the operation of each operation."""
    for path, item in CONTRACT["paths"].items():
        for operation in item.values():
            if isinstance(operation, dict):
                yield path, item, operation


OPERATIONS = {operation["operationId"]: (path, item, operation) for path, item, operation in operations()}


def resolved(response: dict[str, Any]) -> dict[str, Any]:
    name = response.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = CONTRACT["components"]["responses"][name] if name else response
    return found


def test_it_is_openapi_3_1() -> None:
    assert CONTRACT["openapi"].startswith("3.1.")
    assert [str(fault) for fault in OpenAPIV31SpecValidator(CONTRACT).iter_errors()] == []
    broken = CONTRACT | {"info": {}}
    assert not OpenAPIV31SpecValidator(broken).is_valid(), "the validator is one that refuses"


def test_operations_have_names_of_their_own() -> None:
    assert len(OPERATIONS) == len(list(operations())) > 40


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_is_explained(name: str) -> None:
    _, item, operation = OPERATIONS[name]
    assert set(operation["tags"]) <= {tag["name"] for tag in CONTRACT["tags"]} != set()
    assert operation["summary"].endswith(".") or "\n" in operation["summary"], "the first line of a docstring"
    assert len(operation.get("description", "")) > SHORTEST, "the rest of the docstring"
    for parameter in (*item.get("parameters", ()), *operation.get("parameters", ())):
        assert parameter.get("description"), parameter["name"]
    for status, response in operation["responses"].items():
        assert resolved(response)["description"], status


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_names_its_problems(name: str) -> None:
    path, _, operation = OPERATIONS[name]
    told = set(operation["responses"])
    assert any(status.startswith(("2", "3")) for status in told)
    if OUTSIDE.isdisjoint(operation["tags"]):
        assert told >= EVERYWHERE
        assert "requestBody" not in operation or told >= WITH_BODY
        assert "{" not in path or "404" in told
    for status in told:
        if int(status) >= 400 and "health" not in str(operation["responses"][status]).lower():
            assert list(resolved(operation["responses"][status])["content"]) == ["application/problem+json"]
            assert int(status) in STATUS.values()


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_has_one_body_for_success(name: str) -> None:
    """Generators with one answer for each operation take that of the first status; streams are described apart."""
    _, _, operation = OPERATIONS[name]
    good = [response for status, response in operation["responses"].items() if status.startswith("2")]
    bodies = [content["schema"] for response in good for content in response.get("content", {}).values()]
    assert good
    assert all(body == bodies[0] for body in bodies), bodies


def test_every_problem_is_explained_where_its_status_is() -> None:
    told = {name: response["description"] for name, response in CONTRACT["components"]["responses"].items()}
    for slug, status in STATUS.items():
        if f"Problem{status}" in told:
            assert f"`/problems/{slug}`" in told[f"Problem{status}"]


def contents() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every content of a request or an answer, with the place of its schema."""
    for path, item in CONTRACT["paths"].items():
        for method, operation in item.items():
            if isinstance(operation, dict):
                here = f"#/paths/{path.replace('/', '~1')}/{method}"
                yield from _contents(f"{here}/requestBody", operation.get("requestBody", {}))
                for status, response in operation["responses"].items():
                    yield from _contents(f"{here}/responses/{status}", response)
    for name, response in CONTRACT["components"]["responses"].items():
        yield from _contents(f"#/components/responses/{name}", response)


def _contents(place: str, part: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for media_type, content in part.get("content", {}).items():
        yield f"{place}/content/{media_type.replace('/', '~1')}/schema", content


def test_examples_of_bodies_fit_their_schemas() -> None:
    count = 0
    for place, content in contents():
        examples = [*([content["example"]] if "example" in content else [])]
        examples += [one["value"] for one in content.get("examples", {}).values()]
        for example in examples:
            count += 1
            assert faults_at(CONTRACT, place, example) == [], place
    assert count >= 10


def test_examples_of_components_fit_them() -> None:
    for name, schema in CONTRACT["components"]["schemas"].items():
        for example in schema.get("examples", ()):
            assert faults_at(CONTRACT, f"#/components/schemas/{name}", example) == [], name
