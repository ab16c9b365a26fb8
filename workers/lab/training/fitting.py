"""Fits the probability that each seat wins: a conditional logit over the seats by phase, and a small network.

Source of the logit: McFadden 1974, conditional logit analysis; fitted by Newton's method. The network adds to the same
score a layer of hidden units, fitted by Adam (Kingma, Ba 2015) from a fixed seed. How well probabilities meet outcomes
appears in the Brier score (Brier 1950), the log loss, and a reliability table with its expected error (Naeini, Cooper,
Hauskrecht 2015).
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

RIDGE: Final = 3.0
STEPS: Final = 12
CHUNK: Final = 10_000
HIDDEN: Final = 32
EPOCHS: Final = 8
BATCH: Final = 512
RATE: Final = 2e-3
DECAY: Final = 1e-5


def softmax(scores: Any) -> Any:
    """Return probabilities from scores, over the last axis."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def by_phase(x: Any, column: int, knots: Sequence[float]) -> Any:
    """Repeat the features for each phase, weighed by how near the highest value of a column is to its knot.

    Between two knots both count, the nearer one more, so that a score never leaps.
    """
    at = x[:, :, column].max(axis=1)
    shares = np.stack([np.interp(at, knots, row) for row in np.eye(len(knots))], axis=1)
    return (x[:, :, None, :] * shares[:, None, :, None]).reshape(*x.shape[:2], -1)


def fit_logit(x: Any, winner: Any, column: int, knots: Sequence[float], begin: Any = None, steps: int = STEPS) -> Any:
    """Fit the weights of a linear score a seat, by phase (phases, features), by Newton's method with a small ridge.

    `winner` has the seat that won, or how likely each seat is to win (positions, seats). Newton's method takes at most
    so many steps from the weights to `begin` with.
    """
    weights = np.zeros(x.shape[2] * len(knots)) if begin is None else np.ravel(begin).astype(np.float64)
    for _ in range(steps):
        gradient, hessian = RIDGE * weights, RIDGE * np.eye(len(weights))
        for at in range(0, len(x), CHUNK):
            part = by_phase(x[at : at + CHUNK].astype(np.float64), column, knots)
            won = winner[at : at + CHUNK]
            chance = softmax(part @ weights)
            mean = np.einsum("ns,nsf->nf", chance, part)
            happened = part[np.arange(len(part)), won] if won.ndim == 1 else np.einsum("ns,nsf->nf", won, part)
            gradient += (mean - happened).sum(axis=0)
            flat = (part * np.sqrt(chance)[..., None]).reshape(-1, len(weights))
            hessian += flat.T @ flat - mean.T @ mean
        step = np.linalg.solve(hessian, gradient)
        weights = weights - step
        if np.abs(step).max() < 1e-6:
            break
    return weights.reshape(len(knots), -1)


def lambda_returns(chances: Any, winner: Any, game: Any, decay: float) -> Any:
    """Return by position what it came to: the chances at later positions of its game, the winner in the end.

    Each later position counts `decay` times as much as the one before it (TD(lambda), Sutton 1988). So luck that later
    positions already show adds no noise. The positions of a game stand together, in order.
    """
    outcome, found = np.eye(chances.shape[1])[winner], np.empty(chances.shape)
    for at in range(len(chances) - 1, -1, -1):
        is_last = at + 1 == len(chances) or game[at + 1] != game[at]
        found[at] = outcome[at] if is_last else (1 - decay) * chances[at + 1] + decay * found[at + 1]
    return found


class Network:
    """Scores a seat by a linear part and a layer of hidden units over its figures."""

    def __init__(self, features: int, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.mean = np.zeros(features)
        self.scale = np.ones(features)
        self.parts = {
            "hidden": rng.normal(0, features**-0.5, (features, HIDDEN)),
            "bias": np.zeros(HIDDEN),
            "out": rng.normal(0, 0.1 * HIDDEN**-0.5, HIDDEN),
            "linear": np.zeros(features),
        }

    def scores(self, x: Any) -> Any:
        """Return the score of each seat."""
        z = (x - self.mean) / self.scale
        return z @ self.parts["linear"] + np.tanh(z @ self.parts["hidden"] + self.parts["bias"]) @ self.parts["out"]

    def fit(self, x: Any, winner: Any, seed: int = 0) -> None:
        """Fit all weights by Adam; the rate falls to nothing along a cosine."""
        self.mean = x.mean(axis=(0, 1), dtype=np.float64)
        self.scale = x.std(axis=(0, 1), dtype=np.float64) + 1e-6
        rng = np.random.default_rng(seed)
        moments = {name: (np.zeros_like(part), np.zeros_like(part)) for name, part in self.parts.items()}
        batches = -(-len(x) // BATCH)
        for epoch in range(EPOCHS):
            order = rng.permutation(len(x))
            for number in range(batches):
                chosen = order[number * BATCH : (number + 1) * BATCH]
                done = epoch * batches + number
                rate = RATE * 0.5 * (1 + np.cos(np.pi * done / (EPOCHS * batches)))
                self._step(self._gradients(x[chosen], winner[chosen]), moments, rate, done + 1)

    def _gradients(self, x: Any, winner: Any) -> dict[str, Any]:
        z = (x - self.mean) / self.scale
        units = np.tanh(z @ self.parts["hidden"] + self.parts["bias"])
        error = softmax(z @ self.parts["linear"] + units @ self.parts["out"])
        error[np.arange(len(x)), winner] -= 1
        error /= len(x)
        back = error[..., None] * self.parts["out"] * (1 - units**2)
        flat = z.reshape(-1, z.shape[2])
        return {
            "hidden": flat.T @ back.reshape(-1, HIDDEN) + DECAY * self.parts["hidden"],
            "bias": back.sum(axis=(0, 1)),
            "out": np.einsum("ns,nsh->h", error, units),
            "linear": flat.T @ error.ravel() + DECAY * self.parts["linear"],
        }

    def _step(self, gradients: dict[str, Any], moments: dict[str, Any], rate: float, number: int) -> None:
        for name, gradient in gradients.items():
            first, second = moments[name]
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            steady = np.sqrt(second / (1 - 0.999**number)) + 1e-8
            self.parts[name] -= rate * first / (1 - 0.9**number) / steady


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
