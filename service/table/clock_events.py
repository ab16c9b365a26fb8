"""The events of a table's clocks, and what a clock may be."""

from dataclasses import dataclass
from typing import Any, Final

from domain.core.kinds import integer, nullable, text
from domain.core.messages import Field, Message
from service.table.choices import TIMEOUTS
from service.table.timesheets import BANK, DAYS, MOVE


@dataclass(frozen=True, slots=True)
class TimeUsed:
    """A seat that owed something took `ms` milliseconds, from the version before up to this one.

    `parent` is the version that made the position from which the one that asked for it went on. What a seat owes again
    after an undo has the same parent: seat, frame and parent name an obligation on every line.
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
    """A seat puts off for `days` days what it owes, and what it comes to owe until `until` (ms)."""

    seat: int
    days: int
    until: int


@dataclass(frozen=True, slots=True)
class GamePaused:
    """The game rests until `until` (ms), or until somebody ends the pause."""

    until: int


@dataclass(frozen=True, slots=True)
class GameResumed:
    """The pause is over; `by` is the seat that ended it, null where its time had come."""

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
"""Those that were set before there were kinds have none, and are of the kind `move`."""

MOST_MS: Final = 2**53


def clock_rows(seat: Any) -> tuple[Message, ...]:
    """The rows of the table of events; `seat` is the kind of a seat's number."""
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
