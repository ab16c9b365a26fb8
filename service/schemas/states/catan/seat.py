"""Describes what a seat has in a game of Catan."""

from marshmallow import fields

from domain.catan.terms import COLORS
from service.schemas.fields import always, choice, sometimes, whole
from service.schemas.shapes import Answer
from service.schemas.states.catan.terms import HIGHEST, MOST_CARDS, DevelopmentCardCountsSchema, ResourceCountsSchema
from service.schemas.states.shared import POINTS, how_many, ids, one_seat

OWN = "Present on the caller's own seat until the rules end the game."
OPEN = "Present on the caller's own seat, and on all seats once the rules have ended the game."


class CatanSupplySchema(Answer):
    """The pieces that a seat has left to build."""

    roads = how_many(15, "How many roads the seat can still build.")
    settlements = how_many(5, "How many settlements the seat can still build.")
    cities = how_many(4, "How many cities the seat can still build.")


class CatanSeatSchema(Answer):
    """What a seat has: everything visible to all, and its cards if the caller may see them."""

    seat = one_seat("The number of the seat, counted from 0.")
    color = choice(COLORS, **always("The color of the seat's pieces."))
    points = whole(
        *POINTS,
        **always(
            "The visible victory points. Hidden victory point cards count too once the rules have ended the game."
        ),
    )
    resource_count = how_many(MOST_CARDS, "How many resource cards the seat holds.")
    development_card_count = how_many(MOST_CARDS, "How many unplayed development cards the seat holds.")
    knights = how_many(MOST_CARDS, "How many knights the seat has played.")
    route_length = how_many(HIGHEST, "The number of roads in the seat's longest route.")
    roads = ids(HIGHEST, "The ids of the edges on which the seat has roads.")
    settlements = ids(HIGHEST, "The ids of the nodes on which the seat has settlements.")
    cities = ids(HIGHEST, "The ids of the nodes on which the seat has cities.")
    supply = fields.Nested(CatanSupplySchema(), **always("The pieces that the seat has left to build."))
    discarded = how_many(MOST_CARDS, "How many cards the seat has set aside after a seven; 0 once all have discarded.")
    at_least = fields.Nested(
        ResourceCountsSchema(),
        **always("How many cards of each kind the seat holds for certain, as far as the caller knows."),
    )
    at_most = fields.Nested(
        ResourceCountsSchema(),
        **always("How many cards of each kind the seat may hold at most, as far as the caller knows."),
    )
    resources = fields.Nested(ResourceCountsSchema(), **sometimes(f"The resource cards that the seat holds. {OPEN}"))
    development_cards = fields.Nested(
        DevelopmentCardCountsSchema(), **sometimes(f"The unplayed development cards that the seat holds. {OPEN}")
    )
    bought_this_turn = fields.Nested(
        DevelopmentCardCountsSchema(), **sometimes(f"The development cards that were bought in this turn. {OWN}")
    )
    discarding = fields.Nested(
        ResourceCountsSchema(), **sometimes(f"The cards that the seat has set aside after a seven. {OWN}")
    )
    own_points = whole(*POINTS, **sometimes(f"The victory points including hidden victory point cards. {OWN}"))
