"""Reads and writes field values: ints inside, words in JSON."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from domain.core.documents import JsonObject, JsonValue


class Kind:
    """Describes how a type of value is written in JSON: schema, encoder, and decoder (which raises ValueError)."""

    def __init__(
        self, schema: JsonObject, encode: Callable[[Any], JsonValue], decode: Callable[[JsonValue], Any]
    ) -> None:
        self.schema = schema
        self.encode = encode
        self.decode = decode


def _same(value: JsonValue) -> JsonValue:
    return value


def _read_int(value: JsonValue) -> int:
    """Return a kind for JSON Schema integers: 11 and 11.0 are valid, true and 1.5 are not."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("not an integer")
    return value


def integer(minimum: int, maximum: int) -> Kind:
    """Return a kind for whole numbers from `minimum` to `maximum`."""

    def decode(value: JsonValue) -> int:
        number = _read_int(value)
        if not minimum <= number <= maximum:
            raise ValueError(f"not between {minimum} and {maximum}")
        return number

    return Kind({"type": "integer", "minimum": minimum, "maximum": maximum}, _same, decode)


def _read_bool(value: JsonValue) -> bool:
    if not isinstance(value, bool):
        raise ValueError("not a boolean")
    return value


def boolean() -> Kind:
    """Return a kind for true or false."""
    return Kind({"type": "boolean"}, _same, _read_bool)


def flag() -> Kind:
    """Return a kind that is 0 or 1 inside, false or true in JSON."""

    def decode(value: JsonValue) -> int:
        return int(_read_bool(value))

    return Kind({"type": "boolean"}, bool, decode)


def text(longest: int) -> Kind:
    """Return a kind for a string of at most `longest` characters."""

    def decode(value: JsonValue) -> str:
        if not isinstance(value, str) or len(value) > longest:
            raise ValueError(f"not a string of at most {longest} characters")
        return value

    return Kind({"type": "string", "maxLength": longest}, _same, decode)


def word(names: Sequence[str]) -> Kind:
    """Return a kind that is an int inside, its name from `names` in JSON."""
    index = {name: number for number, name in enumerate(names)}

    def encode(value: int) -> str:
        return names[value]

    def decode(value: JsonValue) -> int:
        if not isinstance(value, str) or value not in index:
            raise ValueError("not one of " + ", ".join(names))
        return index[value]

    return Kind({"type": "string", "enum": list(names)}, encode, decode)


def counts(names: Sequence[str], most: int) -> Kind:
    """Return a kind that is a tuple of counts inside, an object from name to count without zeros in JSON."""
    index = {name: number for number, name in enumerate(names)}

    def encode(value: Sequence[int]) -> dict[str, int]:
        return {name: count for name, count in zip(names, value, strict=True) if count}

    def decode(value: JsonValue) -> tuple[int, ...]:
        if not isinstance(value, dict):
            raise ValueError("not an object")
        result = [0] * len(names)
        for name, count in value.items():
            if name not in index:
                raise ValueError("unknown member " + str(name)[:40])
            number = _read_int(count)
            if not 0 <= number <= most:
                raise ValueError(f"{name} not between 0 and {most}")
            result[index[name]] = number
        return tuple(result)

    member = {"type": "integer", "minimum": 0, "maximum": most}
    schema = {"type": "object", "properties": dict.fromkeys(names, member), "additionalProperties": False}
    return Kind(schema, encode, decode)


def array(kind: Kind, most: int, *, unique: bool = False) -> Kind:
    """Return a kind that is a tuple inside, a list of at most `most` members in JSON."""

    def encode(value: Sequence[Any]) -> list[JsonValue]:
        return [kind.encode(item) for item in value]

    def decode(value: JsonValue) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) > most:
            raise ValueError(f"not a list of at most {most}")
        items = tuple(kind.decode(item) for item in value)
        if unique and len(set(items)) != len(items):
            raise ValueError("a member stands twice")
        return items

    schema: JsonObject = {"type": "array", "items": kind.schema, "maxItems": most}
    if unique:
        schema["uniqueItems"] = True
    return Kind(schema, encode, decode)


def groups(kind: Kind, width: int, most: int) -> Kind:
    """Return a kind that is a flat tuple inside, with `width` numbers per group, and a list of groups in JSON."""

    def encode(value: Sequence[int]) -> list[JsonValue]:
        return [kind.encode(value[start : start + width]) for start in range(0, len(value), width)]

    def decode(value: JsonValue) -> tuple[int, ...]:
        if not isinstance(value, list) or len(value) > most:
            raise ValueError(f"not a list of at most {most}")
        flat: list[int] = []
        for item in value:
            flat.extend(kind.decode(item))
        return tuple(flat)

    return Kind({"type": "array", "items": kind.schema, "maxItems": most}, encode, decode)


def nullable(kind: Kind) -> Kind:
    """Return a kind that is -1 inside for null in JSON."""

    def encode(value: int) -> JsonValue:
        return None if value < 0 else kind.encode(value)

    def decode(value: JsonValue) -> JsonValue:
        return -1 if value is None else kind.decode(value)

    return Kind({"anyOf": [kind.schema, {"type": "null"}]}, encode, decode)


def seat_mask(most: int) -> Kind:
    """Return a kind that is a bit mask of seats inside, a list of seat numbers in JSON."""

    def encode(value: int) -> list[int]:
        return [seat for seat in range(most) if value >> seat & 1]

    def decode(value: JsonValue) -> int:
        if not isinstance(value, list):
            raise ValueError("not a list")
        mask = 0
        for item in value:
            seat = _read_int(item)
            if not 0 <= seat < most:
                raise ValueError(f"a seat is not between 0 and {most - 1}")
            if mask >> seat & 1:
                raise ValueError("a seat stands twice")
            mask |= 1 << seat
        return mask

    member = {"type": "integer", "minimum": 0, "maximum": most - 1}
    return Kind({"type": "array", "items": member, "maxItems": most, "uniqueItems": True}, encode, decode)


def word_mask(names: Mapping[int, str]) -> Kind:
    """Return a kind that is a bit mask inside, the list of the names of its bits in JSON."""
    numbers = {name: number for number, name in names.items()}

    def encode(value: int) -> list[str]:
        return [name for number, name in names.items() if value >> number & 1]

    def decode(value: JsonValue) -> int:
        return sum({1 << numbers[name] for name in value})

    member = {"type": "string", "enum": list(numbers)}
    return Kind({"type": "array", "items": member, "maxItems": len(numbers), "uniqueItems": True}, encode, decode)


def json_value(schema: JsonObject) -> Kind:
    """Return a kind for any JSON value that only the log writes, described by `schema`."""
    return Kind(schema, _same, _same)


class Named(Kind):
    """Represents JSON whose schema the contract defines under a name."""

    def __init__(self, name: str) -> None:
        super().__init__({"type": "object"}, _same, _same)
        self.name = name


CONFIG: Final = Named("GameConfig")
"""Holds what a game is played with: seats, map, modules, options."""
OPTIONS: Final = Named("GameOptions")
"""Holds the options of a game."""
