"""Decide thinks, evolve assigns: a draft records events and applies them to an owned position in one stroke.

Source: the decider pattern (decide, evolve, initial state).
"""

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Final, Generic, Protocol, Self, TypeVar

from domain.core.chance import Chance
from domain.core.errors import InternalRuleError
from domain.core.messages import AnyEvent, Keyed

MOST_EVENTS: Final = 100
_TOO_MANY: Final = "one command made more than 100 events"


class Position(Protocol):
    """Is a game's state: everything that later decisions depend on; `draws` counts the draws of each chance stream."""

    draws: list[int]

    def copy(self) -> Self:
        """Return an independent copy."""


S = TypeVar("S", bound=Position)

Evolvers = Mapping[type, Callable[[S, Keyed], None]]
"""Maps the class of an event to the function that writes its outcome into a position."""
EvolverTable = dict[type, Callable[[S, Keyed], None]]
"""The table of a whole game; a `dict` because mypyc compiles that to faster code than a mapping."""


class Draft(Generic[S]):
    """Holds an owned position while a command is decided; only `emit` changes it.

    If no code reads the events afterwards, as in a search that keeps only the position, `is_read` is False, and events
    that no rule looks at are left out. `numbered` is the highest number given, to an offer for instance, on lines of
    play that an undo has left; a command gives out higher numbers only. `now` is the time in ms since 1970, by which
    what will end by itself is dated; 0 where no clock runs.
    """

    def __init__(self, state: S, chance: Chance, streams: tuple[str, ...], evolvers: EvolverTable[S]) -> None:
        self.state = state
        self.chance = chance
        self.streams = streams
        self.evolvers = evolvers
        self.events: list[AnyEvent] = []
        self.is_read = True
        self.numbered = 0
        self.now = 0

    def emit(self, event: AnyEvent) -> None:
        """Record an event and apply it."""
        events = self.events
        events.append(event)
        if len(events) > MOST_EVENTS:
            raise InternalRuleError(_TOO_MANY)
        self.evolvers[type(event)](self.state, event)

    def draw(self, stream: int, weights: Sequence[int]) -> int:
        """Return the stream's next outcome, an index into `weights`; the event that records it advances the counter."""
        return self.chance.pick(self.streams[stream], self.state.draws[stream], weights)

    def draw_even(self, stream: int, size: int) -> int:
        """Return the stream's next outcome, an index below `size`, where all are equally likely."""
        return self.chance.even(self.streams[stream], self.state.draws[stream], size)


class LookingBack(Draft[S]):
    """Keeps the position before each event of some types, to compare it with the one after."""

    def __init__(
        self, state: S, chance: Chance, streams: tuple[str, ...], evolvers: EvolverTable[S], compared: Container[type]
    ) -> None:
        super().__init__(state, chance, streams, evolvers)
        self.compared = compared
        self.before: dict[int, S] = {}

    def emit(self, event: AnyEvent) -> None:
        """Record an event and apply it."""
        kind, events = type(event), self.events
        if kind in self.compared:
            self.before[len(events)] = self.state.copy()
        events.append(event)
        if len(events) > MOST_EVENTS:
            raise InternalRuleError(_TOO_MANY)
        self.evolvers[kind](self.state, event)
