"""Defines beliefs: what one seat may conclude about what is hidden from it, from the events that it sees."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from domain.core.messages import AnyEvent


class Belief(ABC):
    """Represents what one seat believes right after a version. Beliefs are immutable: `after` returns a new one.

    Successive beliefs share what stays the same, so keeping many costs little memory.
    """

    @abstractmethod
    def after(self, events: Sequence[AnyEvent]) -> "Belief":
        """Return the belief after the next version, whose events come as the seat sees them (`MessageTable.seen`)."""
