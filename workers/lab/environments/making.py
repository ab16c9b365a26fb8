"""Makes what environments are built of, from names; refuses names that there are not, and says what there is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import orjson

from domain.core.config import Config, config_of
from domain.core.errors import InvalidConfiguration
from domain.core.ruleset import Ruleset
from service.catalog import RULESETS
from workers.agents.agent import Agent, load_agent
from workers.agents.catalog import AGENTS, entry_named
from workers.lab.environments.description import Description
from workers.lab.environments.episode import Course
from workers.lab.environments.table import LocalTable, RemoteTable

MOST_STEPS: Final = 10_000
"""How many steps a game may take by default before it is broken off."""
ILLEGAL: Final = ("raise", "end")
"""What a step outside the mask does: raise IllegalAction, or end the game with the reward -1."""


class BadEnvironment(ValueError):
    """Refuses to make an environment: its ruleset, agent, configuration or command is unknown or does not fit."""


def refuse_unknown(kind: str, name: str, known: Iterable[str]) -> BadEnvironment:
    """Return the refusal of a name that there is not."""
    return BadEnvironment(f"no {kind} is called {name!r}: use one of {', '.join(sorted(known))}")


@dataclass(frozen=True, slots=True)
class Terms:
    """Says how the games of an environment are played.

    No action stands for the commands `without`. `most_steps` breaks a game off; `illegal` says whether a step outside
    the mask raises or ends the game. With a `client`, a `longroad_client.Client`, the games are on its server.
    """

    without: Sequence[str] = ()
    most_steps: int = MOST_STEPS
    illegal: str = "raise"
    render_mode: str | None = None
    client: Any = None

    def __post_init__(self) -> None:
        """Raise BadEnvironment if there is no such way with illegal actions."""
        if self.illegal not in ILLEGAL:
            raise refuse_unknown("way with illegal actions", self.illegal, ILLEGAL)


def ruleset_named(name: str) -> Ruleset:
    """Return a ruleset; raises BadEnvironment if there is none of that name."""
    if name not in RULESETS:
        raise refuse_unknown("ruleset", name, RULESETS)
    return RULESETS[name]


def configure(
    ruleset: Ruleset, seats: int, map_name: str | None, modules: Sequence[str], options: Mapping[str, Any] | None
) -> Config:
    """Return a complete configuration; raises BadEnvironment if the ruleset does not offer it."""
    try:
        return ruleset.configure(seats, map_name, modules, dict(options or {}))
    except InvalidConfiguration as refusal:
        raise BadEnvironment(
            f"{ruleset.name} cannot be played so ({refusal}): GET /v1/rulesets/{ruleset.name} lists what can"
        ) from refusal


def describe(ruleset: Ruleset, config: Config, without: Sequence[str] = ()) -> Description:
    """Return the actions and observations of a configuration; raises BadEnvironment for an unknown command.

    A description is made once for a configuration, for that may take a quarter of a second.
    """
    try:
        return _describe(ruleset, orjson.dumps(config.document()), tuple(without))
    except KeyError as missing:
        raise refuse_unknown("command", missing.args[0], ruleset.commands.by_name) from missing


@lru_cache(maxsize=32)
def _describe(ruleset: Ruleset, config: bytes, without: tuple[str, ...]) -> Description:
    return Description(ruleset, config_of(orjson.loads(config)), without)


def agent_named(name: str, ruleset: Ruleset) -> Agent:
    """Return an agent by its id, or id and level; raises BadEnvironment if it cannot play the ruleset."""
    entry = entry_named(name)
    able = [one.id for one in AGENTS if one.plays(ruleset.name)]
    if entry is None or not entry.plays(ruleset.name):
        raise refuse_unknown(f"agent for {ruleset.name}", name, able)
    return load_agent(name)


def make_course(rules: Ruleset, config: Config, terms: Terms, agents: Mapping[int, str] | None = None) -> Course:
    """Return the course of games, here or on a server, in which `agents` play some seats; raises BadEnvironment."""
    names = agents or {}
    players = {seat: agent_named(name, rules) for seat, name in names.items()}
    description = describe(rules, config, terms.without)
    if terms.client is None:
        return Course(LocalTable(rules, config, players), description)
    return Course(RemoteTable(terms.client, rules, config, names), description)
