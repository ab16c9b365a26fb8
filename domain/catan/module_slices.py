"""Defines slices: the parts of a position that belong to modules."""

from abc import ABC, abstractmethod
from random import Random

from domain.core.documents import JsonObject
from domain.core.number_rows import Row
from domain.core.table_state import TableState


class Slice(ABC):
    """Represents a module's own part of a position. Secrets of other seats are hidden before an observer gets it."""

    @abstractmethod
    def copy(self) -> "Slice":
        """Return an independent copy."""

    @abstractmethod
    def pack(self) -> object:
        """Return JSON values from which the module's `unpack` makes the slice again."""

    @abstractmethod
    def observed(self, seat: int) -> "Slice":
        """Return what a seat (-1: a spectator) knows of it."""

    @abstractmethod
    def render(self, view: TableState, seat: int) -> JsonObject:
        """Return an observed slice as JSON; `view` is the knowledge that it is part of, that of `seat`."""

    @abstractmethod
    def determinized(self, state: TableState, rng: Random, noted: Row = ()) -> "Slice":
        """Return a whole slice that fits an observed one, the unknown sampled; `state` is whole but for its slices.

        `noted` is what the observer remembers of what it has seen, as the module's `evidence` noted it; () for nothing.
        """

    def pledged(self, view: TableState) -> tuple[int, ...]:
        """Return the cards that seats show to hold while something waits, flat by seat and kind; () for none."""
        return ()

    def seen_in_deck(self) -> tuple[int, ...]:
        """Return the development cards that this slice's observer knows to lie in the deck, by kind; () for none."""
        return ()


class OpenSlice(Slice):
    """Represents a part of which every observer sees all."""

    def observed(self, seat: int) -> Slice:
        """Return all of it."""
        return self.copy()

    def determinized(self, state: TableState, rng: Random, noted: Row = ()) -> Slice:
        """Return all of it, since nothing is unknown."""
        return self.copy()
