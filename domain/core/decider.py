"""Decide thinks, evolve assigns: a draft records events and applies them to an owned position in one stroke.

Source: the decider pattern (decide, evolve, initial state).
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from domain.core.chance import Chance
from domain.core.errors import InternalRuleError

MOST_EVENTS: Final = 100


class Position(Protocol):
    """A game's state: everything that later decisions depend on; `draws` counts the draws of each chance stream."""

    draws: list[int]

    def copy(self) -> "Position":
        """An independent copy."""


class Draft:
    """An owned position under decision; `emit` is the only pen."""

    def __init__(
        self,
        state: Any,
        chance: Chance,
        streams: tuple[str, ...],
        evolvers: dict[Any, Callable[[Any, Any], None]],
    ) -> None:
        self.state = state
        self.chance = chance
        self.streams = streams
        self.evolvers = evolvers
        self.events: list[Any] = []

    def emit(self, event: Any) -> None:
        """Record an event and apply it."""
        events = self.events
        events.append(event)
        if len(events) > MOST_EVENTS:
            raise InternalRuleError("one command made more than 100 events")
        self.evolvers[type(event)](self.state, event)

    def draw(self, stream: int, weights: Sequence[int]) -> int:
        """The stream's next outcome, an index into `weights`; the event that carries it advances the counter."""
        return self.chance.pick(self.streams[stream], self.state.draws[stream], weights)
