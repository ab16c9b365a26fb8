"""Reads the options of a game by their JSON Schema: booleans, whole numbers in a range, words of a closed list."""

from domain.core.documents import Document, JsonObject, JsonValue
from domain.core.errors import InvalidConfiguration


def values_of(schema: JsonObject, options: JsonObject) -> JsonObject:
    """Return every option of the schema with its value or default; raises InvalidConfiguration naming the option.

    A null is taken where the default is null. Options of other types (lists) are left for the game to judge.
    """
    known = schema["properties"]
    values = {key: _value(key, known[key], options.get(key, known[key]["default"])) for key in known}
    for key in options:
        if key not in known:
            raise InvalidConfiguration(f"options.{key}", "unknown_option", option=key, allowed=list(known))
    return values


def complete_values(schema: JsonObject, before: Document, options: JsonObject) -> JsonObject:
    """Return every option of the schema for a game that was stored with `options`, which are not judged again.

    An option that the game lacks is as games were played `before` it existed, or else has its default.
    """
    return {key: option["default"] for key, option in schema["properties"].items()} | dict(before) | options


def _value(key: str, schema: JsonObject, value: JsonValue) -> JsonValue:
    if value is None and schema["default"] is None:
        return value
    if "enum" in schema:
        return _word(key, schema["enum"], value)
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if "boolean" in types:
        return _boolean(key, value)
    return _whole_number(key, schema, value) if "integer" in types else value


def _word(key: str, names: list[str | None], value: JsonValue) -> JsonValue:
    if not isinstance(value, str) or value not in names:
        raise InvalidConfiguration(f"options.{key}", "choice", allowed=[name for name in names if name])
    return value


def _boolean(key: str, value: JsonValue) -> bool:
    if not isinstance(value, bool):
        raise InvalidConfiguration(f"options.{key}", "not_a_boolean", value=value)
    return value


def _whole_number(key: str, schema: JsonObject, value: JsonValue) -> int:
    least, most = schema["minimum"], schema["maximum"]
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InvalidConfiguration(f"options.{key}", "not_in_range", minimum=least, maximum=most, value=value)
    return value
