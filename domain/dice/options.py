"""Defines the options of the dice game: named alternative readings, each with its JSON Schema and default."""

from typing import Final

from domain.core.documents import JsonObject
from domain.core.errors import InvalidConfiguration
from domain.core.options import Offer
from domain.dice.terms import MOST_SEATS

MAP: Final = "island"

SCHEMA: Final[JsonObject] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "joker_dice": {"type": "string", "enum": ["any", "one"], "default": "any"},
        "joker_same_turn": {"type": "boolean", "default": False},
        "starting_seat": {"type": ["integer", "null"], "minimum": 0, "maximum": MOST_SEATS - 1, "default": None},
    },
}


def _check(seats: int, values: JsonObject) -> JsonObject:
    """Return the options; raises InvalidConfiguration if the game lacks the seat that is to begin."""
    first = values["starting_seat"]
    if first is not None and first >= seats:
        raise InvalidConfiguration("options.starting_seat", "no_such_seat", minimum=0, maximum=seats - 1)
    return values


OFFER: Final = Offer(MAP, range(1, MOST_SEATS + 1), "dice.players.count", SCHEMA, settle=_check)
