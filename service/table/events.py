"""Defines the events of the table: seats, votes, moves of the head, the seed. They are never rewound."""

from dataclasses import dataclass
from typing import Any, Final

from domain.core.kinds import OPTIONS, array, boolean, integer, json_value, nullable, seat_mask, text, word
from domain.core.messages import NOBODY, Field, Message, MessageTable
from service.table.choices import (
    ANALYSES,
    ENDINGS,
    MOVES,
    OUTCOMES,
    SEAT_KINDS,
    TIMEOUTS,
    UNDO_POLICIES,
    VOTES,
    Analyses,
)
from service.table.clock_events import CLOCK_SCHEMA, clock_rows
from service.table.seat_events import seat_messages
from service.table.seats import NO_SEAT, UNKNOWN_TURN

MOST_SEATS: Final = 8
MOST_ENTROPY: Final = 64
OVERDUE_AFTER_S: Final = 86_400
OWNER: Final = -1
"""Stands in `by` for the owner, who has no seat."""


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A game was created. `seats` holds kind and agent of each; `parent` names the game and version it branched from.

    `seed` is the key of all chance, `commitment` the SHA-256 of `salt` and seed, public from the start; only a seed
    chosen by a client has a salt. `clock` is the time limit of a seat and what happens at its end; `spectator_delay` a
    number of seconds or versions; `rematch_of` the game for whose players the open seats are reserved; `analyses` says
    when analyses are allowed; `hot_seat` that the creator keeps the tokens of all `human` seats; `overdue_after_s`
    after how many seconds without a clock the others need not wait for a seat. `held` is a mask of seats whose tokens
    the creator does not have.
    """

    ruleset: str
    ruleset_version: int
    map: str
    modules: list[str]
    options: dict[str, Any]
    seats: list[dict[str, Any]]
    undo: str
    private: bool
    unfair: bool
    parent: dict[str, Any] | None
    chance: str
    commitment: str
    seed: str
    clock: dict[str, Any] | None = None
    spectator_delay: dict[str, Any] | None = None
    rematch_of: str = ""
    analyses: str = Analyses.FINISHED.value
    hot_seat: bool = False
    overdue_after_s: int = OVERDUE_AFTER_S
    salt: str = ""
    held: int = 0


@dataclass(frozen=True, slots=True)
class SeatsFilled:
    """The last seat was taken; from here on the game runs."""


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player sat down on an open seat; `holder` identifies them, for the token that goes with it.

    `entropy` is their contribution to the seed, if they sat down before the game began.
    """

    seat: int
    holder: str
    entropy: str = ""


@dataclass(frozen=True, slots=True)
class SeatHandedOver:
    """The owner gave a seat to an agent, or opened it again."""

    seat: int
    kind: int
    agent: str


@dataclass(frozen=True, slots=True)
class SeatResigned:
    """A player resigned for good; from here on an agent has the seat."""

    seat: int
    agent: str


@dataclass(frozen=True, slots=True)
class SeatStoodIn:
    """An agent plays for an absent player, who may take the seat back; `by` is the party that put it there.

    It is -1 if it was the clock.
    """

    seat: int
    agent: str
    by: int = -1


