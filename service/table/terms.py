"""Defines the terms of a table, of which its events and its state are made: choices, seats, pauses, votes.

Choices are numbers or constants in code, words in the log and the API.
"""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final, NamedTuple, Self

from domain.core.kinds import integer, nullable


class Word(IntEnum):
    """Represents a choice with a number in events, whose lowercase name is its word."""

    @property
    def word(self) -> str:
        """Return the name of the choice in the log and the API."""
        return self.name.lower()

    @classmethod
    def of(cls, word: str) -> Self:
        """Return the choice with a word; raises KeyError for an unknown one."""
        return cls[word.upper()]

    @classmethod
    def words(cls) -> tuple[str, ...]:
        """Return the words of all choices, by number."""
        return tuple(choice.word for choice in cls)


class SeatKind(Word):
    """Says who plays on a seat."""

    HUMAN = 0
    AI = 1
    BOT = 2
    OPEN = 3


class HeadMove(Word):
    """Says which way the head of a game is moved."""

    UNDO = 0
    REDO = 1


class Question(Word):
    """Says what a vote is about; the first two move the head as in HeadMove."""

    UNDO = 0
    REDO = 1
    ABANDON = 2
    PAUSE = 3
    SEAT = 4


class Outcome(Word):
    """Says how a vote was closed."""

    PASSED = 0
    REJECTED = 1
    EXPIRED = 2
    STALE = 3


class Ending(Word):
    """Says why the table ended a game before the rules did."""

    RESIGNATION = 0
    ABANDONED = 1


class Timeout(Word):
    """Says what is done when the time of a seat has run out."""

    DEFAULT = 0
    AGENT = 1
    RESIGN = 2


class UndoPolicy(StrEnum):
    """Says how far commands of a game may be undone."""

    FREE = "free"
    UNTIL_REVEAL = "until_reveal"
    CONSENT = "consent"
    OFF = "off"


class Analyses(StrEnum):
    """Says when analyses are allowed: after the end of a game, or always."""

    FINISHED = "finished"
    ALL = "all"


class Talk(StrEnum):
    """Says how often agents offer trades at a table: as they like, in every third round, or never."""

    USUAL = "usual"
    LITTLE = "little"
    SILENT = "silent"


SEAT_KINDS: Final = SeatKind.words()
MOVES: Final = HeadMove.words()
VOTES: Final = Question.words()
OUTCOMES: Final = Outcome.words()
ENDINGS: Final = Ending.words()
TIMEOUTS: Final = Timeout.words()
UNDO_POLICIES: Final = tuple(policy.value for policy in UndoPolicy)
ANALYSES: Final = tuple(choice.value for choice in Analyses)
TALKS: Final = tuple(choice.value for choice in Talk)
STATUSES: Final = ("open", "running", "finished")

FIRST_HOLDER: Final = "0"
"""Represents the holder of every seat whose token was given to the creator."""
PEOPLE: Final = ("human", "bot")
"""Lists the kinds of players who are no agents of the server."""
RESIGNED: Final = "resigned"
ABSENT: Final = "absent"
OWNER: Final = -1
"""Stands in `by` for the owner, who has no seat."""
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
MOST_SEATS: Final = 8
SEAT: Final = integer(0, MOST_SEATS - 1)
SEAT_OR_NONE: Final = nullable(SEAT)
MOMENT: Final = integer(0, 2**53)
"""Represents a point in time, in ms since 1970."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Describes a place at the table. `holder` identifies the player; `joined` is true if they took an open seat.

    `held` is true if the holder alone has its token: not for a seat whose first token went to the game's creator, until
    it is renewed. `agent`, named with its version (`AgentName` of the catalog), plays an AI seat, or stands in for a
    bot that is `deadline_s` seconds late (0: without limit). `since` is the version at which the current player began.
    `left` is RESIGNED, ABSENT or LENT while an agent plays for a person or bot, whose kind is then in `was` and whose
    own agent in `spare`. `late` is the version at which the current player last timed out (0: never). `client` stands
    for the key that acts for the seat, if one does.
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
