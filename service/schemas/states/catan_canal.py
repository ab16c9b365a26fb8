"""What the Erie canal adds to the state of a game of Catan."""

from marshmallow import fields

from domain.catan.commands import NODE
from domain.catan.terms import RESOURCES
from domain.core.kinds import array
from service.schemas.fields import KindField, always, as_described
from service.schemas.shapes import Answer
from service.schemas.states.shared import how_many, one_seat

MOST_TOKENS = 50


class CanalSeatSchema(Answer):
    """What a seat has of the canal."""

    seat = one_seat("The number of the seat, from 0.")
    tokens = how_many(MOST_TOKENS, "How many unused canal tokens it has.")
    links = KindField(
        array(array(NODE, 2), 100),
        **always("The pairs of canal towns, by their nodes, that its roads have joined and that bring no more tokens."),
    )


class CanalStateSchema(Answer):
    """Canal tokens; present where the game is played with the module `erie-canal`."""

    supply = how_many(MOST_TOKENS, "How many canal tokens are left.")
    used = as_described(
        {"type": ["string", "null"], "enum": [*RESOURCES, None]},
        **always("The resource for which a token is in use in this turn; null where none is."),
    )
    seats = fields.List(fields.Nested(CanalSeatSchema()), **always("What every seat has of the canal."))
