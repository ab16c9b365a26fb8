"""The options of a game in the contract: one schema of those of all rulesets."""

from collections.abc import Iterable
from typing import Any, Final

from apispec import APISpec

from domain.core.kinds import CONFIG, OPTIONS
from domain.core.ruleset import Ruleset
from service.vocabulary import vocabulary

Schema = dict[str, Any]
_REFERENCE: Final = {"$ref": f"#/components/schemas/{OPTIONS.name}"}


def describe_options(spec: APISpec, rulesets: Iterable[Ruleset]) -> None:
    """Add `GameOptions`, every option of any ruleset, and `GameConfig`, what a game is played with."""
    properties: dict[str, Schema] = {}
    for ruleset in rulesets:
        for name, option in _options(ruleset).items():
            properties[name] = _either(properties[name], option) if name in properties else option
    about = "The options of a game. Which of them a ruleset has, and by default how, its `options` tell."
    spec.components.schema(OPTIONS.name, {"type": "object", "description": about, "properties": properties})
    spec.components.schema(CONFIG.name, _CONFIG)


_CONFIG: Final[Schema] = {
    "type": "object",
    "description": "What a game is played with.",
    "properties": {
        "seats": {"type": "integer", "minimum": 1, "description": "How many seats there are."},
        "map": {"type": "string", "description": "The id of the map."},
        "modules": {"type": "array", "items": {"type": "string"}, "description": "The modules it is played with."},
        "options": {"description": "The options that were asked for, and those that were filled in.", **_REFERENCE},
    },
    "required": ["seats", "map", "modules", "options"],
}


def _options(ruleset: Ruleset) -> dict[str, Schema]:
    """The options of a ruleset with what they are called."""
    words = vocabulary(ruleset.name)["options"]
    known: dict[str, Schema] = ruleset.describe()["options"]["properties"]
    return {name: {**option, "description": _told(words, name)} for name, option in known.items()}


def _told(words: dict[str, dict[str, str]], name: str) -> str:
    return words[name]["en"] if name in words else f"The option `{name}`"


def _either(one: Schema, other: Schema) -> Schema:
    """A schema that takes what either takes; a default that they do not share is left out."""
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
