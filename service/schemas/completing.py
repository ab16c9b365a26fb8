"""What the specification says of everything alike: problems by status, places in paths, examples that were recorded."""

from typing import Any, Final

from service.problems import STATUS
from service.schemas.recorded import recorded
from service.words import say

PROBLEM_TYPE: Final = "application/problem+json"
TEXT: Final = {"type": "string"}
HEADERS: Final[dict[str, dict[str, Any]]] = {
    "401": {"WWW-Authenticate": {"description": "How to say who is calling", "schema": TEXT}},
    "429": {"Retry-After": {"description": "Seconds to wait", "schema": TEXT}},
    "503": {"Retry-After": {"description": "Seconds to wait", "schema": TEXT}},
}
PLACES: Final = {
    "/v1/rulesets/{id}": {"id": "The ruleset, such as `catan`"},
    "/v1/rules/{id}": {"id": "The rule's id, as refusals name it"},
    "/v1/agents/{id}": {"id": "The agent, such as `uniform`"},
    "/v1/games/{id}": {"id": "The game's id", "seat": "The seat's number", "number": "The vote's id"},
    "/v1/jobs/{id}": {"id": "The job's id"},
    "/v1/keys/{id}": {"id": "The key's id"},
    "/v1/webhooks/{id}": {"id": "The webhook's id", "number": "The delivery's `n`"},
}
"""What stands in a path, by how it begins."""


def complete(contract: dict[str, Any]) -> None:
    """Say in a specification, in place, what its operations have in common."""
    found: set[str] = set()
    for path, item in contract["paths"].items():
        _tell_places(path, item.get("parameters", ()))
        for operation in item.values():
            if isinstance(operation, dict):
                found |= _share_problems(operation["responses"])
                _add_examples(operation)
    contract["components"]["responses"] = {_name(status): _problem(status) for status in sorted(found)}


def _tell_places(path: str, parameters: Any) -> None:
    told = next((told for start, told in PLACES.items() if path.startswith(start)), {})
    for parameter in parameters:
        if parameter["name"] in told:
            parameter["description"] = told[parameter["name"]]


def _name(status: str) -> str:
    return f"Problem{status}"


def _share_problems(responses: dict[str, Any]) -> set[str]:
    """Let problems refer to what is said of their status once; those that lead on say it themselves."""
    statuses = {status for status, response in responses.items() if PROBLEM_TYPE in response.get("content", {})}
    for status in statuses:
        links = responses[status].get("links")
        responses[status] = (
            _problem(status) | {"links": links} if links else {"$ref": f"#/components/responses/{_name(status)}"}
        )
    return statuses


def _problem(status: str) -> dict[str, Any]:
    slugs = [slug for slug, of in STATUS.items() if str(of) == status]
    told = "; ".join(f"`/problems/{slug}`: {say(f'problem.{slug}.title')}" for slug in slugs)
    body: dict[str, Any] = {"schema": {"$ref": "#/components/schemas/Problem"}}
    example = recorded("operations").get("problems", {}).get(status)
    content = {PROBLEM_TYPE: body | ({"example": example} if example else {})}
    headers = {"headers": HEADERS[status]} if status in HEADERS else {}
    return {"description": told, **headers, "content": content}


def _add_examples(operation: dict[str, Any]) -> None:
    """Show what was really asked and answered."""
    known = recorded("operations").get("answers", {}).get(operation["operationId"], {})
    for place, example in known.items():
        status, _, media_type = place.partition(" ")
        content = operation["responses"].get(status, {}).get("content", {})
        if media_type in content:
            content[media_type]["example"] = example
