"""How well probabilities meet outcomes: Brier score, log loss, and a reliability table with its expected error.

Sources: Brier 1950; Naeini, Cooper, Hauskrecht 2015 (expected calibration error).
"""

from typing import Any, Final, NamedTuple

import numpy as np

BINS: Final = 10


class Bin(NamedTuple):
    """Holds what was foretold between two tenths: how often, the mean probability, and the share that came true."""

    low: float
    forecasts: int
    foretold: float
    happened: float


class Calibration(NamedTuple):
    """Sums up forecasts of who wins: squared error and log loss a position, and how reliable each tenth was."""

    positions: int
    brier: float
    log_loss: float
    error: float
    bins: tuple[Bin, ...]


def calibration(chances: Any, winner: Any) -> Calibration:
    """Compare probabilities (positions, seats) with the seats that won."""
    happened = np.eye(chances.shape[1])[winner]
    bins = tuple(_bins(chances.ravel(), happened.ravel()))
    return Calibration(
        len(chances),
        float(((chances - happened) ** 2).sum(axis=1).mean()),
        float(-np.log(chances[np.arange(len(chances)), winner]).mean()),
        sum(found.forecasts * abs(found.foretold - found.happened) for found in bins) / chances.size,
        bins,
    )


def _bins(chances: Any, happened: Any) -> list[Bin]:
    number = np.minimum((chances * BINS).astype(int), BINS - 1)
    found = []
    for n in range(BINS):
        chosen = number == n
        if chosen.any():
            found.append(
                Bin(n / BINS, int(chosen.sum()), float(chances[chosen].mean()), float(happened[chosen].mean()))
            )
    return found
