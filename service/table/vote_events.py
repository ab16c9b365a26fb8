"""Defines the events of votes, and of the moves of the head that undo and redo make."""

from dataclasses import dataclass
from typing import Final

from domain.core.kinds import array, boolean, integer, nullable, seat_mask, word
from domain.core.messages import Field, Message
from service.table.terms import (
    MOMENT,
    MOST_SEATS,
    MOVES,
    NO_SEAT,
    OUTCOMES,
    SEAT,
    SEAT_OR_NONE,
    UNKNOWN_NUMBER,
    UNKNOWN_TURN,
    VOTES,
)


@dataclass(frozen=True, slots=True)
class HeadMoved:
    """The position is now that of version `to`; `redo` are the heads that undos have left, the newest last.

    `turn` is the number of the turn in which the move was requested; `numbered` the highest number that anything in the
    game, such as an offer, has had on any line. Numbers given after the move are higher.
    """

    to: int
    kind: int
    by: int
    redo: tuple[int, ...]
    turn: int = UNKNOWN_TURN
    numbered: int = UNKNOWN_NUMBER


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


_VERSION: Final = integer(1, 2**53)
_VOTE: Final = integer(1, 2**31)
_TURN: Final = nullable(integer(0, 2**31))
VOTE_MESSAGES: Final = (
    Message(
        HeadMoved,
        (
            Field("to", _VERSION),
            Field("kind", word(MOVES)),
            Field("by", SEAT_OR_NONE),
            Field("redo", array(_VERSION, 2**20)),
            Field("turn", _TURN, required=False),
            Field("numbered", nullable(integer(0, 2**31)), required=False),
        ),
    ),
    Message(
        VoteOpened,
        (
            Field("vote", _VOTE),
            Field("kind", word(VOTES)),
            Field("by", SEAT_OR_NONE),
            Field("to", nullable(_VERSION)),
            Field("asked", seat_mask(MOST_SEATS)),
            Field("closes_at", MOMENT),
            Field("turn", _TURN, required=False),
            Field("until", MOMENT, required=False),
            Field("seat", SEAT_OR_NONE, required=False),
        ),
    ),
    Message(VoteCast, (Field("vote", _VOTE), Field("seat", SEAT), Field("accept", boolean()))),
    Message(VoteClosed, (Field("vote", _VOTE), Field("outcome", word(OUTCOMES)))),
)
