"""Computes confidence intervals of rates."""

import math
from typing import Final

Z_95: Final = 1.959963984540054


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a rate; a win may be shared. Source: Wilson 1927, the score interval."""
    if not games:
        return 0.0, 1.0
    rate, z2 = wins / games, Z_95**2
    middle = (rate + z2 / (2 * games)) / (1 + z2 / games)
    spread = Z_95 * math.sqrt(rate * (1 - rate) / games + z2 / (4 * games**2)) / (1 + z2 / games)
    return max(0.0, middle - spread), min(1.0, middle + spread)
