"""Defines the choices in the table's events: numbers or constants in code, words in the log and the API."""

from enum import IntEnum, StrEnum
from typing import Final, Self


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


STATUSES: Final = ("open", "running", "finished")
SEAT_KINDS: Final = SeatKind.words()
MOVES: Final = HeadMove.words()
VOTES: Final = Question.words()
OUTCOMES: Final = Outcome.words()
ENDINGS: Final = Ending.words()
TIMEOUTS: Final = Timeout.words()
UNDO_POLICIES: Final = tuple(policy.value for policy in UndoPolicy)
ANALYSES: Final = tuple(choice.value for choice in Analyses)
