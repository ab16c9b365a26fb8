"""The toy as a version to come plays it: whoever ends the turn cheers, by an event new to us."""

from dataclasses import dataclass
from typing import Any, Final

from domain.core.chance import Chance
from domain.core.decider import Draft
from domain.core.messages import Field, Message, MessageTable
from tests.toy import EVENTS, EVOLVERS, SEAT, EndTurn, Toy


@dataclass(frozen=True, slots=True)
class Cheered:
    """A seat was cheered for the turn that it ends."""

    seat: int


def _cheered(state: Any, event: Cheered) -> None:
    """Nothing to assign."""


NEWER_EVOLVERS: Final = {**EVOLVERS, Cheered: _cheered}


class ToyToCome(Toy):
    """The ruleset value."""

    events = MessageTable((*EVENTS.rows, Message(Cheered, (Field("seat", SEAT),))))

    def draft(self, state: Any, chance: Chance) -> Draft:
        """A draft that owns the state."""
        return Draft(state, chance, self.streams, NEWER_EVOLVERS)

    def evolve(self, state: Any, event: Any) -> None:
        """Apply an event in place."""
        NEWER_EVOLVERS[type(event)](state, event)

    def play(self, draft: Draft, seat: int, command: Any) -> None:
        """Judge and carry out a command."""
        super().play(draft, seat, command)
        if isinstance(command, EndTurn):
            draft.emit(Cheered(seat))


TO_COME: Final = ToyToCome()
