"""A search tries things out in worlds: positions that fit what a seat knows."""

from random import Random
from typing import Any

from domain.core.ruleset import Ruleset


class Worlds:
    """Deals positions from a seat's knowledge and remembers them by name: one name always brings one world.

    Where all cards are known, `world` is the only one.
    """

    def __init__(self, ruleset: Ruleset, knowledge: Any, seed: str, world: Any = None) -> None:
        self.ruleset = ruleset
        self.knowledge = knowledge
        self.seed = seed
        self.world = world
        self.dealt: dict[str, Any] = {}

    def deal(self, name: str) -> Any:
        """Return the position of a name; copy it before anything is played in it."""
        if name not in self.dealt:
            self.dealt[name] = self._deal(name) if self.world is None else self.world
        return self.dealt[name]

    def _deal(self, name: str) -> Any:
        return self.ruleset.determinize(self.knowledge, Random(f"{self.seed}:{name}:world"))

    def count(self) -> int:
        """Count the different worlds that were dealt."""
        return len({self.ruleset.pack(world) for world in self.dealt.values()})
