"""Defines the view of a game, its row in the lobby, and the queries that choose them."""

from typing import Final

from marshmallow import fields

from domain.core.kinds import OPTIONS, integer, nullable
from service.schemas.clocks import PausedSchema, clock_schema
from service.schemas.fields import (
    NOT_EMPTY,
    KindField,
    Pointed,
    Reference,
    as_described,
    choice,
    date_time,
    explain_members,
    flag,
    list_of,
    nested,
    objects,
    query_flag,
    query_number,
    sometimes,
    string,
    strings,
    unbounded,
    whole,
    words,
)
from service.schemas.limits import MOST_GAMES
from service.schemas.messages import SEATS, VERSIONS
from service.schemas.seat_policies import FillPolicySchema, StandInPolicySchema
from service.schemas.seats import AGENT_VERSION, LEVEL, GameSeatSchema
from service.schemas.shapes import Answer, PageQuery, Query
from service.schemas.votes import HeadMoveSchema, VoteSchema
from service.table.events import DELAY_SCHEMA, LONGEST_MAP
from service.table.terms import ANALYSES, ENDINGS, STATUSES, TALKS, UNDO_POLICIES
from service.views.lobby import AGENT_SEATS, SORTS

ID: Final = words(64, "The id of the game, used in its paths.")
RULESET: Final = words(64, "The id of the ruleset by which the game is played.")
STATUS: Final = choice(STATUSES, "The state of the game; it is `open` until all seats are taken.")
CREATED: Final = date_time(
    "When the game was created, in ISO 8601. In an imported game all times are those of its record."
)
STARTED: Final = date_time(
    sometimes("When the last seat was filled and the game began, in ISO 8601. Absent before that.")
)
ENDED: Final = date_time(sometimes("When the game was over, in ISO 8601. Absent before that."))
EXPIRES: Final = date_time(
    sometimes(
        "When the game is deleted if nothing happens after the version shown, in ISO 8601. Absent once it is over."
    )
)


class VersionQuery(Query):
    """A moment of the game."""

    version = query_number(*VERSIONS, sometimes("The version to show the game at; by default the newest one."))


class BoardQuery(Query):
    """How much a board says."""

    words = query_flag(
        sometimes("`true` to add to each place what it is called in words, in the language of `Accept-Language`.")
    )


class ParentSchema(Answer):
    """The game and version at which a branch begins."""

    id = words(64, "The id of the game from which this one was branched.")
    version = whole(*VERSIONS, "The version of that game at which the branch begins.")


class AwaitedSchema(Answer):
    """A seat that may or must act."""

    seat = whole(*SEATS, "The number of the seat that may or must act.")
    frame = string("The id of what the seat has to do; `words.frames` of the ruleset translates it.")
    must = flag(sometimes("True if the game cannot continue until this seat acts."))
    since = string("When the seat was first able to do this, in ISO 8601.")
    deadline = string(sometimes("When the seat's time runs out, in ISO 8601. Absent if there is no limit."))
    overdue_at = string(
        sometimes(
            "When the seat is overdue, so that others may put an agent there, in ISO 8601. "
            "Present on people and bots that must act in a game without a clock."
        )
    )
    expires = string(
        sometimes(
            "When the agents play on without this answer, in ISO 8601. Present in the newest view on seats that may "
            "answer an offer while an agent waits for them."
        )
    )
    agent = string(sometimes("The id of the agent that plays the seat. Present on `ai` seats."))
    level = LEVEL
    agent_version = AGENT_VERSION
    agent_state = choice(
        ("queued", "thinking", "late"),
        sometimes("What the agent is doing. Present on `ai` seats in the newest view, unless the game is paused."),
    )


class NoticedResultSchema(Answer):
    """How the game ended."""

    winners = list_of(whole(*SEATS), "The numbers of the winning seats; empty if the game was abandoned.")
    points = list_of(fields.Integer(), "The final victory points of each seat, in the order of the seats.")


