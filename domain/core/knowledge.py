"""Defines what a document says of a position, and what a seat believes."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from domain.core.config import Config
from domain.core.documents import Document
from domain.core.messages import AnyEvent


@dataclass(frozen=True, slots=True)
class Known:
    """Describes a position as a document describes it: what one seat knows, or all of it if every hand is shown.

    `state` is what `Ruleset.render` returns for `seat` (None: a spectator), `layout` what `Ruleset.layout` returns.
    `first` is the seat that began, if that is known, and `numbered` the highest number given to an offer so far. The
    types and bounds of all members have been checked.
    """

    config: Config
    state: Document
    seat: int | None = None
    layout: Document | None = None
    first: int | None = None
    numbered: int = 0


class Belief(ABC):
    """Represents what one seat believes right after a version. Beliefs are immutable: `after` returns a new one.

    Successive beliefs share what stays the same, so keeping many costs little memory.
    """

    @abstractmethod
    def after(self, events: Sequence[AnyEvent]) -> "Belief":
        """Return the belief after the next version, whose events come as the seat sees them (`MessageTable.seen`)."""
