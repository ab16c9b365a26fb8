"""The options of a game of Catan: named alternative readings, each with its JSON Schema and default."""

from collections.abc import Sequence
from typing import Any, Final

from domain.catan import maps
from domain.catan.terms import COLORS
from domain.core.errors import InvalidConfiguration
from domain.core.ruleset import Config

_FLAG: Final = {"type": "boolean", "default": False}
_BASE_COLORS: Final = COLORS[:4]
_BEGINNER_THREE: Final = ("white", "blue", "orange")

SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "victory_points": {"type": "integer", "minimum": 3, "maximum": 20, "default": 10},
        "hand_limit": {"type": "integer", "minimum": 5, "maximum": 20, "default": 7},
        "combined_trade_build": _FLAG,
        "steal_compulsory": _FLAG,
        "robber_token_only": _FLAG,
        "victory_point_card_waits": _FLAG,
        "harbor_markers": _FLAG,
        "random_tokens": _FLAG,
        "token_corner": {"type": ["integer", "null"], "minimum": 0, "maximum": 5, "default": None},
        "starting_seat": {"type": ["integer", "null"], "minimum": 0, "maximum": 5, "default": None},
        "colors": {
            "type": ["array", "null"],
            "items": {"type": ["string", "null"], "enum": [*_BASE_COLORS, None]},
            "maxItems": 4,
            "default": None,
        },
    },
}
VARIABLE_ONLY: Final = ("harbor_markers", "random_tokens", "token_corner")


def configure(seats: int, map_name: str | None, modules: Sequence[str], options: dict[str, Any]) -> Config:
    """The complete configuration; raises InvalidConfiguration naming the field."""
    if seats not in (3, 4):
        raise InvalidConfiguration("seats", "seats", "catan.players.base_count", seats=seats)
    name = map_name or maps.DEFAULT
    if name not in maps.NAMES:
        raise InvalidConfiguration("map", "unknown_map", map=name)
    if modules:
        raise InvalidConfiguration("modules", "unknown_module", module=modules[0])
    values = {key: _value(key, options.get(key, schema["default"])) for key, schema in SCHEMA["properties"].items()}
    _refuse_unknown(options)
    _refuse_for_beginners(name, values)
    if values["starting_seat"] is not None and values["starting_seat"] >= seats:
        raise InvalidConfiguration("options.starting_seat", "no_such_seat", seat=values["starting_seat"])
    values["colors"] = _colors(name, seats, values["colors"])
    return Config(seats, name, (), values)


def _refuse_unknown(options: dict[str, Any]) -> None:
    for key in options:
        if key not in SCHEMA["properties"]:
            raise InvalidConfiguration(f"options.{key}", "unknown_option", option=key)


def _refuse_for_beginners(name: str, values: dict[str, Any]) -> None:
    if name != "beginner":
        return
    for key in VARIABLE_ONLY:
        if values[key] not in (False, None):
            raise InvalidConfiguration(f"options.{key}", "variable_only", "catan.setup.beginner.terrain_tokens")


def _value(key: str, value: Any) -> Any:
    """A JSON value of the type and range that the option's schema names."""
    schema = SCHEMA["properties"][key]
    if key == "colors" or (value is None and schema["default"] is None):
        return value
    if schema["type"] == "boolean":
        if not isinstance(value, bool):
            raise InvalidConfiguration(f"options.{key}", "not_a_boolean")
        return value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not schema["minimum"] <= value <= schema["maximum"]:
        raise InvalidConfiguration(
            f"options.{key}", "not_in_range", minimum=schema["minimum"], maximum=schema["maximum"]
        )
    return value


def _colors(name: str, seats: int, asked: Any) -> list[str]:
    """A color for every seat: those asked for, the rest in order."""
    allowed = _BEGINNER_THREE if name == "beginner" and seats == 3 else _BASE_COLORS
    wishes = [None] * seats if asked is None else asked
    if not isinstance(wishes, list) or len(wishes) != seats:
        raise InvalidConfiguration("options.colors", "one_color_a_seat", seats=seats)
    wanted = [wish for wish in wishes if wish is not None]
    for wish in wanted:
        _check_color(wish, allowed, wanted)
    rest = iter([color for color in allowed if color not in wanted])
    return [wish if wish is not None else next(rest) for wish in wishes]


def _check_color(wish: Any, allowed: Sequence[str], wanted: list[Any]) -> None:
    if wish in COLORS and wish not in allowed and len(allowed) == len(_BEGINNER_THREE):
        raise InvalidConfiguration("options.colors", "color_left_out", "catan.setup.beginner.three_players")
    if wish not in allowed:
        raise InvalidConfiguration("options.colors", "unknown_color", "catan.players.colors")
    if wanted.count(wish) > 1:
        raise InvalidConfiguration("options.colors", "color_taken", "catan.players.colors", color=wish)
