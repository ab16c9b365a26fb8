"""Defines pages and streams of a game's events."""

from marshmallow import fields

from service.schemas.cursors import CursorField
from service.schemas.fields import (
    Reference,
    always,
    choice,
    credential,
    flag,
    query_flag,
    query_number,
    sometimes,
    whole,
)
from service.schemas.legal_actions import LegalActionsSchema
from service.schemas.limits import MOST_EVENTS
from service.schemas.messages import VERSIONS
from service.schemas.shapes import Answer, Query

LATEST = "latest"
EXAMPLE = "41.0123456789"


class EventsQuery(Query):
    """A part of the log."""

    after = CursorField(
        LATEST,
        VERSIONS[1],
        **sometimes("The `cursor` or the version after which events begin; `latest` for new ones only."),
    )
    limit = query_number(
        1, MOST_EVENTS, **sometimes("The number of events per page, 100 by default; a version is never split.")
    )
    line = choice(("current",), **sometimes("`current` to leave out versions that were undone."))
    summaries = query_flag(**sometimes("`true` to add a `summary` in words to each event."))
    legal = query_flag(
        **sometimes("`true` to add what is legal to each `turn` of a seat's stream, and a `turn` to its last page.")
    )
    ticket = credential(64, **sometimes("A stream ticket, which replaces the token."))


class TurnSchema(Answer):
    """What a seat's own stream says of its turn; it belongs to no event and is never stored."""

    version = whole(
        *VERSIONS, **always("The version to which the other members refer; all events up to it were sent before.")
    )
    must_act = flag(**always("True if the game waits for the seat to act."))
    legal = fields.Nested(
        LegalActionsSchema(),
        **sometimes("What the seat may do, as `GET legal-actions` answers at this version. Present if `legal=true`."),
    )


class EventPageSchema(Answer):
    """A page of the log as the caller may see it."""

    events = fields.List(Reference("Event"), **always("The events of whole versions, in the order of the log."))
    cursor = fields.String(**always("The cursor that continues after this page, to send as `after`.", example=EXAMPLE))
    next = fields.String(**sometimes("The same cursor, if more events are waiting. Absent on the last page."))
    turn = fields.Nested(
        TurnSchema(),
        **sometimes("What the seat may do after the newest event. Present if `legal=true` and no page follows."),
    )


class StreamTicketSchema(Answer):
    """A ticket that opens an event stream once."""

    ticket = fields.String(**always("The ticket, which opens one stream in place of a token."))
    expires_in = whole(1, 3600, **always("The number of seconds after which the ticket expires."))
    stream = fields.String(**always("The path with the ticket that an `EventSource` can open."))
