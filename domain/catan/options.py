"""Defines the options of a game of Catan: where the rulebook can be read in two ways, or houses play differently."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Protocol

from domain.catan import maps
from domain.catan.terms import COLORS
from domain.core.config import Config
from domain.core.documents import JsonObject, JsonValue
from domain.core.errors import InvalidConfiguration
from domain.core.options import colors_of, complete_values, values_of

FLAG: Final = {"type": "boolean", "default": False}
_BASE_COLORS: Final = COLORS[:4]
_BEGINNER_THREE: Final = ("white", "blue", "orange")

OPTIONS: Final[dict[str, JsonObject]] = {
    "victory_points": {"type": ["integer", "null"], "minimum": 3, "maximum": 20, "default": None},
    "hand_limit": {"type": "integer", "minimum": 5, "maximum": 20, "default": 7},
    "combined_trade_build": FLAG,
    "steal_compulsory": FLAG,
    "robber_token_only": FLAG,
    "friendly_robber": FLAG,
    "victory_point_card_waits": FLAG,
    "harbor_markers": FLAG,
    "random_tokens": FLAG,
    "token_corner": {"type": ["integer", "null"], "minimum": 0, "maximum": 5, "default": None},
    "starting_seat": {"type": ["integer", "null"], "minimum": 0, "maximum": 5, "default": None},
    "colors": {
        "type": ["array", "null"],
        "items": {"type": ["string", "null"], "enum": [*COLORS, None]},
        "maxItems": 6,
        "default": None,
    },
}
VARIABLE_ONLY: Final = ("harbor_markers", "random_tokens", "token_corner")


class Configurable(Protocol):
    """Represents rules with options: those of the base game with some modules."""

    options: dict[str, JsonObject]
    """JSON Schemas of the options, by name."""
    before: JsonObject
    """How games were played before an option existed, where that is not its default."""
    targets: tuple[Callable[[Config], int], ...]
    """Functions that say how many victory points a module adds to the target."""


def schema_of(rules: Configurable) -> JsonObject:
    """Return the JSON Schema of the options of the base game and of some modules."""
    return {"type": "object", "additionalProperties": False, "properties": dict(rules.options)}


def complete(seats: int, map_name: str, asked: JsonObject, known: Configurable) -> JsonObject:
    """Return the value of every known option for a new game; raises InvalidConfiguration naming the field."""
    values = values_of(schema_of(known), asked)
    refused = () if map_name == maps.DEFAULT else VARIABLE_ONLY
    for key in refused:
        if values[key] not in (False, None):
            raise InvalidConfiguration(f"options.{key}", "variable_only", "catan.setup.beginner.terrain_tokens")
    if values["starting_seat"] is not None and values["starting_seat"] >= seats:
        raise InvalidConfiguration("options.starting_seat", "no_such_seat", minimum=0, maximum=seats - 1)
    values["colors"] = _colors(map_name, seats, values["colors"])
    return values


def completed(config: Config, rules: Configurable, known: Configurable | None = None) -> Config:
    """Return the configuration of a stored game with a value for every `known` option (by default, of its `rules`)."""
    known = known or rules
    values = complete_values(schema_of(known), known.before, config.options)
    if values["colors"] is None:
        values["colors"] = _colors(config.map, config.seats, None)
    return with_target(replace(config, options=values), rules)


def with_target(config: Config, rules: Configurable) -> Config:
    """Return the configuration with its victory target: the one chosen, or the map's and what the modules add."""
    if config.options["victory_points"] is not None:
        return config
    target = maps.target_of(config.map, config.seats) + sum(more(config) for more in rules.targets)
    return replace(config, options={**config.options, "victory_points": target})


def _colors(name: str, seats: int, asked: JsonValue) -> list[str]:
    """Return a color for every seat: the requested one, else the next free one."""
    allowed: Sequence[str] = COLORS if seats > len(_BASE_COLORS) else _BASE_COLORS
    if name == "beginner" and seats == len(_BEGINNER_THREE):
        allowed = _BEGINNER_THREE
    return colors_of(seats, asked, allowed, "catan.players.colors", partial(_check_left_out, allowed))


def _check_left_out(allowed: Sequence[str], wish: JsonValue) -> None:
    if wish in COLORS and wish not in allowed and len(allowed) == len(_BEGINNER_THREE):
        raise InvalidConfiguration("options.colors", "color_left_out", "catan.setup.beginner.three_players")
