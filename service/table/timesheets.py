"""What a table's log says about time: how long each seat took for what it owed.

It is never rewound, so that no undo gives time back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

Obligation = tuple[int, str, int]
"""Seat, frame, and the version that made the position from which the one that brought it up went on."""
MOST_KEPT: Final = 1024
"""So many obligations are remembered, those charged last; none before them comes up again by any ordinary undo."""
MS: Final = 1000
KINDS: Final = ("move", "bank", "days")
"""The kinds of clock: a limit for each thing owed, a budget for the game, days for each thing owed."""
MOVE, BANK, DAYS = KINDS


class Holiday(NamedTuple):
    """Days by which a seat put off what it owed then, or came to owe until `until` (ms)."""

    seat: int
    days: int
    until: int


@dataclass(frozen=True, slots=True)
class Timesheet:
    """Time as it stands after a version, in ms; what it holds is replaced, never changed.

    `used` tells how long each obligation was owed on any line. Under a clock with banks, `banks` tells what each seat
    has left and `credited` the newest turn for which it got its increment; the obligations are not kept then.
    """

    used: Mapping[Obligation, int] = field(default_factory=dict)
    banks: tuple[int, ...] = ()
    credited: tuple[int, ...] = ()
    holidays: tuple[Holiday, ...] = ()

    def charged(self, obligation: Obligation, ms: int) -> "Timesheet":
        """The sheet after a seat took so much more time."""
        seat = obligation[0]
        if self.banks:
            return replace(self, banks=_put(self.banks, seat, max(0, self.banks[seat] - ms)))
        used = dict(self.used)
        used[obligation] = used.pop(obligation, 0) + ms
        if len(used) > MOST_KEPT:
            del used[next(iter(used))]
        return replace(self, used=used)

    def cleared(self, obligation: Obligation) -> "Timesheet":
        """The sheet after a time-out: the obligation begins anew, should it ever stand again."""
        return replace(self, used={one: ms for one, ms in self.used.items() if one != obligation})

    def renewed(self, seat: int, bank_ms: int) -> "Timesheet":
        """The sheet with a new person on a seat, who has used nothing."""
        used = {one: ms for one, ms in self.used.items() if one[0] != seat}
        holidays = tuple(taken for taken in self.holidays if taken.seat != seat)
        return replace(self, used=used, banks=_put(self.banks, seat, bank_ms), holidays=holidays)

    def with_holiday(self, holiday: Holiday) -> "Timesheet":
        """The sheet after a seat took a holiday."""
        return replace(self, holidays=(*self.holidays, holiday))

    def with_credit(self, seat: int, turn: int, ms: int) -> "Timesheet":
        """The sheet after a turn for whose end a bank gets something."""
        banks = _put(self.banks, seat, self.banks[seat] + ms)
        return replace(self, banks=banks, credited=_put(self.credited, seat, turn))

    def pack(self) -> dict[str, Any]:
        """The sheet as JSON."""
        used = [[*obligation, ms] for obligation, ms in self.used.items()]
        return {
            "used": used,
            "banks": self.banks,
            "credited": self.credited,
            "holidays": [[*taken] for taken in self.holidays],
        }

    @classmethod
    def unpack(cls, packed: Mapping[str, Any]) -> "Timesheet":
        """The sheet again, from `pack`'s JSON."""
        used = {(seat, frame, parent): ms for seat, frame, parent, ms in packed["used"]}
        holidays = tuple(Holiday(*taken) for taken in packed["holidays"])
        return cls(used, tuple(packed["banks"]), tuple(packed["credited"]), holidays)


def new_sheet(clock: Mapping[str, Any] | None, seats: int) -> Timesheet:
    """The sheet of a table that is just opened."""
    bank = bank_ms(clock)
    return Timesheet(banks=(bank,) * seats, credited=(-1,) * seats) if bank else Timesheet()


def bank_ms(clock: Mapping[str, Any] | None) -> int:
    """What every seat's bank holds at first; 0 where there are none."""
    return MS * int(clock["seconds"]) if clock and clock.get("kind") == BANK else 0


def _put(row: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*row[:at], value, *row[at + 1 :]) if row else row
