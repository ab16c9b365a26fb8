"""Evolves turns, the roll, and what it pays."""

from collections.abc import Callable
from typing import Any, Final

from domain.catan.chapters.turn import messages as e
from domain.catan.state import State
from domain.catan.terms import CARDS, KINDS, NOBODY, STREAM_DICE

_NO_CARDS: Final = (0,) * len(CARDS)


def turn_started(s: State, event: e.TurnStarted) -> None:
    s.active = event.seat
    s.turn = event.turn
    s.dice = 0
    s.card_played = False
    at = event.seat * len(CARDS)
    s.fresh = (*s.fresh[:at], *_NO_CARDS, *s.fresh[at + len(CARDS) :])


def turn_ended(s: State, event: e.TurnEnded) -> None:
    s.active = NOBODY


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
    e.TurnStarted: turn_started,
    e.TurnEnded: turn_ended,
    e.DiceRolled: dice_rolled,
    e.ResourcesProduced: resources_produced,
}
