"""Evolves the roll and what it pays."""

from collections.abc import Callable
from typing import Any, Final

from domain.catan.chapters.production import messages as e
from domain.catan.state import State
from domain.catan.terms import KINDS, STREAM_DICE


def dice_rolled(s: State, event: e.DiceRolled) -> None:
    s.dice = event.dice[0] * 10 + event.dice[1]
    s.draws[STREAM_DICE] += 1


def resources_produced(s: State, event: e.ResourcesProduced) -> None:
    for at, count in enumerate(event.gains):
        if count:
            s.hands[at] += count
            s.known[at] += count
            s.bank[at % KINDS] -= count


EVOLVERS: Final[dict[Any, Callable[[Any, Any], None]]] = {
    e.DiceRolled: dice_rolled,
    e.ResourcesProduced: resources_produced,
}