@dataclass(frozen=True, slots=True)
class SeatReturned:
    """An absent player plays again."""

    seat: int


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A seat let its time run out in a frame; `action` is what is done about it in the same version.

    `parent` identifies the obligation among those of that frame, see TimeUsed.
    """

    seat: int
    frame: str
    action: int
    parent: int = 0


@dataclass(frozen=True, slots=True)
class GameClosed:
    """The table ended the game before the rules did; `points` are the public ones."""

    reason: int
    winners: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RematchOpened:
    """The same table meets again in another game."""

    game: str


@dataclass(frozen=True, slots=True)
class HeadMoved:
    """The position is now that of version `to`; `redo` are the heads that undos have left, the newest last.

    `turn` is the number of the turn in which the move was requested.
    """

    to: int
    kind: int
    by: int
    redo: tuple[int, ...]
    turn: int = UNKNOWN_TURN


@dataclass(frozen=True, slots=True)
class VoteOpened:
    """The parties in `asked` vote on moving the head to `to`, abandoning the game, a pause until `until`, or a seat.

    The vote closes at `closes_at` (ms). `to` is -1 without a version; `turn` is the number of the turn.
    """

    vote: int
    kind: int
    by: int
    to: int
    asked: int
    closes_at: int
    turn: int = UNKNOWN_TURN
    until: int = 0
    seat: int = NO_SEAT


@dataclass(frozen=True, slots=True)
class VoteCast:
    """An asked party answered."""

    vote: int
    seat: int
    accept: bool


@dataclass(frozen=True, slots=True)
class VoteClosed:
    """A vote is over."""

    vote: int
    outcome: int


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """The game is over; the seed, with its salt if it has one, proves the commitment and every draw."""

    seed: str
    salt: str = ""


_SEAT: Final = integer(0, MOST_SEATS - 1)
_VERSION: Final = integer(1, 2**53)
_VOTE: Final = integer(1, 2**31)
_TURN: Final = nullable(integer(0, 2**31))
_HEX: Final = text(512)  # a seed of 64 characters has up to 256 bytes
_BY: Final = nullable(_SEAT)
_SEATS: Final = json_value(
    {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {
                "kind": {"type": "string", "enum": list(SEAT_KINDS)},
                "agent": {"type": "string"},
                "deadline_s": {"type": "integer"},
            },
            "required": ["kind"],
        },
    }
)
DELAY_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "seconds": {"type": "integer", "minimum": 1},
        "versions": {"type": "integer", "minimum": 1},
    },
}
_PARENT: Final = json_value(
    {
        "anyOf": [
            {
                "type": "object",
                "properties": {"id": {"type": "string"}, "version": {"type": "integer"}},
                "required": ["id", "version"],
            },
            {"type": "null"},
        ]
    }
)

TABLE_EVENTS: Final = MessageTable(
    (
        Message(
            TableOpened,
            (
                Field("ruleset", text(64)),
                Field("ruleset_version", integer(1, 2**31)),
                Field("map", text(64)),
                Field("modules", json_value({"type": "array", "items": {"type": "string"}})),
                Field("options", OPTIONS),
                Field("seats", _SEATS),
                Field("undo", json_value({"type": "string", "enum": list(UNDO_POLICIES)})),
                Field("private", boolean()),
                Field("unfair", boolean()),
                Field("parent", _PARENT),
                Field("chance", text(64)),
                Field("commitment", _HEX),
                Field("seed", _HEX, NOBODY),
                Field("clock", json_value({"anyOf": [*CLOCK_SCHEMA["anyOf"], {"type": "null"}]}), required=False),
                Field("spectator_delay", json_value({"anyOf": [DELAY_SCHEMA, {"type": "null"}]}), required=False),
                Field("rematch_of", text(64), required=False),
                Field("analyses", json_value({"type": "string", "enum": list(ANALYSES)}), required=False),
                Field("hot_seat", boolean(), required=False),
                Field("overdue_after_s", integer(1, 2**31), required=False),
                Field("salt", _HEX, NOBODY, required=False),
                Field("held", seat_mask(MOST_SEATS), required=False),
            ),
        ),
        Message(SeatsFilled),
        Message(
            SeatTaken,
            (
                Field("seat", _SEAT),
                Field("holder", text(32), NOBODY),
                Field("entropy", text(MOST_ENTROPY), required=False),
            ),
        ),
        Message(SeatHandedOver, (Field("seat", _SEAT), Field("kind", word(SEAT_KINDS)), Field("agent", text(64)))),
        Message(SeatResigned, (Field("seat", _SEAT), Field("agent", text(64)))),
        Message(SeatStoodIn, (Field("seat", _SEAT), Field("agent", text(64)), Field("by", _BY, required=False))),
        Message(SeatReturned, (Field("seat", _SEAT),)),
        *seat_messages(_SEAT),
        Message(
            TimedOut,
            (
                Field("seat", _SEAT),
                Field("frame", text(64)),
                Field("action", word(TIMEOUTS)),
                Field("parent", integer(0, 2**53), required=False),
            ),
        ),
        *clock_rows(_SEAT),
        Message(
            GameClosed,
            (
                Field("reason", word(ENDINGS)),
                Field("winners", array(_SEAT, MOST_SEATS)),
                Field("points", array(integer(-(2**31), 2**31), MOST_SEATS)),
            ),
        ),
        Message(RematchOpened, (Field("game", text(64)),)),
        Message(
            HeadMoved,
            (
                Field("to", _VERSION),
                Field("kind", word(MOVES)),
                Field("by", _BY),
                Field("redo", array(_VERSION, 2**20)),
                Field("turn", _TURN, required=False),
            ),
        ),
        Message(
            VoteOpened,
            (
                Field("vote", _VOTE),
                Field("kind", word(VOTES)),
                Field("by", _BY),
                Field("to", nullable(_VERSION)),
                Field("asked", seat_mask(MOST_SEATS)),
                Field("closes_at", integer(0, 2**53)),
                Field("turn", _TURN, required=False),
                Field("until", integer(0, 2**53), required=False),
                Field("seat", _BY, required=False),
            ),
        ),
        Message(VoteCast, (Field("vote", _VOTE), Field("seat", _SEAT), Field("accept", boolean()))),
        Message(VoteClosed, (Field("vote", _VOTE), Field("outcome", word(OUTCOMES)))),
        Message(SeedRevealed, (Field("seed", _HEX), Field("salt", _HEX, required=False))),
    )
)