class ResultSchema(NoticedResultSchema):
    """How the game ended."""

    reason = choice(
        ("played", *ENDINGS),
        sometimes("How the game ended: by its rules, by a resignation, or by a vote to abandon it."),
    )


class GameSchema(Answer):
    """A game as the caller may see it."""

    id = ID
    ruleset = RULESET
    status = STATUS
    version = whole(*VERSIONS, "The version that this view shows, which can be sent as `If-Match`.")
    created = CREATED
    started = STARTED
    ended = ENDED
    expires = EXPIRES
    map = string(sometimes("The id of the map on which the game is played."))
    modules = strings(sometimes("The ids of the modules that the game is played with."))
    options = Pointed(OPTIONS.name, sometimes("All options of the game, including those set by default."))
    undo_policy = choice(
        UNDO_POLICIES,
        sometimes(
            "What can be undone: anything, nothing that revealed or rolled something, only what all accept, or nothing."
        ),
    )
    private = flag(sometimes("True if the game is hidden (404) from everyone who is not part of it."))
    listed = flag(
        sometimes("False if the game is left out of the lobby, though everyone may see it. Absent for all other games.")
    )
    unfair = flag(sometimes("True if the creator chose the seed, or if the game is a branch or a sandbox."))
    analyses = choice(
        ANALYSES, sometimes("When analyses can be requested: at any time (`all`), or only after the end (`finished`).")
    )
    overdue_after_s = unbounded(
        sometimes("The seconds without an action after which a seat is overdue, in a game without a clock.")
    )
    offer_wait_s = unbounded(
        sometimes("The seconds that agents wait for people who may answer an offer, before they play on.")
    )
    agent_talk = choice(
        TALKS, sometimes("How often agents offer trades: as they like, only in every third round, or never.")
    )
    agent_pace_ms = unbounded(
        sometimes("The least time in ms from one version to the next visible act of an agent; 0 if they act at once.")
    )
    phrases = flag(sometimes("True if seats may talk by phrases (`GET games/{id}/phrases`). Absent otherwise."))
    hot_seat = flag(sometimes("True if the players of all `human` seats share one device and count as one party."))
    commitment = string(sometimes("The SHA-256 hash of the salt and the seed of all chance, in hexadecimal."))
    head = KindField(
        nullable(integer(*VERSIONS)),
        "The version whose position is current, which an undo lowers; null before the start.",
    )
    undo = nested(
        HeadMoveSchema,
        "What `POST undo` without `to_version` would do for the caller; null if it would be refused.",
        allow_none=True,
    )
    redo = nested(
        HeadMoveSchema, "What `POST redo` would do for the caller; null if it would be refused.", allow_none=True
    )
    seats = objects(GameSeatSchema, "Who sits on each seat, in the order of the seats.")
    awaiting = objects(AwaitedSchema, "The seats that may or must act now; empty after the end.")
    state = Reference(
        "GameState", "The position in the form of its ruleset; null until the game starts.", allow_none=True
    )
    result = nested(ResultSchema, sometimes("How the game ended. Absent until it is over."))
    parent = nested(ParentSchema, sometimes("The game that this one was branched from. Absent otherwise."))
    fill = nested(FillPolicySchema, sometimes("The agents that take open seats. Absent if none do."))
    stand_in = nested(StandInPolicySchema, sometimes("The agent that plays for late players, if one was chosen."))
    clock = as_described(clock_schema(), sometimes("The time limits of the players. Absent if there is no clock."))
    vote = nested(
        VoteSchema, sometimes("The open vote that waits for the answer of your seat. Absent if there is none.")
    )
    paused = nested(PausedSchema, sometimes("The pause that the game is in. Absent while it goes on."))
    spectator_delay = as_described(
        explain_members(
            DELAY_SCHEMA,
            seconds="Spectators see the game this many seconds late.",
            versions="Spectators do not see this many of the newest versions.",
        ),
        sometimes("How far behind spectators see the game. Absent if they see it live."),
    )
    imported = flag(
        sometimes("True if the game was imported from a record; ids in it are those of the original server.")
    )
    sandbox = flag(
        sometimes("True if the game is a sandbox, whose owner chooses what is drawn. Absent for ordinary games.")
    )
    rematch = string(sometimes("The id of the rematch of this game. Absent until one is opened."))
    rematch_of = string(sometimes("The id of the game of which this is the rematch. Absent otherwise."))


