"""Defines chance, the only source of randomness: it answers the n-th draw of a named stream, from public weights.

A draw depends on the seed, the stream and its number alone, so an undo can never fish for a better roll.
"""

import hashlib
import hmac
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple, TypeVar

R = TypeVar("R")

ALGORITHM: Final = "hmac-sha256-v1"


class Chance(ABC):
    """Answers the n-th draw of a stream with an index into `weights` (non-negative, not all zero)."""

    @abstractmethod
    def pick(self, stream: str, n: int, weights: Sequence[int]) -> int:
        """Return the index drawn."""

    def even(self, stream: str, n: int, size: int) -> int:
        """Return the index drawn among `size` equally likely ones: what `pick` draws from `size` weights of 1."""
        return self.pick(stream, n, (1,) * size)


def _locate(weights: Sequence[int], point: int) -> int:
    for index, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return index
    raise ValueError("the weights sum to less than the point")


class SeededChance(Chance):
    """Draws by HMAC-SHA256 over stream, number and attempt, with rejection; the key is the seed and the entropies.

    Source: RFC 2104; the recipe is answered by `GET games/{id}/fairness`.
    """

    def __init__(self, seed: bytes, entropies: Sequence[bytes] = ()) -> None:
        self.key = hashlib.sha256(b"\x00".join((seed, *entropies))).digest() if entropies else seed

    def pick(self, stream: str, n: int, weights: Sequence[int]) -> int:
        """Return the index drawn; the same for the same key, stream, number and weights."""
        total = sum(weights)
        limit = (1 << 64) - (1 << 64) % total
        attempt = 0
        while True:
            message = f"{stream}:{n}:{attempt}".encode()
            value = int.from_bytes(hmac.digest(self.key, message, "sha256")[:8], "big")
            if value < limit:
                return _locate(weights, value % total)
            attempt += 1


class Draw(NamedTuple):
    """Records one draw: the n-th of a stream, its weights, and the index that came out."""

    stream: str
    n: int
    weights: tuple[int, ...]
    outcome: int


class NotedChance(Chance):
    """Draws like another chance, and records every draw in `draws`."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.draws: list[Draw] = []

    def pick(self, stream: str, n: int, weights: Sequence[int]) -> int:
        """Return the index that the other chance draws."""
        outcome = self.chance.pick(stream, n, weights)
        self.draws.append(Draw(stream, n, tuple(weights), outcome))
        return outcome


class Choice(NamedTuple):
    """Represents a draw that somebody chose: the n-th of a stream is this index among the given number of outcomes."""

    stream: str
    n: int
    size: int
    outcome: int

    def can_come(self, weights: Sequence[int]) -> bool:
        """Return whether the outcome can happen in a draw with these weights."""
        return self.size == len(weights) and weights[self.outcome] > 0


class ChosenChance(Chance):
    """Returns the chosen index where it can happen, and draws everything else from another chance."""

    def __init__(self, chance: Chance, choices: Iterable[Choice]) -> None:
        self.chance = chance
        self.choices = {(choice.stream, choice.n): choice for choice in choices}

    def pick(self, stream: str, n: int, weights: Sequence[int]) -> int:
        """Return the index that was chosen, or that the other chance draws."""
        choice = self.choices.get((stream, n))
        if choice is not None and choice.can_come(weights):
            return choice.outcome
        return self.chance.pick(stream, n, weights)


class SampledChance(Chance):
    """Draws from a given random generator; for search and random play, never for a hosted game."""

    def __init__(self, rng: Random) -> None:
        self.random = rng.random

    def pick(self, stream: str, n: int, weights: Sequence[int]) -> int:
        """Return the index drawn."""
        return _locate(weights, int(self.random() * sum(weights)))

    def even(self, stream: str, n: int, size: int) -> int:
        """Return the index drawn."""
        return int(self.random() * size)


class ScriptedChance(Chance):
    """Answers from a list in order, and after its end from the chance `then`, if given; for tests that state a game."""

    def __init__(self, outcomes: Sequence[int], then: Chance | None = None) -> None:
        self.outcomes = list(outcomes)
        self.then = then

    def pick(self, stream: str, n: int, weights: Sequence[int]) -> int:
        """Return the next scripted index; it must have weight."""
        if self.then is not None and not self.outcomes:
            return self.then.pick(stream, n, weights)
        index = self.outcomes.pop(0)
        if not weights[index]:
            raise ValueError(f"scripted outcome {index} of {stream} cannot happen")
        return index


class FirstChance(Chance):
    """Returns the first outcome that can happen, and counts draws; for judging, where only a refusal matters."""

    def __init__(self) -> None:
        self.draws = 0

    def pick(self, stream: str, n: int, weights: Sequence[int]) -> int:
        """Return the first index with weight."""
        self.draws += 1
        return next(index for index, weight in enumerate(weights) if weight)


class _Fork(Exception):
    def __init__(self, weights: Sequence[int]) -> None:
        super().__init__()
        self.weights = tuple(weights)


class _Prefix(Chance):
    def __init__(self, outcomes: Sequence[int]) -> None:
        self.outcomes = outcomes
        self.used = 0

    def pick(self, stream: str, n: int, weights: Sequence[int]) -> int:
        if self.used == len(self.outcomes):
            raise _Fork(weights)
        self.used += 1
        return self.outcomes[self.used - 1]


def outcomes(run: Callable[[Chance], R]) -> Iterator[tuple[R, float]]:
    """Yield every result of `run`, over all outcomes of chance, with its probability; `run` must not keep state."""
    pending: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while pending:
        prefix, probability = pending.pop()
        try:
            yield run(_Prefix(prefix)), probability
        except _Fork as fork:
            total = sum(fork.weights)
            for index in reversed(range(len(fork.weights))):
                if fork.weights[index]:
                    pending.append(((*prefix, index), probability * fork.weights[index] / total))
