"""Models seats and votes of a table at a version."""

from dataclasses import dataclass
from typing import Final, NamedTuple

FIRST_HOLDER: Final = "0"
"""Represents the holder of every seat whose token was given to the creator."""
RESIGNED: Final = "resigned"
ABSENT: Final = "absent"
NO_SEAT: Final = -1
"""Stands for the seat of a vote that concerns none."""
NO_VERSION: Final = -1
"""Stands for the version of a vote that does not move the head."""
UNKNOWN_TURN: Final = -1
"""Stands for the turn of moves and votes in logs that did not record it yet."""
UNKNOWN_NUMBER: Final = -1
"""Stands for the highest number in logs that did not record it when the head moved."""
LENT: Final = "lent"
BACK: Final = (ABSENT, LENT)
"""Lists the ways of leaving a seat that can be taken back."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Describes a place at the table. `holder` identifies the player; `joined` is true if they took an open seat.

    `held` is true if the holder alone has its token: not for a seat whose first token went to the game's creator, until
    it is renewed. `agent` plays an AI seat, or stands in for a bot that is `deadline_s` seconds late (0: without
    limit). `since` is the version at which the current player began. `left` is RESIGNED, ABSENT or LENT while an agent
    plays for a person or bot, whose kind is then in `was` and whose own agent in `spare`. `late` is the version at
    which the current player last timed out (0: never). `client` stands for the key that acts for the seat, if one does.
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
    client: str = ""

    @property
    def belongs_to(self) -> str:
        """Return the kind of player that the seat belongs to, absent or not."""
        return self.was or self.kind


class Rest(NamedTuple):
    """Records a pause from version `paused` to `resumed` (0 while it lasts), until `until` (ms) at the latest."""

    paused: int
    until: int
    resumed: int = 0


@dataclass(frozen=True, slots=True)
class Vote:
    """Describes a vote of the parties in the mask `asked`; `status` is open or one of OUTCOMES, `closes_at` is in ms.

    `turn` is the number of the turn in which it was opened, UNKNOWN_TURN in old logs; `opened` and `closed` are the
    versions at which it was opened and decided; `until` (ms) is the end of a requested pause, `seat` the seat to be
    opened.
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
