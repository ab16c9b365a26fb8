"""Samples worlds: positions that fit what a seat knows."""

from random import Random
from typing import Any

from domain.core.ruleset import Ruleset


class Worlds:
    """Samples positions from a seat's knowledge and caches them by name: one name always means the same world.

    If all cards are known, `world` is the only one.
    """

    def __init__(self, ruleset: Ruleset, knowledge: Any, seed: str, world: Any = None) -> None:
        self.ruleset = ruleset
        self.knowledge = knowledge
        self.seed = seed
        self.world = world
        self.dealt: dict[str, Any] = {}

    def deal(self, name: str) -> Any:
        """Return the position with a name; callers must copy it before they change it."""
        if name not in self.dealt:
            self.dealt[name] = self._deal(name) if self.world is None else self.world
        return self.dealt[name]

    def _deal(self, name: str) -> Any:
        return self.ruleset.determinize(self.knowledge, Random(f"{self.seed}:{name}:world"))

    def count(self) -> int:
        """Return the number of different worlds that were sampled."""
        return len({self.ruleset.pack(world) for world in self.dealt.values()})
