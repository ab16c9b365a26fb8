"""What a data set is to hold: the ruleset, who plays how many games, and how they are divided among files."""

import json
import shlex
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from domain.core.config import Config
from domain.core.documents import Document
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.lab.environments.making import agent_named, configure, ruleset_named

COMMAND: Final = "longroad dataset DIRECTORY"


class Wish(NamedTuple):
    """Describes a data set: the same description gives the same files. `agents` have one name for each seat."""

    agents: Sequence[str]
    ruleset: str
    games: int
    seed: str
    part: int
    map: str | None = None
    modules: Sequence[str] = ()
    options: Mapping[str, Any] = {}

    @property
    def rules(self) -> Ruleset:
        """Return the ruleset; raises BadEnvironment if there is none of that name."""
        return ruleset_named(self.ruleset)

    @property
    def config(self) -> Config:
        """Return the complete configuration; raises BadEnvironment if the ruleset does not offer it."""
        return configure(self.rules, len(self.agents), self.map, self.modules, self.options)

    @property
    def parts(self) -> range:
        """Return the numbers of the parts; the last may hold fewer games than the others."""
        return range(-(-self.games // self.part))

    def games_of(self, part: int) -> range:
        """Return the numbers of the games of a part."""
        return range(part * self.part, min(self.games, (part + 1) * self.part))

    def seed_of(self, game: int) -> str:
        """Return the seed of a game."""
        return f"{self.seed}:{game}"

    def seating(self, game: int) -> list[str]:
        """Return the agents by seat; all move on by one seat with every game."""
        count = len(self.agents)
        return [self.agents[(seat + game) % count] for seat in range(count)]

    def players(self) -> list[Agent]:
        """Return the agents; raises BadEnvironment for one that cannot play the ruleset."""
        return [agent_named(name, self.rules) for name in self.agents]

    def document(self) -> Document:
        """Return the wish as JSON, with the configuration that it comes to."""
        config = self.config.document()
        told = {"ruleset": self.ruleset, **config, "agents": [*self.agents]}
        return {**told, "games": self.games, "seed": self.seed, "part": self.part}

    def command(self) -> str:
        """Return the command that makes the same files."""
        told = [*self.agents, "--ruleset", self.ruleset, "--games", str(self.games), "--seed", self.seed]
        told += ["--part", str(self.part)] + (["--map", self.map] if self.map else [])
        told += [word for module in self.modules for word in ("--module", module)]
        told += ["--options", json.dumps(self.options)] if self.options else []
        return f"{COMMAND} {shlex.join(told)}"
