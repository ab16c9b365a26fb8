"""Seats and votes of a table, as they stand at a version."""

from dataclasses import dataclass
from typing import Final, NamedTuple

FIRST_HOLDER: Final = "0"
"""The holder of every seat whose token went to the creator."""
RESIGNED: Final = "resigned"
ABSENT: Final = "absent"
NO_SEAT: Final = -1
"""The seat that a vote is about which is about none."""
NO_VERSION: Final = -1
"""The version that a vote is to move the head to which moves it nowhere."""
UNKNOWN_TURN: Final = -1
"""The turn of moves and votes in logs that did not note it yet."""
LENT: Final = "lent"
BACK: Final = (ABSENT, LENT)
"""How a seat may be left that is taken back."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table. `holder` names one sitting; `joined` is true for whoever took an open seat, `held`
    for whoever alone has its token: not for a seat whose first token its maker was given, until that is renewed.

    `agent` plays an AI seat, or stands in for a bot that lets `deadline_s` seconds pass (0: as many as it likes).
    `since` is the version at which whoever plays here began to. `left` is RESIGNED, ABSENT or LENT while an agent plays
    the seat of a person or bot, whose kind is then in `was` and whose own agent in `spare`. `late` is the version at
    which the time of whoever plays here ran out last (0: it never did).
    """

    kind: str
    agent: str = ""
    holder: str = FIRST_HOLDER
    joined: bool = False
    deadline_s: int = 0
    since: int = 0
    left: str = ""
    was: str = ""
    spare: str = ""
    late: int = 0
    held: bool = False

    @property
    def belongs_to(self) -> str:
        """The kind of whom the seat belongs to, absent or not."""
        return self.was or self.kind


class Rest(NamedTuple):
    """A pause from the version `paused` to the version `resumed` (0 while it lasts), at most until `until` (ms)."""

    paused: int
    until: int
    resumed: int = 0


@dataclass(frozen=True, slots=True)
class Vote:
    """A question to the parties in the mask `asked`; `status` is open or one of OUTCOMES, `closes_at` in ms.

    `turn` is the number of the turn in which it was asked, `opened` and `closed` are the versions at which it was asked
    and decided; `until` (ms) is the end of a pause that is asked for, `seat` the one that is to be open. A vote of an
    old log, written before turns were noted, has the turn UNKNOWN_TURN.
    """

    id: int
    kind: str
    by: int
    to: int
    asked: int
    closes_at: int
    yes: int = 0
    no: int = 0
    status: str = "open"
    turn: int = UNKNOWN_TURN
    opened: int = 0
    closed: int = 0
    until: int = 0
    seat: int = NO_SEAT
