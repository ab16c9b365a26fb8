"""Defines the events of a table's clocks, and the schema of a clock."""

from dataclasses import dataclass
from typing import Any, Final

from domain.core.kinds import integer, nullable, text
from domain.core.messages import Field, Message
from service.table.choices import TIMEOUTS
from service.table.timesheets import BANK, DAYS, MOVE


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
        _clock(MOVE, "seconds", seconds=_AT_LEAST_ONE),
        _clock(BANK, "kind", "seconds", "increment_s", seconds=_AT_LEAST_ONE, increment_s=_NUMBER),
        _clock(DAYS, "kind", "days", "holidays", days=_AT_LEAST_ONE, holidays=_NUMBER),
    ]
}
"""Describes a clock; one without a `kind`, set before there were kinds, is of the kind `move`."""

MOST_MS: Final = 2**53


def clock_rows(seat: Any) -> tuple[Message, ...]:
    """Return the rows of these events; `seat` is the type of a seat's number."""
    return (
        Message(
            TimeUsed,
            (
                Field("seat", seat),
                Field("frame", text(64)),
                Field("parent", integer(0, MOST_MS)),
                Field("ms", integer(1, MOST_MS)),
            ),
        ),
        Message(
            HolidayTaken,
            (Field("seat", seat), Field("days", integer(1, 2**31)), Field("until", integer(0, MOST_MS))),
        ),
        Message(GamePaused, (Field("until", integer(0, MOST_MS)),)),
        Message(GameResumed, (Field("by", nullable(seat)),)),
        Message(TurnCredited, (Field("seat", seat), Field("turn", integer(0, 2**31)))),
    )
