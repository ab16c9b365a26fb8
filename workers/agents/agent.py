"""An agent chooses among the legal actions of a seat by what that seat knows."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any

from domain.core.actions import Actions
from domain.core.ruleset import Config, Ruleset
from workers.agents.catalog import entry_named, id_and_level
from workers.agents.lookup import LookupTable


class Agent(ABC):
    """A computer player remembers nothing: everything it goes by is in the arguments of `choose`.

    One that `believes` also gets what its seat can conclude about what is hidden (`knowledge.belief`), where the host
    of the game has followed its course; in playouts it gets None. Agents that do not believe cost a host nothing.
    """

    believes = False
    stopped = 0
    """Counts the decisions that an emergency stop ended early; each of them may come out differently elsewhere."""

    @abstractmethod
    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose the command to send, within about `budget` seconds.

        `ruleset` holds no game: with it an agent can deal worlds that fit its knowledge (`determinize`) and play on in
        them. None passes: allowed only where `actions.must_act` is false.
        """

    def tables(self, config: Config | None = None) -> Sequence[LookupTable]:
        """Name the tables that it looks up in a game of this configuration, or in any; most agents need none.

        While a table is missing the agent plays on without it, less well; the host of the game has it built.
        """
        return ()

    def expected_points(self, config: Config) -> float | None:
        """Say how many points it expects of a game alone; None where it cannot tell."""
        return None


def load_agent(name: str) -> Agent:
    """Make an agent by its id, or its id and level (`graded@3`); raises KeyError for one that the catalog lacks."""
    entry = entry_named(name)
    if entry is None:
        raise KeyError(name)
    module, _, cls = entry.source.partition(":")
    level = id_and_level(name)[1] or entry.usual
    agent: Agent = getattr(import_module(module), cls)(*([level] if entry.levels else []))
    return agent
