"""Holds the position of a game, and the version since which each seat has owed each of its debts."""

from domain.core.agenda import Awaited
from domain.core.decider import Position
from domain.core.ruleset import Ruleset
from service.game.course_hashes import NO_COURSE

Owed = dict[tuple[int, str], int]


class Play:
    """Holds the position right after the newest version that changed it; None before the game is set up.

    `owed` has the version since which a seat had owed a frame right before `version`; `course` is the running hash of
    the public events (see `service.game.course_hashes`).
    """

    __slots__ = ("course", "owed", "position", "version")

    def __init__(
        self, position: Position | None = None, version: int = 0, owed: Owed | None = None, course: bytes = NO_COURSE
    ) -> None:
        self.position = position
        self.version = version
        self.owed = owed or {}
        self.course = course

    def awaiting(self, ruleset: Ruleset) -> list[Awaited]:
        """List the seats that may or must act now."""
        return [] if self.position is None else ruleset.awaiting(self.position)

    def debts(self, ruleset: Ruleset) -> Owed:
        """Return since which version each awaited seat has owed its frame."""
        return {(a.seat, a.frame): self.owed.get((a.seat, a.frame), self.version) for a in self.awaiting(ruleset)}

    def follow(self, ruleset: Ruleset, position: Position | None, version: int) -> "Play":
        """Return the play after a version that led to another position; writing its events extends the course."""
        return Play(position, version, self.debts(ruleset), self.course)

    def copy(self) -> "Play":
        """Return an independent copy."""
        return Play(self.position and self.position.copy(), self.version, self.owed, self.course)
