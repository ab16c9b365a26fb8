"""Describes what the Harbormaster adds to the state of a game of Catan."""

from typing import Final

from service.schemas.fields import nested, objects, sometimes, whole
from service.schemas.messages import SEATS
from service.schemas.shapes import Answer
from service.schemas.states.shared import seat_or_null

MOST_POINTS = 13


class HarbormasterSeatSchema(Answer):
    """The harbor points of a seat."""

    seat = whole(*SEATS, "The number of the seat.")
    points = whole(0, MOST_POINTS, "Its harbor points: 1 for each settlement at a harbor, 2 for each city.")


class HarbormasterStateSchema(Answer):
    """Who holds the Harbormaster card; present with the module `harbormaster`."""

    holder = seat_or_null("The number of the seat that holds the card; null if nobody does.")
    seats = objects(HarbormasterSeatSchema, "The harbor points of each seat, in the order of the seats.")


STATE: Final = nested(
    HarbormasterStateSchema, sometimes("Who holds the Harbormaster. Present with the module `harbormaster`.")
)
