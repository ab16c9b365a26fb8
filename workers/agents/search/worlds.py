"""Positions that fit what a seat knows: where a search tries things out."""

from random import Random
from typing import Any

from domain.core.ruleset import Ruleset


class Worlds:
    """Positions dealt from a seat's knowledge, each by its name and remembered: one name always brings one world."""

    def __init__(self, ruleset: Ruleset, knowledge: Any, seed: str) -> None:
        self.ruleset = ruleset
        self.knowledge = knowledge
        self.seed = seed
        self.dealt: dict[str, Any] = {}

    def deal(self, name: str) -> Any:
        """The position of a name; to be copied before anything is played in it."""
        if name not in self.dealt:
            rng = Random(f"{self.seed}:{name}:world")
            self.dealt[name] = self.ruleset.determinize(self.knowledge, rng)
        return self.dealt[name]

    def count(self) -> int:
        """How many different ones were dealt."""
        return len({self.ruleset.pack(world) for world in self.dealt.values()})