class GameRowSchema(Answer):
    """A game in the lobby."""

    id = ID
    ruleset = RULESET
    status = STATUS
    version = whole(*VERSIONS, "The version of the game that this row describes.")
    created = CREATED
    started = STARTED
    ended = ENDED
    expires = EXPIRES
    map = string("The id of the map on which the game is played.")
    modules = strings(
        "The ids of the modules that the game is played with, also those that the map brings; often none."
    )
    options = Pointed(OPTIONS.name, "All options of the game, including those set by default.")
    undo = choice(
        UNDO_POLICIES,
        "What can be undone: anything, nothing that revealed or rolled something, only what all accept, or "
        "nothing. The view of the game calls it `undo_policy`.",
    )
    clock = as_described(clock_schema(), sometimes("The time limits of the players. Absent if there is no clock."))
    unfair = flag("True if the creator chose the seed, or if the game is a branch or a sandbox.")
    seats = objects(GameSeatSchema, "Who sits on each seat, in the order of the seats; some may be open.")
    winners = list_of(
        whole(*SEATS), sometimes("The seats that won; empty if nobody did. Absent until the game is over.")
    )
    rematch_of = string(
        sometimes(
            "The id of the game whose players the open seats are reserved for; others need an `invite`. Absent if the "
            "game is no rematch."
        )
    )
    imported = flag(sometimes("True if the game was imported from a record. Absent otherwise."))
    sandbox = flag(sometimes("True if the game is a sandbox. Absent otherwise."))


class GamePageSchema(Answer):
    """A page of the lobby."""

    games = objects(GameRowSchema, "The games of this page in the order of `sort`; perhaps none.")
    next = string(
        sometimes(
            "The cursor of the next page, to send as `after`. Absent on the last page; a page before it may hold "
            "fewer games than `limit`."
        )
    )


class GamesQuery(PageQuery):
    """A part of the lobby."""

    status = choice(STATUSES, sometimes("Lists only games in this state."))
    ruleset = words(64, sometimes("Lists only games of this ruleset, by its id.", example="catan", narrow=NOT_EMPTY))
    map = words(
        LONGEST_MAP,
        sometimes(
            "Lists only games on this map, by its id, or by the text of a board; `own-1` for all boards of one's own.",
            example="variable",
            narrow=NOT_EMPTY,
        ),
    )
    module = words(64, sometimes("Lists only games played with this module, by its id.", narrow=NOT_EMPTY))
    agents = choice(
        AGENT_SEATS,
        sometimes("Lists only games in which AI agents play on every seat (`only`), on `some` seats or on `none`."),
    )
    open_seats = query_flag(
        sometimes("`true` to list only games in which anybody can take a seat, so no rematches; running games too.")
    )
    sandbox = query_flag(
        sometimes("`true` to list only sandbox games; without it none are listed, not even the caller's own.")
    )
    mine = query_flag(
        sometimes(
            "`true` to list only the games of the caller's API key or token, also private ones; 401 without either."
        )
    )
    sort = choice(
        SORTS,
        sometimes(
            "The time by which games are listed, latest first. Games without that time are left out: `started` lists "
            "only games that have begun, `ended` only games that are over.",
            default=SORTS[0],
        ),
    )
    after = words(
        200, sometimes("The `next` of the previous page. It is valid with the same `sort`, whatever the filters.")
    )
    limit = query_number(1, MOST_GAMES, sometimes("The largest number of games per page, 50 by default."))
