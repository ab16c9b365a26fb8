"""Defines the events of a table's clocks, and the schema of a clock."""

from dataclasses import dataclass
from typing import Any, Final

from domain.core.kinds import integer, text, word
from domain.core.messages import Field, Message
from service.table.terms import MOMENT, SEAT, SEAT_OR_NONE, TIMEOUTS
from service.table.timesheets import BANK, DAYS, MOVE


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
class TimeUsed:
    """A seat that had to act used `ms` milliseconds between the version before and this one.

    `parent` is the version of the position in which the act was made that led to the obligation. An obligation that
    arises again after an undo has the same parent: seat, frame and parent identify it on every line.
    """

    seat: int
    frame: str
    parent: int
    ms: int


@dataclass(frozen=True, slots=True)
class TurnCredited:
    """A seat ended its turn, and its bank got the clock's increment."""

    seat: int
    turn: int


@dataclass(frozen=True, slots=True)
class HolidayTaken:
    """A seat extended by `days` days its deadlines, and those that arise until `until` (ms)."""

    seat: int
    days: int
    until: int


@dataclass(frozen=True, slots=True)
class GraceGiven:
    """A seat whose time was over gets the clock's `grace_s` for what it owes, because its connection was lost.

    `parent` identifies the obligation as in TimeUsed; `turn` is the number of the turn, in which it gets no other.
    """

    seat: int
    frame: str
    parent: int
    turn: int


@dataclass(frozen=True, slots=True)
class GamePaused:
    """The game is paused until `until` (ms), or until a party ends the pause."""

    until: int


@dataclass(frozen=True, slots=True)
class GameResumed:
    """The pause is over; `by` is the seat that ended it, null if its time had come."""

    by: int


def _clock(kind: str, *needed: str, **properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "kind": {"type": "string", "const": kind},
            **properties,
            "on_timeout": {"type": "string", "enum": list(TIMEOUTS)},
        },
        "required": [*needed, "on_timeout"],
    }


_AT_LEAST_ONE: Final = {"type": "integer", "minimum": 1}
_NUMBER: Final = {"type": "integer", "minimum": 0}
CLOCK_SCHEMA: Final[dict[str, Any]] = {
    "anyOf": [
        _clock(MOVE, "seconds", seconds=_AT_LEAST_ONE, grace_s=_AT_LEAST_ONE),
        _clock(BANK, "kind", "seconds", "increment_s", seconds=_AT_LEAST_ONE, increment_s=_NUMBER),
        _clock(DAYS, "kind", "days", "holidays", days=_AT_LEAST_ONE, holidays=_NUMBER),
    ]
}
"""Describes a clock; one without a `kind`, set before there were kinds, is of the kind `move`."""

_PARENT: Final = integer(0, 2**53)
CLOCK_MESSAGES: Final = (
    Message(
        TimedOut,
        (
            Field("seat", SEAT),
            Field("frame", text(64)),
            Field("action", word(TIMEOUTS)),
            Field("parent", _PARENT, required=False),
        ),
    ),
    Message(
        TimeUsed,
        (
            Field("seat", SEAT),
            Field("frame", text(64)),
            Field("parent", _PARENT),
            Field("ms", integer(1, 2**53)),
        ),
    ),
    Message(
        HolidayTaken,
        (Field("seat", SEAT), Field("days", integer(1, 2**31)), Field("until", MOMENT)),
    ),
    Message(
        GraceGiven,
        (Field("seat", SEAT), Field("frame", text(64)), Field("parent", _PARENT), Field("turn", integer(0, 2**31))),
    ),
    Message(GamePaused, (Field("until", MOMENT),)),
    Message(GameResumed, (Field("by", SEAT_OR_NONE),)),
    Message(TurnCredited, (Field("seat", SEAT), Field("turn", integer(0, 2**31)))),
)
