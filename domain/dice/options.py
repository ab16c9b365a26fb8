"""Defines the options of the dice game: named alternative readings, each with its JSON Schema and default."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from domain.core.errors import InvalidConfiguration
from domain.core.options import stored_values, values_of
from domain.core.ruleset import Config
from domain.dice.terms import MOST_SEATS

MAP: Final = "island"

SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "joker_dice": {"type": "string", "enum": ["any", "one"], "default": "any"},
        "joker_same_turn": {"type": "boolean", "default": False},
        "starting_seat": {"type": ["integer", "null"], "minimum": 0, "maximum": MOST_SEATS - 1, "default": None},
    },
}

BEFORE: Final[dict[str, Any]] = {}
"""Says how games were played before an option existed, if that is not its default."""


def configure(seats: int, map_name: str | None, modules: Sequence[str], options: dict[str, Any]) -> Config:
    """Return the complete configuration; raises InvalidConfiguration naming the field."""
    if not 1 <= seats <= MOST_SEATS:
        raise InvalidConfiguration("seats", "seats", "dice.players.count", seats=seats)
    if map_name not in (None, MAP):
        raise InvalidConfiguration("map", "unknown_map", map=map_name, allowed=[MAP])
    if modules:
        raise InvalidConfiguration("modules", "unknown_module", module=modules[0])
    values = values_of(SCHEMA, options)
    first = values["starting_seat"]
    if first is not None and first >= seats:
        raise InvalidConfiguration("options.starting_seat", "no_such_seat", seat=first)
    return Config(seats, MAP, (), values)


def completed(config: Config) -> Config:
    """Return the configuration of a stored game with every option of today."""
    return replace(config, options=stored_values(SCHEMA, BEFORE, config.options))
