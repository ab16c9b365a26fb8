"""What a client asks and is told across its games."""

from marshmallow import fields

from service.my_events import Cursor
from service.schemas.answers import SEATS
from service.schemas.fields import Reference, flag, query_number, whole, words
from service.schemas.limits import MOST_EVENTS
from service.schemas.messages import VERSIONS
from service.schemas.shapes import Answer, Query

LONGEST_WAIT_S = 30
LONGEST_CURSOR = 3_000


class PendingQuery(Query):
    """What is owed."""

    after = words(LONGEST_CURSOR, metadata={"description": "The cursor of the last answer"})
    wait = query_number(0, LONGEST_WAIT_S, metadata={"description": "Seconds to wait while nothing new is owed"})


class DebtSchema(Answer):
    """A seat of the caller that may or must act."""

    game = words(64, required=True)
    seat = whole(*SEATS, required=True)
    frame = fields.String(required=True)
    must = flag(required=True)
    since = fields.DateTime(required=True)
    version = whole(*VERSIONS, required=True, metadata={"description": "Where the game stands"})


class PendingListSchema(Answer):
    """What is owed that the cursor did not know of."""

    pending = fields.List(fields.Nested(DebtSchema()), required=True)
    cursor = fields.String(required=True)


class MyEventsQuery(Query):
    """A part of the feed over all the caller's games."""

    after = words(200, metadata={"description": "A cursor, or `latest` for what is new alone"})
    limit = query_number(1, MOST_EVENTS, metadata={"description": "Events of the page, at least one version"})


class MyEventSchema(Answer):
    """An event of one of the caller's games, as one of its seats may see it."""

    game = words(64, required=True)
    you = whole(*SEATS, required=True, metadata={"description": "The caller's seat there"})
    cursor = fields.String(required=True, metadata={"description": "To go on after this event"})
    event = Reference("Event", required=True)


class MyEventPageSchema(Answer):
    """A page of that feed."""

    events = fields.List(fields.Nested(MyEventSchema()), required=True)
    cursor = fields.String(required=True, metadata={"example": str(Cursor(1_790_000_000_000, 0, 7, 1))})
    next = fields.String(metadata={"description": "The cursor again, while there is more"})
