"""Records how much time each seat has used for its obligations, by the kind of clock.

It is never rewound, so an undo gives no time back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

Obligation = tuple[int, str, int]
"""Identifies an obligation: seat, frame, and the version of the position in which the act was made that led to it."""
MOST_KEPT: Final = 1024
"""Limits how many obligations are remembered, those charged last; no ordinary undo returns to older ones."""
MS: Final = 1000
KINDS: Final = ("move", "bank", "days")
"""Lists the kinds of clock: a limit per obligation, a budget per game, days per obligation."""
MOVE, BANK, DAYS = KINDS


class Holiday(NamedTuple):
    """Records by how many days a seat extended its deadlines, and those that arise until `until` (ms)."""

    seat: int
    days: int
    until: int


class Grace(NamedTuple):
    """Records that a seat got more time in a turn for an obligation, after it had lost its connection.

    It `is_spent` once that time was over, too.
    """

    seat: int
    frame: str
    parent: int
    turn: int
    is_spent: bool = False

    @property
    def obligation(self) -> Obligation:
        """Return the obligation that it is for."""
        return self.seat, self.frame, self.parent


@dataclass(frozen=True, slots=True)
class Timesheet:
    """Holds the used time in ms after a version; its members are replaced, never changed.

    `used` is the time per obligation, over all lines. Under a clock with banks, `banks` is what each seat has left and
    `credited` the newest turn for which it got its increment; obligations are not recorded then. `graces` are all that
    seats got, on any line.
    """

    used: Mapping[Obligation, int] = field(default_factory=dict)
    banks: tuple[int, ...] = ()
    credited: tuple[int, ...] = ()
    holidays: tuple[Holiday, ...] = ()
    graces: tuple[Grace, ...] = ()

    def charge(self, obligation: Obligation, ms: int) -> "Timesheet":
        """Return the sheet after a seat used so much more time."""
        seat = obligation[0]
        if self.banks:
            return replace(self, banks=_put(self.banks, seat, max(0, self.banks[seat] - ms)))
        used = dict(self.used)
        used[obligation] = used.pop(obligation, 0) + ms
        if len(used) > MOST_KEPT:
            del used[next(iter(used))]
        return replace(self, used=used)

    def clear(self, obligation: Obligation) -> "Timesheet":
        """Return the sheet after a timeout: the obligation starts from zero, should it arise again, without a grace."""
        graces = tuple(one._replace(is_spent=True) if one.obligation == obligation else one for one in self.graces)
        return replace(self, used={one: ms for one, ms in self.used.items() if one != obligation}, graces=graces)

    def renew(self, seat: int, bank_ms: int) -> "Timesheet":
        """Return the sheet with a new player on a seat, who has used nothing."""
        used = {one: ms for one, ms in self.used.items() if one[0] != seat}
        holidays = tuple(taken for taken in self.holidays if taken.seat != seat)
        graces = tuple(given for given in self.graces if given.seat != seat)
        return replace(self, used=used, banks=_put(self.banks, seat, bank_ms), holidays=holidays, graces=graces)

    def with_credit(self, seat: int, turn: int, ms: int) -> "Timesheet":
        """Return the sheet after a bank was credited for a turn."""
        banks = _put(self.banks, seat, self.banks[seat] + ms)
        return replace(self, banks=banks, credited=_put(self.credited, seat, turn))

    def pack(self) -> dict[str, Any]:
        """Return the sheet as JSON values."""
        used = [[*obligation, ms] for obligation, ms in self.used.items()]
        return {
            "used": used,
            "banks": self.banks,
            "credited": self.credited,
            "holidays": [[*taken] for taken in self.holidays],
            **({"graces": [[*given] for given in self.graces]} if self.graces else {}),
        }

    @classmethod
    def unpack(cls, packed: Mapping[str, Any]) -> "Timesheet":
        """Restore a sheet that `pack` made."""
        used = {(seat, frame, parent): ms for seat, frame, parent, ms in packed["used"]}
        holidays = tuple(Holiday(*taken) for taken in packed["holidays"])
        graces = tuple(Grace(*given) for given in packed.get("graces", ()))
        return cls(used, tuple(packed["banks"]), tuple(packed["credited"]), holidays, graces)


def new_sheet(clock: Mapping[str, Any] | None, seats: int) -> Timesheet:
    """Return the sheet of a newly opened table."""
    bank = bank_ms(clock)
    return Timesheet(banks=(bank,) * seats, credited=(-1,) * seats) if bank else Timesheet()


def bank_ms(clock: Mapping[str, Any] | None) -> int:
    """Return with how many ms every seat's bank begins; 0 without banks."""
    return MS * int(clock["seconds"]) if clock and clock.get("kind") == BANK else 0


def _put(row: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*row[:at], value, *row[at + 1 :]) if row else row
