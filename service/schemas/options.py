"""Describes the options of a game: one schema for those of all rulesets."""

from collections.abc import Iterable
from typing import Any, Final

from apispec import APISpec

from domain.core.kinds import CONFIG, OPTIONS
from domain.core.ruleset import Ruleset

Schema = dict[str, Any]
UNKNOWN: Final = "An option that the ruleset itself describes."
TEXTS: Final = {
    "victory_points": "The points needed to win in Catan; null means as many as map, seats and modules require.",
    "hand_limit": "A seat with more resource cards than this discards half of them on a seven.",
    "combined_trade_build": "True if trading and building can be mixed in any order after the roll.",
    "steal_compulsory": "True if a player who moves the robber must steal a card where that is possible.",
    "robber_token_only": "True if the robber cannot return to the desert.",
    "friendly_robber": "True if the robber spares hexes with a building of a player who has 2 points or fewer.",
    "victory_point_card_waits": "True if a victory point card counts only from the turn after it was bought.",
    "harbor_markers": "True to shuffle the kinds of harbors; only on the map `variable`.",
    "random_tokens": "True to shuffle the number tokens, with no 6 or 8 next to another; only on the map `variable`.",
    "token_corner": "The corner of the island, from 0 to 5, where the number tokens begin; null means a random one.",
    "starting_seat": "The number of the seat that begins; null means a random one.",
    "colors": "A color for each seat; null, as the list or in it, means one that is free.",
    "favors_before_roll": "True if gifts and favors of guilds are allowed before the roll too.",
    "canal_settled_ends": "True if a canal link needs the seat's own settlements or cities at both ends.",
    "canal_founding_closes": "True if canal towns that founding roads link never bring a canal token.",
    "joker_dice": "How many dice a joker of the dice game turns: any number or one.",
    "joker_same_turn": "True if a joker can be used in the turn in which its knight was built.",
    "edition": "The edition of the Elasund rules, which decides all options that are null.",
    "win_timing": (
        "When a seat with all its cubes on the board wins: at the end of its turn or at once; null means as in "
        "the edition."
    ),
    "pirate_reward": (
        "How a reward from the pirate's cards is taken: drawn at random or chosen; null means as in the edition."
    ),
    "permit_overflow": (
        "Where a permit goes if its row is full: to an adjacent row or the nearest free one; null means as in "
        "the edition."
    ),
    "permit_phase_pass": "Whether a seat may take neither a permit nor gold; null means as in the edition.",
    "hut_replace": "Whether the owner of a displaced hut may or must place it again; null means as in the edition.",
    "hut_on_own_permits": (
        "Whether a displaced hut can be placed on a permit of its owner; null means as in the edition."
    ),
    "shortage_income": (
        "Whether income that the supply cannot pay is lost, or paid after all have given up half; null means as "
        "in the edition."
    ),
}
"""Explains the options of this project's rulesets; rulesets that share a name share its meaning."""
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
    return {name: {**option, "description": TEXTS.get(name, UNKNOWN)} for name, option in known.items()}


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
