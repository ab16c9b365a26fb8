"""Defines agents, which choose among the legal actions of a seat by what that seat knows."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

from domain.core.actions import Actions
from domain.core.config import Config
from domain.core.ruleset import Ruleset
from workers.agents.catalog import known_entry, split_name
from workers.agents.lookup import LookupTable


class Agent(ABC):
    """Represents a computer player without memory: its choice depends on the arguments of `choose` alone.

    If `believes` is true, `choose` also gets what its seat can conclude about hidden things (`knowledge.belief`), if
    the host of the game has followed all events; in playouts it gets None. Other agents cost a host no such work.
    """

    believes = False
    stopped = 0
    """Counts the decisions that an emergency stop ended early; these may differ on another machine."""

    @abstractmethod
    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose the command to send, within about `budget` seconds.

        With `ruleset`, which holds no game, an agent can sample positions that fit its knowledge (`determinize`) and
        play on in them. None passes: allowed only where `actions.must_act` is false.
        """

    def tables(self, config: Config | None = None) -> Sequence[LookupTable]:
        """Return the tables that the agent looks up in games of this configuration (None: in any); mostly none.

        While a table is missing, the agent plays without it, less well; the host of the game has the table built.
        """
        return ()

    def expected_points(self, config: Config) -> float | None:
        """Return the points that the agent expects from a game for one player; None if unknown."""
        return None


def load_agent(name: str) -> Agent:
    """Return a new agent by its name (`planner`, `graded@3`, `planner@@1`), by default of the newest version.

    Raises KeyError for an unknown one.
    """
    entry = known_entry(name)
    level = split_name(name).level or entry.usual
    if entry.package:
        limited: Agent = _load(
            "workers.limited_agents:load_within_limits", entry.id, partial(_load, entry.source), entry.seconds
        )
        return limited
    agent: Agent = _load(entry.source, *([level] if entry.levels else []))
    return agent


def load_guest(name: str) -> Agent:
    """Return a new agent as it plays at a table of people: held to its manners, if its entry names any.

    Raises KeyError for an unknown one.
    """
    agent, company = load_agent(name), known_entry(name).company
    guest: Agent = _load(company, agent) if company else agent
    return guest


def _load(source: str, *arguments: Any) -> Any:
    """Call what stands at a place such as `module:Class`."""
    module, _, name = source.partition(":")
    return getattr(import_module(module), name)(*arguments)
