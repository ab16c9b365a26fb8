"""Defines how it is shown who is at the table."""

from service.schemas.fields import date_time, flag, objects, sometimes, whole
from service.schemas.messages import SEATS
from service.schemas.shapes import Answer


class SeatPresenceSchema(Answer):
    """Whether the holder of a seat is there."""

    seat = whole(*SEATS, "The number of the seat.")
    here = flag("True if a stream of the holder is open, or was some seconds ago.")
    seen = date_time(
        sometimes(
            "The minute in which the holder's last stream was closed, in ISO 8601. Absent while the holder is there, "
            "and if that was more than a week ago."
        )
    )


class PresenceSchema(Answer):
    """Who is there, of those who have agreed to be shown."""

    seats = objects(SeatPresenceSchema, "The seats whose holders have agreed to be shown, in order.")
