"""Describes the options of a game: one schema for those of all rulesets."""

from collections.abc import Iterable
from typing import Any, Final

from apispec import APISpec

from domain.core.kinds import CONFIG, OPTIONS
from domain.core.ruleset import Ruleset
from service.texts.lookup import about_option

Schema = dict[str, Any]
UNKNOWN: Final = "An option that the ruleset itself describes."
_REFERENCE: Final = {"$ref": f"#/components/schemas/{OPTIONS.name}"}


def describe_options(spec: APISpec, rulesets: Iterable[Ruleset]) -> None:
    """Add `GameOptions`, every option of any ruleset, and `GameConfig`, a complete configuration."""
    properties: dict[str, Schema] = {}
    for ruleset in rulesets:
        for name, option in _options(ruleset).items():
            properties[name] = _either(properties[name], option) if name in properties else option
    about = "The options of a game. `options` of its ruleset describes which ones exist and their defaults."
    spec.components.schema(OPTIONS.name, {"type": "object", "description": about, "properties": properties})
    spec.components.schema(CONFIG.name, _CONFIG)


_CONFIG: Final[Schema] = {
    "type": "object",
    "description": "The seats, map, modules and options of a game.",
    "properties": {
        "seats": {"type": "integer", "minimum": 1, "description": "The number of seats in the game."},
        "map": {"type": "string", "description": "The id of the map on which the game is played."},
        "modules": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The ids of the modules that the game is played with.",
        },
        "options": {"description": "All options of the game, including those set by default.", **_REFERENCE},
    },
    "required": ["seats", "map", "modules", "options"],
}


def _options(ruleset: Ruleset) -> dict[str, Schema]:
    """Return the options of a ruleset, with their texts if the ruleset is of this project."""
    known: dict[str, Schema] = ruleset.describe()["options"]["properties"]
    return {
        name: {**option, "description": about_option(ruleset.name, name) or UNKNOWN} for name, option in known.items()
    }


def _either(one: Schema, other: Schema) -> Schema:
    """Return a schema that accepts what either accepts, without a default unless they share it."""
    merged = {name: _member(name, one[name], other.get(name, one[name])) for name in one}
    return {name: value for name, value in merged.items() if name != "default" or value == other.get("default")}


def _member(name: str, one: Any, other: Any) -> Any:
    if name == "enum":
        return [word for word in dict.fromkeys([*one, *other]) if word is not None] + [None] * (None in one)
    if name == "items":
        return _either(one, other)
    if name in ("maximum", "maxItems"):
        return max(one, other)
    return min(one, other) if name == "minimum" else one
