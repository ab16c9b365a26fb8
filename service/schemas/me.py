"""Defines requests and answers across a client's games."""

from typing import Final

from service.clients.feed import Cursor
from service.records.exporting import ALL, FINISHED, MOST_GAMES
from service.schemas.fields import (
    Reference,
    always,
    choice,
    date_time,
    flag,
    objects,
    query_number,
    sometimes,
    string,
    whole,
    words,
)
from service.schemas.limits import MOST_EVENTS
from service.schemas.messages import SEATS, VERSIONS
from service.schemas.shapes import Answer, Query

LONGEST_WAIT_S = 30
CURSOR: Final = {"pattern": "^[A-Za-z0-9_.~=-]*$"}
"""Lists the characters of cursors, which are opaque."""
LONGEST_CURSOR = 3_000
LONGEST_FEED_CURSOR = 1_000


class PendingQuery(Query):
    """Which entries to list."""

    after = words(
        LONGEST_CURSOR,
        sometimes("The `cursor` of the previous answer; without it everything is listed.", narrow=CURSOR),
    )
    wait = query_number(0, LONGEST_WAIT_S, sometimes("The seconds to wait for a new entry, up to 30; 0 by default."))


class DebtSchema(Answer):
    """A seat of the caller that may or must act."""

    game = words(64, "The id of the game in which the seat may or must act.")
    seat = whole(*SEATS, "The number of the caller's seat in that game.")
    frame = string("The id of what the seat has to do (`words.frames` of the ruleset translates it), or `vote`.")
    must = flag("True if the game cannot continue until this seat acts.")
    since = date_time("When this became possible, or when the seat last acted after that, in ISO 8601.")
    version = whole(*VERSIONS, "The newest version of the game.")
    vote = whole(
        1, 2**31, sometimes("The number of the vote that waits for the seat's answer. Present if `frame` is `vote`.")
    )


class PendingListSchema(Answer):
    """The caller's seats that may or must act."""

    pending = objects(
        DebtSchema, "The seats that may or must act and that the cursor does not cover yet, the longest first."
    )
    cursor = string("An opaque cursor to send as `after` in the next request.")


class MyEventsQuery(Query):
    """A part of the feed over all the caller's games."""

    after = words(
        LONGEST_FEED_CURSOR,
        sometimes("The `cursor` after which events begin; `latest` for new ones only.", narrow=CURSOR),
    )
    limit = query_number(
        1, MOST_EVENTS, sometimes("The number of events per page, 100 by default; a version is never split.")
    )


class MyRecordsQuery(Query):
    """A part of the caller's games."""

    after = words(100, sometimes("The `cursor` of the line after which games begin.", narrow=CURSOR))
    limit = query_number(1, MOST_GAMES, sometimes("The number of games that are looked at, 20 by default."))
    status = choice(
        (FINISHED, ALL),
        sometimes("`all` for running games too, as far as the caller may see them; only `finished` ones by default."),
    )


class MyEventSchema(Answer):
    """An event of one of the caller's games, as one of its seats may see it."""

    game = words(64, "The id of the game in which it happened.")
    you = whole(*SEATS, "The number of the caller's seat whose view of the event this is.")
    cursor = string("The cursor that continues the feed right after this event.")
    event = Reference("Event", "The event, as far as that seat may see it.")


class MyEventPageSchema(Answer):
    """A page of the feed over all the caller's games."""

    events = objects(MyEventSchema, "The events of all the caller's games, in the order they happened.")
    cursor = string(
        always("The cursor that continues the feed after this page.", example=str(Cursor(1_790_000_000_000, 0, 7, 1)))
    )
    next = string(sometimes("The same cursor, if more events are waiting. Absent otherwise."))
