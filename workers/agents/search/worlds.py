"""A search tries things out in worlds: positions that fit what a seat knows."""

from random import Random
from typing import Any

from domain.core.ruleset import Ruleset


class Worlds:
    """Deals positions from a seat's knowledge and remembers them by name: one name always brings one world."""

    def __init__(self, ruleset: Ruleset, knowledge: Any, seed: str) -> None:
        self.ruleset = ruleset
        self.knowledge = knowledge
        self.seed = seed
        self.dealt: dict[str, Any] = {}

    def deal(self, name: str) -> Any:
        """Return the position of a name; copy it before anything is played in it."""
        if name not in self.dealt:
            rng = Random(f"{self.seed}:{name}:world")
            self.dealt[name] = self.ruleset.determinize(self.knowledge, rng)
        return self.dealt[name]

    def count(self) -> int:
        """Count the different worlds that were dealt."""
        return len({self.ruleset.pack(world) for world in self.dealt.values()})
