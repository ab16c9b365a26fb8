"""Explains why a value does not fit its JSON Schema."""

from typing import Any, Final

from service.faults import Fault, json_type

_ABSENT: Final = object()


def wrong_type(expected: list[str], value: Any, phrase: str = "type") -> Fault:
    """Return the fault of a value whose JSON type is none of those expected."""
    return Fault("type", expected=expected, given=json_type(value), phrase=phrase)


def inner_faults(schema: dict[str, Any], value: Any) -> dict[int | str, Any]:
    """Return the faults within a list, or within an object of counts, by their places; empty if it is none."""
    if isinstance(value, list) and schema.get("type") == "array" and len(value) <= schema.get("maxItems", 0):
        found = {at: _within(schema["items"], item) for at, item in enumerate(value)}
    elif isinstance(value, dict) and schema.get("additionalProperties") is False:
        known = schema["properties"]
        unknown = {name: [Fault("unknown", among=(name, known))] for name in value.keys() - known.keys()}
        found = {name: unknown.get(name) or _within(known[name], value[name]) for name in value}
    else:
        found = {}
    return {place: faults for place, faults in found.items() if faults}


def _within(schema: dict[str, Any], value: Any) -> Any:
    """Return the faults of a member, if its type, its range or its word is wrong."""
    fault = fault_of(schema, value)
    if fault == "type":
        return [fault]
    is_outside = fault == "range" and not schema["minimum"] <= value <= schema["maximum"]
    is_other = fault == "choice" and value not in schema["enum"]
    is_broken = isinstance(value, float) and not value.is_integer() and "integer" in types_of(schema)
    return [fault] if is_outside or is_other or is_broken else inner_faults(schema, value)


def fault_of(schema: dict[str, Any], value: Any = _ABSENT) -> Fault:
    """Return the fault of a value that does not fit a JSON Schema; without a value, of a text in a query."""
    if value is _ABSENT:
        return _of_value(schema, value)
    types = types_of(schema)
    given = json_type(value)
    fits = given in types or (given == "number" and "integer" in types)
    return _of_value(schema, value) if fits or not types else wrong_type(types, value)


def types_of(schema: dict[str, Any]) -> list[str]:
    """List the JSON types that a schema accepts."""
    if "anyOf" in schema:
        return [name for one in schema["anyOf"] for name in types_of(one)]
    named = schema.get("type", [])
    return [named] if isinstance(named, str) else [*named]


def _of_value(schema: dict[str, Any], value: Any) -> Fault:
    """Return the fault of a value of the right type."""
    kind = schema.get("type")
    if "anyOf" in schema:
        fault = _of_value(schema["anyOf"][0], value)  # of the first one, or a constant or null beside it
        words = [one["const"] for one in schema["anyOf"] if "const" in one]
        return Fault(str(fault), phrase=f"{fault}_or", allowed=words, **fault.params) if words else fault
    if "enum" in schema:
        return Fault("choice", among=(value, [str(name) for name in schema["enum"] if name is not None]))
    if kind == "integer" and {"minimum", "maximum"} <= schema.keys():
        return Fault("range", minimum=schema["minimum"], maximum=schema["maximum"])
    if kind == "string" and "maxLength" in schema:
        return Fault("text", least=schema.get("minLength", 0), most=schema["maxLength"])
    if schema.get("format") == "date":
        return Fault("date")
    if schema.get("format") == "date-time":
        return Fault("moment")
    if kind == "array" and "maxItems" in schema:
        if "enum" in schema["items"]:
            return Fault("array", phrase="choices", allowed=list(schema["items"]["enum"]))
        return Fault("array", most=schema["maxItems"], phrase="distinct" if schema.get("uniqueItems") else "array")
    return Fault(kind if kind in ("integer", "boolean", "object") else "other")
