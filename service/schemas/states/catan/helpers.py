"""Describes what the module of helpers adds to the state of a game of Catan."""

from typing import Final

from domain.catan.modules.helpers.terms import EFFECTS, LOOKED_AT, SIDES
from domain.catan.terms import RESOURCES
from service.schemas.fields import choice, choices, flag, nested, objects, sometimes, whole
from service.schemas.messages import SEATS
from service.schemas.shapes import Answer
from service.schemas.states.catan.base import DevelopmentCardCountsSchema
from service.schemas.states.shared import MOST_TURNS


class HeldHelperSchema(Answer):
    """The helper of a seat."""

    seat = whole(*SEATS, "The number of the seat, counted from 0.")
    helper = choice(EFFECTS, "The helper that the seat holds, named after its effect.")
    side = choice(SIDES, "Which side of the card is up: `A` until its first use, then `B`.")
    taken_in_turn = whole(0, MOST_TURNS, "The turn in which the seat took the helper; 0 during the founding.")
    ready = flag("True if the helper can be used in this turn.")


class TwoToOneSchema(Answer):
    """A rate that a helper gives in this turn."""

    seat = whole(*SEATS, "The number of the seat that has this rate.")
    resource = choice(RESOURCES, "The kind of card that the seat trades two for one with the bank.")


class LookingSchema(Answer):
    """Cards of the deck that a seat looks at, to keep one of them."""

    seat = whole(*SEATS, "The number of the seat that looks at the cards.")
    count = whole(0, LOOKED_AT, "How many cards the seat looks at.")
    cards = nested(
        DevelopmentCardCountsSchema, sometimes("How many cards of each kind. Present for the seat that looks at them.")
    )


class HelpersStateSchema(Answer):
    """Helper cards; present with the module `helpers`."""

    seats = objects(HeldHelperSchema, "The seats that hold a helper, with that helper.")
    display = choices(EFFECTS, "The helpers that can be taken in exchange; empty until each seat has one.")
    two_to_one = nested(
        TwoToOneSchema, "The trade rate that a helper gives in this turn; null if none does.", allow_none=True
    )
    looking = nested(LookingSchema, "The seat that is choosing a card from the deck; null if none is.", allow_none=True)


STATE: Final = nested(HelpersStateSchema, sometimes("Helper cards in use. Present with the module `helpers`."))
