"""Defines games of other people, as the administrator sees and changes them."""

from typing import Final

from marshmallow import fields

from service.schemas.fields import (
    SHOWN_NAME,
    always,
    choice,
    display_name,
    flag,
    objects,
    query_number,
    sometimes,
    whole,
    words,
)
from service.schemas.game_members import CREATED, ID, RULESET, STATUS
from service.schemas.messages import SEATS, VERSIONS
from service.schemas.seats import LONGEST_NAME
from service.schemas.shapes import Answer, Query, Strict
from service.views.all_games import LONGEST, MOST, STATUSES

MOST_DAYS: Final = 36_500
MOST_OF_ID: Final = 64
LONGEST_REASON: Final = 200


class AdminSeatSchema(Answer):
    """A seat of a game, as the administrator sees it."""

    seat = whole(*SEATS, **always("The number of the seat."))
    kind = fields.String(**always("Who plays it: `human`, `ai`, `bot`, or `open` if it is free."))
    name = fields.String(**sometimes("The player's display name. Absent if there is none."))


class AdminGameSchema(Answer):
    """A game that is open or running, as the administrator sees it."""

    id = ID
    client = fields.String(**always("The id of the client that made it."))
    ruleset = RULESET
    status = STATUS
    version = whole(*VERSIONS, **always("The newest version of the game."))
    private = flag(**always("True if only its players can see it."))
    created = CREATED
    changed = fields.DateTime(**always("When its newest version came, in ISO 8601."))
    seats = objects(AdminSeatSchema, **always("The seats of the game, by number."))


class AllGamesPageSchema(Answer):
    """A page of games of all clients."""

    games = objects(AdminGameSchema, **always("The games of this page."))
    next = fields.String(**sometimes("The cursor of the next page, to send as `after`. Absent on the last page."))


class AllGamesQuery(Query):
    """Which games of all clients are listed."""

    client = words(MOST_OF_ID, **sometimes("The id of a client: only games that it made, the newest first."))
    status = choice(STATUSES, **sometimes("Lists only games in this state."))
    idle_days = query_number(0, MOST_DAYS, **sometimes("Lists only games without a new version for so many days."))
    after = words(LONGEST, **sometimes("The `next` of the previous page."))
    limit = query_number(1, MOST, **sometimes(f"The largest number of games per page, {MOST} by default."))


class CloseGameQuery(Query):
    """Why a game is closed."""

    reason = words(LONGEST_REASON, **sometimes("Why it is closed, for the list of acts; names do not belong there."))


class SeatNameSchema(Strict):
    """Another name for the player of a seat."""

    name = display_name(LONGEST_NAME, **sometimes(f"The new display name: {SHOWN_NAME}. Without it the name goes."))
