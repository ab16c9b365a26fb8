"""Evolves the roll and what it pays."""

from typing import Final

from domain.catan.chapters.production import messages as e
from domain.catan.state import State
from domain.catan.terms import KINDS, STREAM_DICE
from domain.core.decider import Evolvers


def dice_rolled(s: State, event: e.DiceRolled) -> None:
    """Let the dice show the result."""
    s.dice = event.dice[0] * 10 + event.dice[1]
    s.draws[STREAM_DICE] += 1


def resources_produced(s: State, event: e.ResourcesProduced) -> None:
    """Hand the resources out from the bank."""
    for at, count in enumerate(event.gains):
        if count:
            s.hands[at] += count
            s.known[at] += count
            s.bank[at % KINDS] -= count


EVOLVERS: Final[Evolvers[State]] = {
    e.DiceRolled: dice_rolled,
    e.ResourcesProduced: resources_produced,
}
