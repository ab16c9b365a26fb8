"""Defines seeks in requests and answers."""

from typing import Any, Final

from marshmallow import ValidationError, validates_schema

from domain.core.kinds import OPTIONS, array, text
from service.clients.ratings import LISTS
from service.clients.seeks import CLOSED, LIFE_MS, STATUSES
from service.faults import Fault
from service.schemas.clocks import ClockField, clock_schema
from service.schemas.fields import (
    KindField,
    Pointed,
    always,
    as_described,
    choice,
    date_time,
    flag,
    objects,
    query_flag,
    query_number,
    sometimes,
    string,
    strings,
    whole,
    words,
)
from service.schemas.me import CURSOR
from service.schemas.new_games import MODULES
from service.schemas.players import NEXT_CURSOR, PLAYER_ID
from service.schemas.seat_policies import FillSchema
from service.schemas.shapes import Answer, Inner, Listed, Query, Strict
from service.table.events import LONGEST_MAP
from service.table.terms import MOST_SEATS

MOST_MAPS: Final = 4
MOST_RANGES: Final = 8
LONGEST_WAIT_S: Final = 86_400
MOST_LISTED: Final = 100
AMONG: Final = ("server", "application")


class RangeSchema(Strict):
    """A range of an option."""

    option = words(64, always("The name of an option that is a whole number.", example="target"))
    minimum = whole(-(2**31), 2**31, "The least value that the option may have.")
    maximum = whole(-(2**31), 2**31, "The greatest value that the option may have.")

    @validates_schema
    def check_order(self, bounds: dict[str, Any], **kwargs: Any) -> None:
        """Refuse a range without a value."""
        if bounds["minimum"] > bounds["maximum"]:
            raise ValidationError({"maximum": [Fault("least_above_most")]})


class WantedRatingSchema(Strict):
    """The ratings that the others may have."""

    minimum = whole(-10_000, 10_000, "The least rating that another player may have.")
    maximum = whole(-10_000, 10_000, "The greatest rating that another player may have.")

    @validates_schema
    def check_order(self, bounds: dict[str, Any], **kwargs: Any) -> None:
        """Refuse a range without a value."""
        if bounds["minimum"] > bounds["maximum"]:
            raise ValidationError({"maximum": [Fault("least_above_most")]})


class SeekDraftSchema(Strict):
    """A game that a player seeks."""

    player = words(64, sometimes("The id of the player who seeks; not needed with the player's own token."))
    ruleset = words(64, always("The id of the ruleset.", example="catan"))
    seats = whole(2, MOST_SEATS, "The number of seats at the table.")
    maps = KindField(
        array(text(LONGEST_MAP), MOST_MAPS, unique=True),
        sometimes("The maps on which the player would play, the most wanted first; by default the ruleset's own."),
    )
    modules = MODULES
    options = Pointed(OPTIONS.name, sometimes("The options of the game; those that are not named have their defaults."))
    ranges = Listed(
        RangeSchema(),
        MOST_RANGES,
        sometimes("Options that may have any value of a range; the least that all accept is played."),
    )
    clock = ClockField(**sometimes("The time limits, which must be the same for all; by default there are none."))
    wait_s = whole(
        5, LONGEST_WAIT_S, sometimes("The seconds after which the seek ends, whatever happens.", default=600)
    )
    among = choice(
        AMONG,
        sometimes("Whom to meet: any player of this server (`server`, the default), or only those of the same key."),
    )
    rated = flag(
        sometimes(
            "True if the game shall be rated: in the server's list if the administrator has admitted the key, and the "
            "player's own token posts the seek; else in the list of the key, with its players alone."
        )
    )
    rating = Inner(
        WantedRatingSchema(), sometimes("The ratings that others may have, only with `rated`; by default any.")
    )
    fill = Inner(FillSchema(), sometimes("Agents that take seats after a time; by default none do."))


class SeeksQuery(Query):
    """A page of open seeks."""

    ruleset = words(64, sometimes("Only seeks of this ruleset."))
    mine = query_flag(sometimes("`true` for the seeks of the player whose token is sent."))
    after = words(100, sometimes("The `next` of the previous page.", narrow=CURSOR))
    limit = query_number(1, MOST_LISTED, sometimes("The number of seeks per page, 50 by default."))


class OpenSeekSchema(Answer):
    """An open seek, as everybody may see it."""

    id = words(64, "The id of the seek.")
    status = choice(STATUSES, "What became of the seek; it is `open` until it is filled or ends.")
    player = PLAYER_ID
    name = string("The player's display name; empty if it may not be shown.")
    created = date_time("When the seek was posted, in ISO 8601.")
    ruleset = words(64, "The id of the ruleset.")
    seats = whole(2, MOST_SEATS, "The number of seats at the table.")
    modules = strings("The ids of the modules.")
    maps = strings("The ids of the maps on which the player would play.")
    clock = as_described(clock_schema(), sometimes("The time limits. Absent if there are none."))
    fills_at = date_time(sometimes("When agents take the seats that are left, in ISO 8601. Absent if none do."))
    rated = choice(LISTS, sometimes("The list in which the game will be rated. Absent if it will not be."))
    rating = whole(
        -10_000, 10_000, sometimes("The rating of the player when the seek was posted. Present with `rated`.")
    )
    agent = string(sometimes("The id of the agent that would take them. Absent if none would."))


class SeekPageSchema(Answer):
    """A page of open seeks."""

    seeks = objects(OpenSeekSchema, "The open seeks, the newest first; the list may lag behind by a second.")
    next = NEXT_CURSOR


class SeekSchema(Answer):
    """A seek, as its player is shown it."""

    id = words(64, "The id of the seek.")
    status = choice(
        (*STATUSES, CLOSED),
        "What became of the seek: `filled` (there is a `game`), `expired` (nobody came in time, or the seeker was not "
        "heard of), `withdrawn`, or `refused` (the game could not be made). In streams another player's is `closed`.",
    )
    expires = date_time(
        sometimes(
            f"When the seek ends unless its player is heard of, in ISO 8601: {LIFE_MS // 1000} seconds after the "
            "latest request for it. Absent once it has ended."
        )
    )
    game = words(64, sometimes("The id of the game in which the player has a seat. Present once it is filled."))
    ended = date_time(sometimes("When the seek ended, in ISO 8601. Absent while it is open."))
    reason = string(sometimes("The type of the problem by which the game was refused. Absent otherwise."))
