"""Evolves turns, the roll, and what it pays."""

from collections.abc import Callable
from typing import Any, Final

from domain.catan.chapters.turn import messages as e
from domain.catan.state import State
from domain.catan.terms import CARDS, NOBODY

_NO_CARDS: Final = (0,) * len(CARDS)


def turn_started(s: State, event: e.TurnStarted) -> None:
    s.active = event.seat
    s.turn = event.turn
    s.dice = 0
    s.card_played = False
    at = event.seat * len(CARDS)
    if any(s.fresh[at : at + len(CARDS)]):
        s.fresh = (*s.fresh[:at], *_NO_CARDS, *s.fresh[at + len(CARDS) :])


def turn_ended(s: State, event: e.TurnEnded) -> None:
    s.active = NOBODY


EVOLVERS: Final[dict[Any, Callable[[Any, Any], None]]] = {
    e.TurnStarted: turn_started,
    e.TurnEnded: turn_ended,
}
