"""Declares what positions need of the rules that their game is played by; `module.Rules` provides it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Generic

from domain.catan.points import G, P, Points, S
from domain.catan.slices import Slice
from domain.catan.wares import Ware
from domain.core.agenda import Frames
from domain.core.documents import Document, JsonObject
from domain.core.messages import Keyed
from domain.core.rules import Rules
from domain.core.ruleset import Config


class Composed(Rules[S], ABC, Generic[G, P, S]):
    """Represents the base game and the modules of one game, put together."""

    points: Points[G, P, S]
    wares: dict[int, Ware[P]]
    between_turns: dict[type, str]
    options: dict[str, JsonObject]
    before: JsonObject
    evidence: dict[type, Callable[[Any, Keyed], None]]
    frame_table: Frames

    @property
    def targets(self) -> Sequence[Callable[[Config], int]]:
        """Return the functions that say how many victory points a module adds to the target."""
        return self.points.target

    @abstractmethod
    def open_slices(self, setting: G) -> dict[str, Slice]:
        """Return the slices of a new game, by the names of their modules."""

    @abstractmethod
    def unpack_slices(self, packed: Document, state: S) -> dict[str, Slice]:
        """Return the slices of a packed position, which is whole but for them."""
