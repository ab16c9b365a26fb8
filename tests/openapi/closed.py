"""Provides a stricter form of the contract, which refuses what is not documented.

Clients ignore members that they do not know; the tests do not, so that no answer holds anything without a schema.
"""

from typing import Any

from tests.json_documents import copied


def closed(contract: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of a contract in which no object may have other members than those it names.

    A union with a discriminator is checked by the chosen variant alone, which is quicker and gives plain faults.
    """
    copy: dict[str, Any] = copied(contract)
    schemas = copy["components"]["schemas"]
    _close(schemas)
    for name, schema in schemas.items():
        if "discriminator" in schema:
            schemas[name] = _chosen(**schema["discriminator"])
    return copy


def _close(node: Any) -> None:
    if isinstance(node, list):
        for inner in node:
            _close(inner)
    if not isinstance(node, dict):
        return
    for inner in list(node.values()):
        _close(inner)
    if isinstance(node.get("properties"), dict):
        node.setdefault("additionalProperties", False)


def _chosen(propertyName: str, mapping: dict[str, str]) -> dict[str, Any]:  # noqa: N803 - as OpenAPI has it
    """Return the schema of a union whose variants are chosen by the value of one member."""
    variants = [
        {"if": {"properties": {propertyName: {"const": value}}}, "then": {"$ref": pointer}}
        for value, pointer in mapping.items()
    ]
    told = {propertyName: {"enum": list(mapping)}}
    return {"type": "object", "properties": told, "required": [propertyName], "allOf": variants}
