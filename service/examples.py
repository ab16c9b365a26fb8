"""Makes examples from JSON Schemas, and reads those that a server answered.

What is made has the right shape, though a game may not accept it. The others are recorded by
`python -m openapi.generate` beside the contract.
"""

from functools import cache
from importlib.resources import files
from typing import Any

import orjson


def example_of(schema: dict[str, Any], turn: int = 0) -> Any:
    """Return a value that fits the schema; `turn` varies the choice, so that both sides of a trade differ."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][turn % len(schema["enum"])]
    if "anyOf" in schema:
        return example_of(schema["anyOf"][0], turn)
    match schema.get("type", "object"):
        case "integer":
            least = schema.get("minimum", 0)
            return int(least) + (1 if schema.get("maximum", 1) > least else 0)
        case "array":
            size = max(1, schema.get("minItems", 1))
            return [example_of(schema.get("items", {}), turn + n) for n in range(size)]
        case "object":
            return _object(schema, turn)
        case "string":
            return "AA==" if schema.get("contentEncoding") else "word"[: schema.get("maxLength", 4)]
        case "boolean":
            return True
        case _:
            return 0.5


def _object(schema: dict[str, Any], turn: int) -> dict[str, Any]:
    properties = schema.get("properties", {})
    if "required" in schema:
        return {name: example_of(properties[name], turn) for name in schema["required"]}
    names = list(properties)
    return {names[turn % len(names)]: example_of(properties[names[turn % len(names)]])} if names else {}


@cache
def load_examples(name: str) -> dict[str, Any]:
    """Read a file of examples; empty before the first recording."""
    place = files("openapi") / "examples" / f"{name}.json"
    return orjson.loads(place.read_bytes()) if place.is_file() else {}


def recorded_message(kind: str, group: str, type_: str) -> dict[str, Any] | None:
    """Return one of the `commands` that a game accepted, or of the `events` that were answered; None if there is none.

    `group` is the ruleset, or `table`.
    """
    found: dict[str, Any] | None = load_examples("messages").get(kind, {}).get(group, {}).get(type_)
    return found
