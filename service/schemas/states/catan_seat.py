"""What a seat has in a game of Catan."""

from marshmallow import fields

from domain.catan.terms import COLORS
from service.schemas.fields import always, choice, sometimes, whole
from service.schemas.shapes import Answer
from service.schemas.states.catan_terms import HIGHEST, MOST_CARDS, DevelopmentCardCountsSchema, ResourceCountsSchema
from service.schemas.states.shared import POINTS, how_many, ids, one_seat

OWN = "Only on the caller's own seat while the game runs."
OPEN = "On the caller's own seat, and on every seat once the game is over."


class CatanSupplySchema(Answer):
    """The pieces that a seat has left to build."""

    roads = how_many(15, "How many roads.")
    settlements = how_many(5, "How many settlements.")
    cities = how_many(4, "How many cities.")


class CatanSeatSchema(Answer):
    """What a seat has: what lies open for all, and the cards where the caller may see them."""

    seat = one_seat("The number of the seat, from 0.")
    color = choice(COLORS, **always("The color of its pieces."))
    points = whole(*POINTS, **always("Its victory points as they lie open, without hidden victory point cards."))
    resource_count = how_many(MOST_CARDS, "How many resource cards it holds.")
    development_card_count = how_many(MOST_CARDS, "How many development cards it holds and has not played.")
    knights = how_many(MOST_CARDS, "How many knights it has played.")
    route_length = how_many(HIGHEST, "How many roads its longest route has.")
    roads = ids(HIGHEST, "The ids of the edges with its roads.")
    settlements = ids(HIGHEST, "The ids of the nodes with its settlements.")
    cities = ids(HIGHEST, "The ids of the nodes with its cities.")
    supply = fields.Nested(CatanSupplySchema(), **always("The pieces that it has left to build."))
    discarded = how_many(MOST_CARDS, "How many cards it has laid aside for a seven; 0 once all seats have discarded.")
    at_least = fields.Nested(
        ResourceCountsSchema(), **always("How many cards of each kind the caller can be sure that it holds.")
    )
    at_most = fields.Nested(ResourceCountsSchema(), **always("How many cards of each kind it can hold at most."))
    resources = fields.Nested(ResourceCountsSchema(), **sometimes(f"The resource cards that it holds. {OPEN}"))
    development_cards = fields.Nested(
        DevelopmentCardCountsSchema(), **sometimes(f"The development cards that it holds and has not played. {OPEN}")
    )
    bought_this_turn = fields.Nested(
        DevelopmentCardCountsSchema(), **sometimes(f"Those of them that were bought in this turn. {OWN}")
    )
    discarding = fields.Nested(ResourceCountsSchema(), **sometimes(f"The cards laid aside for a seven. {OWN}"))
    own_points = whole(*POINTS, **sometimes(f"Its victory points with its hidden victory point cards. {OWN}"))
