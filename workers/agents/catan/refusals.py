"""Says which seats refused an exchange, and how they trade, as far as a seat has followed the game."""

from collections.abc import Sequence
from typing import Any


def refusers(view: Any, give: Sequence[int], take: Sequence[int]) -> int:
    """Return the mask of the seats that turned this exchange down, or a better one, and got no card since.

    What is left unanswered until an offer ends counts as turned down. Only an agent that `believes` knows of it; for
    others, and in positions without a course of the game, the mask is 0.
    """
    belief = view.belief
    return 0 if belief is None else int(belief.refusals.of(give, take))


def answers_to_dear(view: Any, seat: int) -> tuple[int, int]:
    """Return how often a seat agreed, and how often it refused, to give the own seat more cards than it would get."""
    belief = view.belief
    return (0, 0) if belief is None else belief.refusals.dear.get(seat, (0, 0))
