"""What the helper cards add to the description of a game."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from domain.catan.modules.helpers.building import CARD_PRICES, ROAD_PRICES
from domain.catan.modules.helpers.terms import EFFECTS, SIDES
from domain.catan.terms import CARDS, RESOURCES
from workers.lab.environments.families.catan.added import Added
from workers.lab.environments.family import ByMember, Counts, Number, OneOf, Part, Record, Sizes, SomeOf

MOST_ASKED: Final = 2


def state(sizes: Sizes) -> Part:
    """Return the columns of the cards that are held, lie open, or are in use."""
    seat = OneOf(sizes.seats)
    held = Record({"helper": OneOf(EFFECTS), "side": OneOf(SIDES), "taken_in_turn": Number(), "ready": Number()})
    return Record(
        {
            "seats": ByMember("seat", sizes.seats, held),
            "display": SomeOf(EFFECTS),
            "two_to_one": Record({"seat": seat, "resource": OneOf(RESOURCES)}),
            "looking": Record({"seat": seat, "count": Number(), "cards": Counts(CARDS)}),
        }
    )


def values(sizes: Sizes) -> Mapping[str, Sequence[Any]]:
    """Return the prices of two helpers, and the choices of one or two seats for another."""
    asked = [seats for size in range(1, MOST_ASKED + 1) for seats in combinations(sizes.seats, size)]
    return {
        "UseRoadHelp.cards": ROAD_PRICES,
        "UseCardChoice.cards": CARD_PRICES,
        "UseForcedTrade.seats": [sum(1 << seat for seat in seats) for seats in asked],
    }


ADDED: Final = Added(state, values, ("looking.cards",))
