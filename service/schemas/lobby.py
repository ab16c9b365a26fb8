"""Defines the lobby: its query, and its rows."""

from marshmallow import fields

from domain.core.kinds import OPTIONS
from service.schemas.clocks import clock_schema
from service.schemas.fields import (
    NOT_EMPTY,
    Pointed,
    always,
    as_described,
    choice,
    flag,
    objects,
    query_flag,
    query_number,
    sometimes,
    whole,
    words,
)
from service.schemas.game_members import CREATED, ENDED, EXPIRES, ID, RULESET, STARTED, STATUS, STATUSES
from service.schemas.limits import MOST_GAMES
from service.schemas.messages import SEATS, VERSIONS
from service.schemas.paging import PageQuery
from service.schemas.seats import GameSeatSchema
from service.schemas.shapes import Answer
from service.table.choices import UNDO_POLICIES
from service.views.lobby import AGENT_SEATS, SORTS


class GameRowSchema(Answer):
    """A game in the lobby."""

    id = ID
    ruleset = RULESET
    status = STATUS
    version = whole(*VERSIONS, **always("The version of the game that this row describes."))
    created = CREATED
    started = STARTED
    ended = ENDED
    expires = EXPIRES
    map = fields.String(**always("The id of the map on which the game is played."))
    modules = fields.List(
        fields.String(),
        **always("The ids of the modules that the game is played with, also those that the map brings; often none."),
    )
    options = Pointed(OPTIONS.name, **always("All options of the game, including those set by default."))
    undo = choice(
        UNDO_POLICIES,
        **always(
            "What can be undone: anything, nothing that revealed or rolled something, only what all accept, or "
            "nothing. The view of the game calls it `undo_policy`."
        ),
    )
    clock = as_described(clock_schema(), **sometimes("The time limits of the players. Absent if there is no clock."))
    unfair = flag(**always("True if the creator chose the seed, or if the game is a branch or a sandbox."))
    seats = objects(GameSeatSchema, **always("Who sits on each seat, in the order of the seats; some may be open."))
    winners = fields.List(
        whole(*SEATS), **sometimes("The seats that won; empty if nobody did. Absent until the game is over.")
    )
    rematch_of = fields.String(
        **sometimes(
            "The id of the game whose players the open seats are reserved for; others need an `invite`. Absent if the "
            "game is no rematch."
        )
    )
    imported = flag(**sometimes("True if the game was imported from a record. Absent otherwise."))
    sandbox = flag(**sometimes("True if the game is a sandbox. Absent otherwise."))


class GamePageSchema(Answer):
    """A page of the lobby."""

    games = objects(GameRowSchema, **always("The games of this page in the order of `sort`; perhaps none."))
    next = fields.String(
        **sometimes(
            "The cursor of the next page, to send as `after`. Absent on the last page; a page before it may hold "
            "fewer games than `limit`."
        )
    )


class GamesQuery(PageQuery):
    """A part of the lobby."""

    status = choice(STATUSES, **sometimes("Lists only games in this state."))
    ruleset = words(64, **sometimes("Lists only games of this ruleset, by its id.", example="catan", narrow=NOT_EMPTY))
    map = words(64, **sometimes("Lists only games on this map, by its id.", example="variable", narrow=NOT_EMPTY))
    module = words(64, **sometimes("Lists only games played with this module, by its id.", narrow=NOT_EMPTY))
    agents = choice(
        AGENT_SEATS,
        **sometimes("Lists only games in which AI agents play on every seat (`only`), on `some` seats or on `none`."),
    )
    open_seats = query_flag(
        **sometimes("`true` to list only games in which anybody can take a seat, so no rematches; running games too.")
    )
    sandbox = query_flag(
        **sometimes("`true` to list only sandbox games; without it none are listed, not even the caller's own.")
    )
    mine = query_flag(
        **sometimes(
            "`true` to list only the games of the caller's API key or token, also private ones; 401 without either."
        )
    )
    sort = choice(
        SORTS,
        **sometimes(
            "The time by which games are listed, latest first. Games without that time are left out: `started` lists "
            "only games that have begun, `ended` only games that are over.",
            default=SORTS[0],
        ),
    )
    after = words(
        200, **sometimes("The `next` of the previous page. It is valid with the same `sort`, whatever the filters.")
    )
    limit = query_number(1, MOST_GAMES, **sometimes("The largest number of games per page, 50 by default."))
