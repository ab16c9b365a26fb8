"""Evolves awards and the end of the game."""

from collections.abc import Callable
from typing import Any, Final

from domain.catan.chapters.scoring import messages as e
from domain.catan.state import State


def game_won(s: State, event: e.GameWon) -> None:
    s.winner = event.seat
    s.points[event.seat] = event.points


def hands_revealed(s: State, event: e.HandsRevealed) -> None:
    for at, count in enumerate(event.hands):
        s.known[at] = count
    s.extra = (0,) * len(s.extra)
    s.cards = event.cards
    s.points = list(event.points)


EVOLVERS: Final[dict[Any, Callable[[Any, Any], None]]] = {
    e.GameWon: game_won,
    e.HandsRevealed: hands_revealed,
}
