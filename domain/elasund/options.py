"""Defines the options of a game of Elasund: the edition, the eight switches on which editions differ, the colors."""

from typing import Final

from domain.core.documents import JsonObject
from domain.core.options import Offer, colors_of
from domain.elasund.board import COLUMNS
from domain.elasund.terms import MOST_SEATS, PLAYER_COLORS

MAP: Final = "city"
EDITIONS: Final = ("english", "german")

# Every switch with the reading of the English rules and that of the German ones.
SWITCHES: Final = {
    "win_timing": ("end_of_turn", "immediate"),
    "pirate_reward": ("random", "choose"),
    "permit_overflow": ("adjacent_rows", "nearest_free_row"),
    "permit_phase_pass": ("allowed", "forbidden"),
    "hut_replace": ("may", "must"),
    "hut_on_own_permits": ("allowed", "forbidden"),
    "shortage_income": ("forfeited", "paid_after_halving"),
    "shortage_lasts": ("turn", "roll"),
}

SCHEMA: Final[JsonObject] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "edition": {"type": "string", "enum": list(EDITIONS), "default": "english"},
        **{
            name: {"type": ["string", "null"], "enum": [*readings, None], "default": None}
            for name, readings in SWITCHES.items()
        },
        "colors": {
            "type": ["array", "null"],
            "items": {"type": ["string", "null"], "enum": [*PLAYER_COLORS, None]},
            "maxItems": MOST_SEATS,
            "default": None,
        },
    },
}

BEFORE: Final[JsonObject] = {"hut_on_own_permits": "forbidden", "shortage_lasts": "roll"}
"""Has the value that an option has in games older than the option, if that is not its default."""


def _settle(seats: int, values: JsonObject) -> JsonObject:
    """Return the options; those not given follow the edition, and every seat without a color gets one.

    Raises InvalidConfiguration for colors that the game lacks or that two seats want.
    """
    edition = EDITIONS.index(values["edition"])
    readings = {name: values[name] or readings[edition] for name, readings in SWITCHES.items()}
    return values | readings | {"colors": colors_of(seats, values["colors"], PLAYER_COLORS, "elasund.setup.colours")}


OFFER: Final = Offer(MAP, tuple(COLUMNS), "elasund.component.player_count", SCHEMA, BEFORE, _settle)
