"""Provides the toy as a newer version plays it: a seat that ends its turn is cheered, by an event unknown today."""

from dataclasses import dataclass
from typing import Any, Final

from domain.core.chance import Chance
from domain.core.decider import Draft
from domain.core.messages import Field, Message, MessageTable
from tests.toy import EVENTS, EVOLVERS, SEAT, EndTurn, Toy


@dataclass(frozen=True, slots=True)
class Cheered:
    """Says that a seat was cheered for the turn that it ends."""

    seat: int


def _cheered(state: Any, event: Cheered) -> None:
    """Change nothing, because a cheer has no effect."""


NEWER_EVOLVERS: Final = {**EVOLVERS, Cheered: _cheered}


class ToyToCome(Toy):
    """Represents the ruleset of the newer toy."""

    events = MessageTable((*EVENTS.rows, Message(Cheered, (Field("seat", SEAT),))))

    def draft(self, state: Any, chance: Chance) -> Draft:
        """Return a draft that owns the state."""
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
