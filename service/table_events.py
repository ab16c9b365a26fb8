"""The events of the table: seats, votes, moves of the head, the seed. They are never rewound."""

from dataclasses import dataclass
from typing import Any, Final

from domain.core.kinds import array, boolean, integer, json_value, nullable, seat_mask, text, word
from domain.core.messages import NOBODY, Field, Message, MessageTable

MOST_SEATS: Final = 8
MOST_ENTROPY: Final = 64
SEAT_KINDS: Final = ("human", "ai", "bot", "open")
UNDO_POLICIES: Final = ("free", "until_reveal", "consent", "off")
MOVES: Final = ("undo", "redo")
OUTCOMES: Final = ("passed", "rejected", "expired", "stale")
OWNER: Final = -1
"""Stands in `by` for the owner, who sits nowhere."""


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A game was created. `seats` holds kind and agent of each; `parent` names the game and version it branched from.

    `seed` is the key of all chance, `commitment` its SHA-256, shown from the first.
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


@dataclass(frozen=True, slots=True)
class SeatsFilled:
    """The last seat was taken; from here on the game runs."""


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Somebody sat down on an open seat; `holder` names this sitting, for the token that goes with it.

    `entropy` is what they throw in for chance, where they did so before the game began.
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
class HeadMoved:
    """The position is now that of version `to`; `redo` are the heads that undos have left, the newest last."""

    to: int
    kind: int
    by: int
    redo: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class VoteOpened:
    """Those `asked` are to say whether the head may move to `to`; silence until `closes_at` (ms) is no."""

    vote: int
    kind: int
    by: int
    to: int
    asked: int
    closes_at: int


@dataclass(frozen=True, slots=True)
class VoteCast:
    """One of those asked answered."""

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
    """The game is over; the seed proves the commitment and every draw."""

    seed: str


_SEAT: Final = integer(0, MOST_SEATS - 1)
_VERSION: Final = integer(1, 2**53)
_VOTE: Final = integer(1, 2**31)
_HEX: Final = text(256)
_OBJECT: Final = json_value({"type": "object"})
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
                Field("options", _OBJECT),
                Field("seats", _SEATS),
                Field("undo", json_value({"type": "string", "enum": list(UNDO_POLICIES)})),
                Field("private", boolean()),
                Field("unfair", boolean()),
                Field("parent", _PARENT),
                Field("chance", text(64)),
                Field("commitment", _HEX),
                Field("seed", _HEX, NOBODY),
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
        Message(
            HeadMoved,
            (
                Field("to", _VERSION),
                Field("kind", word(MOVES)),
                Field("by", _BY),
                Field("redo", array(_VERSION, 2**20)),
            ),
        ),
        Message(
            VoteOpened,
            (
                Field("vote", _VOTE),
                Field("kind", word(MOVES)),
                Field("by", _BY),
                Field("to", _VERSION),
                Field("asked", seat_mask(MOST_SEATS)),
                Field("closes_at", integer(0, 2**53)),
            ),
        ),
        Message(VoteCast, (Field("vote", _VOTE), Field("seat", _SEAT), Field("accept", boolean()))),
        Message(VoteClosed, (Field("vote", _VOTE), Field("outcome", word(OUTCOMES)))),
        Message(SeedRevealed, (Field("seed", _HEX),)),
    )
)
