"""Explains why a value does not fit its JSON Schema."""

from typing import Any, Final

from service.faults import Fault

_ABSENT: Final = object()


def json_type(value: Any) -> str:
    """Return the JSON type of a value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    names = {int: "number", float: "number", str: "string", dict: "object"}
    return names.get(type(value), "array")


def wrong_type(expected: list[str], value: Any) -> Fault:
    """Return the fault of a value whose JSON type is none of those expected."""
    return Fault("type", expected=expected, given=json_type(value))


def fault_of(schema: dict[str, Any], value: Any = _ABSENT) -> Fault:
    """Return the fault of a value that does not fit a JSON Schema; without a value, of a text in a query."""
    if value is _ABSENT:
        return _of_value(schema, value)
    types = _types(schema)
    given = json_type(value)
    fits = given in types or (given == "number" and "integer" in types)
    return _of_value(schema, value) if fits or not types else wrong_type(types, value)


def _types(schema: dict[str, Any]) -> list[str]:
    """List the JSON types that a schema accepts."""
    if "anyOf" in schema:
        return [name for one in schema["anyOf"] for name in _types(one)]
    return [schema["type"]] if "type" in schema else []


def _of_value(schema: dict[str, Any], value: Any) -> Fault:
    """Return the fault of a value of the right type."""
    kind = schema.get("type")
    if "anyOf" in schema:
        return _of_several(schema["anyOf"], value)
    if "enum" in schema:
        return Fault("choice", among=(value, [str(name) for name in schema["enum"]]))
    if kind == "integer" and {"minimum", "maximum"} <= schema.keys():
        return Fault("range", minimum=schema["minimum"], maximum=schema["maximum"])
    if kind == "string" and "maxLength" in schema:
        return Fault("text", least=schema.get("minLength", 0), most=schema["maxLength"])
    if schema.get("format") == "date-time":
        return Fault("moment")
    if kind == "array" and "maxItems" in schema:
        return _of_list(schema)
    if kind == "object" and schema.get("additionalProperties") is False:
        return Fault("counts", **_counts(schema["properties"]))
    return Fault(kind if kind in ("integer", "boolean", "object") else "other")


def _of_several(schemas: list[dict[str, Any]], value: Any) -> Fault:
    """Return the fault of a value that fits none of several schemas: the first one, or a constant or null beside it."""
    fault = _of_value(schemas[0], value)
    words = [schema["const"] for schema in schemas if "const" in schema]
    return Fault(str(fault), phrase=f"{fault}_or", allowed=words, **fault.params) if words else fault


def _of_list(schema: dict[str, Any]) -> Fault:
    """Return the fault of a list; `phrase` refines it for some lists."""
    if "enum" in schema["items"]:
        return Fault("array", phrase="choices", allowed=list(schema["items"]["enum"]))
    return Fault("array", most=schema["maxItems"], phrase="distinct" if schema.get("uniqueItems") else "array")


def _counts(properties: dict[str, Any]) -> dict[str, Any]:
    return {"allowed": list(properties), "most": max(member.get("maximum", 0) for member in properties.values())}
