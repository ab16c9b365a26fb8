"""What maps with towns add to the state and to the board of a game of Catan."""

from marshmallow import fields

from domain.catan.commands import EDGE, NODE
from domain.catan.terms import HARBORS
from domain.core.kinds import array
from service.schemas.fields import KindField, always, choice, flag, sometimes
from service.schemas.shapes import Answer
from service.schemas.states.catan_terms import HIGHEST
from service.schemas.states.shared import Placed, how_many, ids, one_seat, words_of

MOST_TOKENS = 50


class TownsSeatSchema(Answer):
    """The Catan tokens that a seat took from the board."""

    seat = one_seat("The number of the seat, from 0.")
    tokens = how_many(MOST_TOKENS, "How many it took; each is worth a point.")


class TownsStateSchema(Answer):
    """Catan tokens on the board; present on maps with towns."""

    tokens = ids(HIGHEST, "The ids of the nodes that have a Catan token.")
    seats = fields.List(fields.Nested(TownsSeatSchema()), **always("The tokens of every seat."))


class TownSchema(Placed):
    """A town: a node where a settlement may stand."""

    node = KindField(NODE, **always("The id of its node."))
    name = words_of("What it is called.")
    canal = flag(**always("Whether it lies at the Erie canal."))
    color = choice(("blue", "beige"), **sometimes("Its color on the map; absent where the map has no colors."))


class TownTokenSchema(Placed):
    """A crossing that has a Catan token when the game begins."""

    node = KindField(NODE, **always("The id of its node."))
    name = words_of("What the crossing is called.")


class DocumentSchema(Placed):
    """A document beside a red path: a harbor for the seat that has the road there."""

    edge = KindField(EDGE, **always("The id of the edge whose road gives the rate."))
    kind = choice(HARBORS, **always("The kind of card that it trades two for one; `any`: every kind three for one."))
    name = words_of("What it is called.")
    nodes = KindField(array(NODE, 2), **always("The two nodes at the ends of the edge."))


class WaterwaySchema(Placed):
    """A waterway between two neighboring nodes, on which nobody builds."""

    id = KindField(EDGE, **always("Its id, which is no edge's: it follows those of the edges."))
    nodes = KindField(array(NODE, 2), **always("The two nodes at its ends."))
    name = words_of("What it is called.")


def listed(schema: type[Answer], told: str) -> fields.List:
    """A member of the board that only maps with towns have."""
    return fields.List(fields.Nested(schema()), **sometimes(f"{told} Absent on maps without towns."))


TOWNS_ON_BOARD = {
    "towns": listed(TownSchema, "The towns; settlements are founded and built nowhere else."),
    "tokens": listed(TownTokenSchema, "The crossings that have a Catan token when the game begins."),
    "documents": listed(DocumentSchema, "The documents beside red paths."),
    "waterways": listed(WaterwaySchema, "The waterways."),
}
"""Members of the board."""
