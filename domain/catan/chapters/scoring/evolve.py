"""Evolves awards and the end of the game."""

from typing import Final

from domain.catan.chapters.scoring import messages as e
from domain.catan.state import State
from domain.core.decider import Evolvers


def game_won(s: State, event: e.GameWon) -> None:
    """Name the winner."""
    s.winner = event.seat
    s.points[event.seat] = event.points


def hands_revealed(s: State, event: e.HandsRevealed) -> None:
    """Lay all hands open."""
    for at, count in enumerate(event.hands):
        s.known[at] = count
    s.extra = (0,) * len(s.extra)
    s.cards = event.cards
    s.points = list(event.points)


EVOLVERS: Final[Evolvers[State]] = {
    e.GameWon: game_won,
    e.HandsRevealed: hands_revealed,
}
