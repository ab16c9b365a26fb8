"""The choices that events of the table name: numbers or constants in code, words in the log and in the API."""

from enum import IntEnum, StrEnum
from typing import Final, Self


class Word(IntEnum):
    """A choice whose number stands in an event, and whose name in small letters is its word."""

    @property
    def word(self) -> str:
        """How the log and the API name the choice."""
        return self.name.lower()

    @classmethod
    def of(cls, word: str) -> Self:
        """The choice of a word; raises KeyError for one that names none."""
        return cls[word.upper()]

    @classmethod
    def words(cls) -> tuple[str, ...]:
        """The words of all choices, by number."""
        return tuple(choice.word for choice in cls)


class SeatKind(Word):
    """Who plays on a seat."""

    HUMAN = 0
    AI = 1
    BOT = 2
    OPEN = 3


class HeadMove(Word):
    """Which way the head of a game is moved."""

    UNDO = 0
    REDO = 1


class Question(Word):
    """What a vote is about; the first two move the head as HeadMove says."""

    UNDO = 0
    REDO = 1
    ABANDON = 2
    PAUSE = 3
    SEAT = 4


class Outcome(Word):
    """How a vote was closed."""

    PASSED = 0
    REJECTED = 1
    EXPIRED = 2
    STALE = 3


class Ending(Word):
    """Why the table ended a game before the rules did."""

    RESIGNATION = 0
    ABANDONED = 1


class Timeout(Word):
    """What is done when the time of a seat has run out."""

    DEFAULT = 0
    AGENT = 1
    RESIGN = 2


class UndoPolicy(StrEnum):
    """How far commands of a game may be undone."""

    FREE = "free"
    UNTIL_REVEAL = "until_reveal"
    CONSENT = "consent"
    OFF = "off"


class Analyses(StrEnum):
    """When an engine's help is given: after the end of a game, or always."""

    FINISHED = "finished"
    ALL = "all"


SEAT_KINDS: Final = SeatKind.words()
MOVES: Final = HeadMove.words()
VOTES: Final = Question.words()
OUTCOMES: Final = Outcome.words()
ENDINGS: Final = Ending.words()
TIMEOUTS: Final = Timeout.words()
UNDO_POLICIES: Final = tuple(policy.value for policy in UndoPolicy)
ANALYSES: Final = tuple(choice.value for choice in Analyses)
