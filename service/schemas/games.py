"""Defines the view of a game, and the queries that choose a view."""

from marshmallow import fields

from domain.core.kinds import OPTIONS, integer, nullable
from service.schemas.clocks import PausedSchema, clock_schema
from service.schemas.fields import (
    KindField,
    Pointed,
    Reference,
    always,
    as_described,
    choice,
    explain_members,
    flag,
    objects,
    query_flag,
    query_number,
    sometimes,
    whole,
    words,
)
from service.schemas.game_members import CREATED, ENDED, EXPIRES, ID, RULESET, STARTED, STATUS
from service.schemas.messages import SEATS, VERSIONS
from service.schemas.seats import LEVEL, GameSeatSchema
from service.schemas.shapes import Answer, Query
from service.schemas.undoing import HeadMoveSchema
from service.schemas.votes import VoteSchema
from service.table.choices import ANALYSES, ENDINGS, UNDO_POLICIES
from service.table.events import DELAY_SCHEMA


class VersionQuery(Query):
    """A moment of the game."""

    version = query_number(*VERSIONS, **sometimes("The version to show the game at; by default the newest one."))


class BoardQuery(Query):
    """How much a board says."""

    words = query_flag(
        **sometimes("`true` to add to each place what it is called in words, in the language of `Accept-Language`.")
    )


class ParentSchema(Answer):
    """The game and version at which a branch begins."""

    id = words(64, **always("The id of the game from which this one was branched."))
    version = whole(*VERSIONS, **always("The version of that game at which the branch begins."))


class AwaitedSchema(Answer):
    """A seat that may or must act."""

    seat = whole(*SEATS, **always("The number of the seat that may or must act."))
    frame = fields.String(**always("The id of what the seat has to do; `words.frames` of the ruleset translates it."))
    must = flag(**sometimes("True if the game cannot continue until this seat acts."))
    since = fields.String(**always("When the seat was first able to do this, in ISO 8601."))
    deadline = fields.String(**sometimes("When the seat's time runs out, in ISO 8601. Absent if there is no limit."))
    expires = fields.String(
        **sometimes(
            "When the agents play on without this answer, in ISO 8601. Present in the newest view on seats that may "
            "answer an offer while an agent waits for them."
        )
    )
    agent = fields.String(**sometimes("The id of the agent that plays the seat. Present on `ai` seats."))
    level = LEVEL
    agent_state = choice(
        ("queued", "thinking", "late"),
        **sometimes("What the agent is doing. Present on `ai` seats in the newest view, unless the game is paused."),
    )


class ResultSchema(Answer):
    """How the game ended."""

    winners = fields.List(whole(*SEATS), **always("The numbers of the winning seats; empty if the game was abandoned."))
    points = fields.List(
        fields.Integer(), **always("The final victory points of each seat, in the order of the seats.")
    )
    reason = choice(
        ("played", *ENDINGS),
        **sometimes("How the game ended: by its rules, by a resignation, or by a vote to abandon it."),
    )


class GameSchema(Answer):
    """A game as the caller may see it."""

    id = ID
    ruleset = RULESET
    status = STATUS
    version = whole(*VERSIONS, **always("The version that this view shows, which can be sent as `If-Match`."))
    created = CREATED
    started = STARTED
    ended = ENDED
    expires = EXPIRES
    map = fields.String(**sometimes("The id of the map on which the game is played."))
    modules = fields.List(fields.String(), **sometimes("The ids of the modules that the game is played with."))
    options = Pointed(OPTIONS.name, **sometimes("All options of the game, including those set by default."))
    undo_policy = choice(
        UNDO_POLICIES,
        **sometimes(
            "What can be undone: anything, nothing that revealed or rolled something, only what all accept, or nothing."
        ),
    )
    private = flag(**sometimes("True if the game is hidden (404) from everyone who is not part of it."))
    unfair = flag(**sometimes("True if the creator chose the seed, or if the game is a branch or a sandbox."))
    analyses = choice(
        ANALYSES,
        **sometimes("When analyses can be requested: at any time (`all`), or only after the end (`finished`)."),
    )
    overdue_after_s = fields.Integer(
        **sometimes("The seconds without an action after which a seat is overdue, in a game without a clock.")
    )
    offer_wait_s = fields.Integer(
        **sometimes("The seconds that agents wait for people who may answer an offer, before they play on.")
    )
    hot_seat = flag(**sometimes("True if the players of all `human` seats share one device and count as one party."))
    commitment = fields.String(**sometimes("The SHA-256 hash of the salt and the seed of all chance, in hexadecimal."))
    head = KindField(
        nullable(integer(*VERSIONS)),
        **always("The version whose position is current, which an undo lowers; null before the start."),
    )
    undo = fields.Nested(
        HeadMoveSchema(),
        allow_none=True,
        **always("What `POST undo` without `to_version` would do for the caller; null if it would be refused."),
    )
    redo = fields.Nested(
        HeadMoveSchema(),
        allow_none=True,
        **always("What `POST redo` would do for the caller; null if it would be refused."),
    )
    seats = objects(GameSeatSchema, **always("Who sits on each seat, in the order of the seats."))
    awaiting = objects(AwaitedSchema, **always("The seats that may or must act now; empty after the end."))
    state = Reference(
        "GameState",
        allow_none=True,
        **always("The position in the form of its ruleset; null until the game starts."),
    )
    result = fields.Nested(ResultSchema(), **sometimes("How the game ended. Absent until it is over."))
    parent = fields.Nested(ParentSchema(), **sometimes("The game that this one was branched from. Absent otherwise."))
    clock = as_described(clock_schema(), **sometimes("The time limits of the players. Absent if there is no clock."))
    vote = fields.Nested(
        VoteSchema(), **sometimes("The open vote that waits for the answer of your seat. Absent if there is none.")
    )
    paused = fields.Nested(PausedSchema(), **sometimes("The pause that the game is in. Absent while it goes on."))
    spectator_delay = as_described(
        explain_members(
            DELAY_SCHEMA,
            seconds="Spectators see the game this many seconds late.",
            versions="Spectators do not see this many of the newest versions.",
        ),
        **sometimes("How far behind spectators see the game. Absent if they see it live."),
    )
    imported = flag(
        **sometimes("True if the game was imported from a record; ids in it are those of the original server.")
    )
    sandbox = flag(
        **sometimes("True if the game is a sandbox, whose owner chooses what is drawn. Absent for ordinary games.")
    )
    rematch = fields.String(**sometimes("The id of the rematch of this game. Absent until one is opened."))
    rematch_of = fields.String(**sometimes("The id of the game of which this is the rematch. Absent otherwise."))
