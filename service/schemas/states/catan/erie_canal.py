"""Describes what the Erie canal adds to the state of a game of Catan."""

from typing import Final

from domain.catan.kinds import NODE
from domain.catan.terms import RESOURCES
from domain.core.kinds import array
from service.schemas.fields import KindField, as_described, flag, nested, objects, sometimes, whole
from service.schemas.messages import SEATS
from service.schemas.shapes import Answer

MOST_TOKENS = 50


class CanalSeatSchema(Answer):
    """The canal tokens and links of a seat."""

    seat = whole(*SEATS, "The number of the seat, counted from 0.")
    tokens = whole(0, MOST_TOKENS, "How many unused canal tokens the seat has.")
    links = KindField(
        array(array(NODE, 2), 100), "The pairs of canal towns that the seat has linked, each as the ids of two nodes."
    )


class CanalStateSchema(Answer):
    """Canal tokens; present with the module `erie-canal`."""

    supply = whole(0, MOST_TOKENS, "How many canal tokens are left to win.")
    used = as_described(
        {"type": ["string", "null"], "enum": [*RESOURCES, None]},
        "The resource for which a canal token is used in this turn; null if none is.",
    )
    used_for_any = flag(sometimes("True if a canal token is used for every resource in this turn. Absent otherwise."))
    seats = objects(CanalSeatSchema, "The canal tokens and links of each seat, in order.")


STATE: Final = nested(CanalStateSchema, sometimes("Canal tokens and links. Present with the module `erie-canal`."))
