"""Describes what maps with towns add to the state and the board of a game of Catan."""

from typing import Final

from marshmallow import fields

from domain.catan.kinds import EDGE, NODE
from domain.catan.terms import HARBORS
from domain.core.kinds import array
from service.schemas.fields import KindField, choice, flag, nested, objects, sometimes, string, whole
from service.schemas.messages import SEATS
from service.schemas.shapes import Answer
from service.schemas.states.catan.base import HIGHEST
from service.schemas.states.shared import Called, ids

MOST_TOKENS = 50


class TownsSeatSchema(Answer):
    """The Catan tokens that a seat took from the board."""

    seat = whole(*SEATS, "The number of the seat, counted from 0.")
    tokens = whole(0, MOST_TOKENS, "How many Catan tokens the seat took; each is worth one victory point.")


class TownsStateSchema(Answer):
    """Catan tokens on the board; present on maps with towns."""

    tokens = ids(HIGHEST, "The ids of the nodes that still have a Catan token.")
    seats = objects(TownsSeatSchema, "The tokens that each seat took, in the order of the seats.")


class TownSchema(Called):
    """A town: a node where a settlement may stand."""

    node = KindField(NODE, "The id of the node where the town lies.")
    name = string("The name of the town on the map.")
    canal = flag("True if the town lies on the Erie Canal.")
    color = choice(("blue", "beige"), sometimes("The color of the town on the map. Absent if towns have no colors."))


class TownTokenSchema(Called):
    """A crossing that has a Catan token when the game begins."""

    node = KindField(NODE, "The id of the node where the crossing lies.")
    name = string("The name of the crossing on the map.")


class DocumentSchema(Called):
    """A document beside a red path: a harbor for the seat that has the road there."""

    edge = KindField(EDGE, "The id of the edge whose road gives this trade rate.")
    kind = choice(HARBORS, "The kind of card that it trades two for one; `any` means every kind at three for one.")
    name = string("The name of the document on the map.")
    nodes = KindField(array(NODE, 2), "The ids of the two nodes at the ends of the edge.")


class WaterwaySchema(Called):
    """A waterway between two neighboring nodes, on which no road can be built."""

    id = KindField(EDGE, "The id of the waterway, which follows the ids of the edges.")
    nodes = KindField(array(NODE, 2), "The ids of the two nodes that the waterway connects.")
    name = string("The name of the waterway on the map.")


def list_member(schema: type[Answer], text: str) -> fields.List:
    """Return a member of the board that only maps with towns have."""
    return objects(schema, sometimes(f"{text} Absent on maps without towns."))


BOARD = {
    "towns": list_member(TownSchema, "The towns, the only nodes where settlements can be built."),
    "tokens": list_member(TownTokenSchema, "The crossings that have a Catan token when the game begins."),
    "documents": list_member(DocumentSchema, "The documents, which lie beside red paths."),
    "waterways": list_member(WaterwaySchema, "The waterways, which connect nodes without an edge."),
}
"""Lists the members of the board."""

STATE: Final = nested(TownsStateSchema, sometimes("Catan tokens on the map. Present on maps with towns."))
