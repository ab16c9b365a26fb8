"""What the module of helpers adds to the state of a game of Catan."""

from marshmallow import fields

from domain.catan.modules.helpers.terms import EFFECTS, LOOKED_AT, SIDES
from domain.catan.terms import RESOURCES
from service.schemas.fields import always, choice, choices, flag, sometimes, whole
from service.schemas.shapes import Answer
from service.schemas.states.catan_terms import DevelopmentCardCountsSchema
from service.schemas.states.shared import MOST_TURNS, how_many, one_seat


class HeldHelperSchema(Answer):
    """The helper of a seat."""

    seat = one_seat("The number of the seat, from 0.")
    helper = choice(EFFECTS, **always("Its helper, named by what it does."))
    side = choice(SIDES, **always("Which side of the card is up: A until its first use, then B."))
    taken_in_turn = whole(0, MOST_TURNS, **always("The turn in which it took the helper; 0 in the founding."))
    ready = flag(**always("Whether the helper may be used in this turn."))


class TwoToOneSchema(Answer):
    """A rate that a helper gives in this turn."""

    seat = one_seat("The seat that has it.")
    resource = choice(RESOURCES, **always("The kind of card of which it gives two for one of any other."))


class LookingSchema(Answer):
    """Cards of the deck that a seat looks at, to keep one of them."""

    seat = one_seat("The seat that looks.")
    count = how_many(LOOKED_AT, "How many cards it looks at.")
    cards = fields.Nested(
        DevelopmentCardCountsSchema(), **sometimes("The cards, by kind; only for the seat that looks.")
    )


class HelpersStateSchema(Answer):
    """Helper cards; present where the game is played with the module `helpers`."""

    seats = fields.List(
        fields.Nested(HeldHelperSchema()),
        **always("The helpers of the seats that have one."),
    )
    display = choices(EFFECTS, **always("The helpers that can be taken in exchange; empty until every seat has one."))
    two_to_one = fields.Nested(
        TwoToOneSchema(), allow_none=True, **always("A rate that a helper gives in this turn; null where none does.")
    )
    looking = fields.Nested(
        LookingSchema(), allow_none=True, **always("Who looks at cards of the deck; null where nobody does.")
    )
