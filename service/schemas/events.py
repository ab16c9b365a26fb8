"""Defines pages and streams of a game's events."""

from typing import Any

from marshmallow import fields

from domain.core.kinds import Kind, integer
from service.faults import Fault
from service.game.cursors import FORM, Cursor, read_cursor
from service.schemas.faults import fault_of
from service.schemas.fields import (
    QueryField,
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


class _CursorField(QueryField):
    """Represents a cursor, a version up to `most`, which proves nothing, or one word in a query.

    The contract calls all three a string, because some clients that are made from it cannot send a union in a query.
    """

    def __init__(self, word: str, most: int, **settings: Any) -> None:
        number = query_number(0, most).kind

        def decode(value: Any) -> Any:
            if value == word:
                return word
            is_cursor = isinstance(value, str) and not value.isdecimal()
            return read_cursor(value) if is_cursor else Cursor(number.decode(value))

        self.plain = {"anyOf": [integer(0, most).schema, {"const": word}]}
        pattern = f"^({word}|{FORM.strip('^$')})$"
        super().__init__(Kind({"type": "string", "pattern": pattern}, str, decode), **settings)

    def fault(self, value: Any) -> Fault:
        """Return the fault of a text that does not fit: of a cursor if it begins like one."""
        is_cursor = isinstance(value, str) and value[:1].isdecimal() and not value.isdecimal()
        return Fault("cursor") if is_cursor else fault_of(self.plain)


LATEST = "latest"
EXAMPLE = "41.0123456789"


class EventsQuery(Query):
    """A part of the log."""

    after = _CursorField(
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
