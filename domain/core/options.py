"""Says how a game can be played: for how many seats, on which board, and with which options.

Options are read by their JSON Schema: booleans, whole numbers in a range, words of a closed list.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from domain.core.config import Config
from domain.core.documents import Document, JsonObject, JsonValue
from domain.core.errors import InvalidConfiguration


def values_of(schema: JsonObject, options: JsonObject) -> JsonObject:
    """Return every option of the schema with its value or default; raises InvalidConfiguration naming the option.

    Null is valid if it is the default. Options of other types (lists) are left to the game to validate.
    """
    known = schema["properties"]
    values = {key: _value(key, known[key], options.get(key, known[key]["default"])) for key in known}
    for key in options:
        if key not in known:
            raise InvalidConfiguration(f"options.{key}", "unknown_option", option=key, allowed=list(known))
    return values


def complete_values(schema: JsonObject, before: Document, options: JsonObject) -> JsonObject:
    """Return every option of the schema for a game that was stored with `options`, without validation.

    An option that the game lacks has its value in `before`, or else its default.
    """
    return {key: option["default"] for key, option in schema["properties"].items()} | dict(before) | options


def _value(key: str, schema: JsonObject, value: JsonValue) -> JsonValue:
    """Return the value of an option as its schema has it; 3.0 is the whole number 3."""
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if value is None and schema["default"] is None:
        return value
    if "enum" in schema:
        if not isinstance(value, str) or value not in schema["enum"]:
            allowed = [name for name in schema["enum"] if name]
            raise InvalidConfiguration(f"options.{key}", "choice", allowed=allowed)
    elif "boolean" in types:
        if not isinstance(value, bool):
            raise InvalidConfiguration(f"options.{key}", "not_a_boolean", value=value)
    elif "integer" in types:
        least, most = schema["minimum"], schema["maximum"]
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise InvalidConfiguration(f"options.{key}", "not_in_range", minimum=least, maximum=most, value=value)
    return value


Settle = Callable[[int, JsonObject], JsonObject]
"""Completes the options for a number of seats; raises InvalidConfiguration for options that do not go together."""

NO_OPTIONS: Final[JsonObject] = {"type": "object", "additionalProperties": False, "properties": {}}


@dataclass(frozen=True, slots=True)
class Offer:
    """Describes how a game can be played: the board, the numbers of seats, the options.

    `rule` refuses other numbers of seats. `schema` is the JSON Schema of the options with their defaults, `before` has
    the value that an option has in games older than the option, if that is not its default.
    """

    board: str
    seats: Sequence[int]
    rule: str
    schema: JsonObject = field(default_factory=lambda: NO_OPTIONS)
    before: Document = field(default_factory=dict)
    settle: Settle = lambda seats, options: options

    def describe(self, frames: Iterable[str]) -> JsonObject:
        """Return seats, the one map, no modules, options and the names of frames."""
        return {
            "seats": {"minimum": min(self.seats), "maximum": max(self.seats)},
            "maps": [{"id": self.board, "default": True, "seats": list(self.seats)}],
            "modules": [],
            "options": self.schema,
            "frames": list(frames),
        }

    def configure(self, seats: int, map_name: str | None, modules: Sequence[str], options: JsonObject) -> Config:
        """Return the complete configuration; raises InvalidConfiguration, which names the field."""
        if seats not in self.seats:
            raise InvalidConfiguration("seats", "seats", self.rule, minimum=min(self.seats), maximum=max(self.seats))
        if map_name not in (None, self.board):
            raise InvalidConfiguration("map", "unknown_map", map=map_name, allowed=[self.board])
        if modules:
            raise InvalidConfiguration("modules", "unknown_module", module=modules[0])
        return Config(seats, self.board, (), self.settle(seats, values_of(self.schema, options)))

    def completed(self, config: Config) -> Config:
        """Return the configuration of a stored game with every option of today, without validation."""
        stored = complete_values(self.schema, self.before, config.options)
        return replace(config, options=self.settle(config.seats, stored))


def colors_of(
    seats: int, wishes: JsonValue, allowed: Sequence[str], rule: str, check: Callable[[JsonValue], None] | None = None
) -> list[str]:
    """Return a color for every seat: the one that it wished for or, if that is null, the next free one in order.

    Raises InvalidConfiguration under `rule`; `check` may refuse a wish for other reasons.
    """
    asked = [None] * seats if wishes is None else wishes
    if not isinstance(asked, list) or len(asked) != seats:
        raise InvalidConfiguration("options.colors", "one_color_a_seat", seats=seats)
    wanted = [wish for wish in asked if wish is not None]
    for wish in wanted:
        if check is not None:
            check(wish)
        if wish not in allowed:
            raise InvalidConfiguration("options.colors", "unknown_color", rule)
        if wanted.count(wish) > 1:
            raise InvalidConfiguration("options.colors", "color_taken", rule, color=wish)
    rest = iter([color for color in allowed if color not in wanted])
    return [wish if wish is not None else next(rest) for wish in asked]
