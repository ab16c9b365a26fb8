"""Evolves turns, the roll, and what it pays."""

from typing import Final

from domain.catan.chapters.turn import messages as e
from domain.catan.state import State
from domain.catan.terms import CARDS, NOBODY
from domain.core.decider import Evolvers

_NO_CARDS: Final = (0,) * len(CARDS)


def turn_started(s: State, event: e.TurnStarted) -> None:
    """Begin the turn of a seat: no dice, no card played, none of its cards fresh."""
    s.active = event.seat
    s.turn = event.turn
    s.dice = 0
    s.card_played = False
    at = event.seat * len(CARDS)
    if any(s.fresh[at : at + len(CARDS)]):
        s.fresh = (*s.fresh[:at], *_NO_CARDS, *s.fresh[at + len(CARDS) :])


def turn_ended(s: State, event: e.TurnEnded) -> None:
    """Leave no seat active."""
    s.active = NOBODY


EVOLVERS: Final[Evolvers[State]] = {
    e.TurnStarted: turn_started,
    e.TurnEnded: turn_ended,
}
