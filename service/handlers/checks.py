"""Checks the ruleset, configuration and agents of a requested game, arena or analysis."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from domain.core.errors import InvalidConfiguration
from domain.core.ruleset import Config, Ruleset
from service.game.context import Context
from service.nearest import offer_names
from service.problems import invalid, misconfiguration
from workers.agents.catalog import BY_ID, at_level, entry_named, id_and_level
from workers.agents.standings import published_levels


def ruleset_named(ctx: Context, name: str) -> Ruleset:
    """Return a ruleset; raises Problem (422) if there is none of this name."""
    ruleset = ctx.rulesets.get(name)
    if ruleset is None:
        raise invalid("ruleset", "choice", **offer_names(name, ctx.rulesets))
    return ruleset


def configure(
    ruleset: Ruleset,
    seats: int,
    place: str | None,
    modules: Sequence[str],
    options: Mapping[str, Any],
    member: str = "seats",
) -> Config:
    """Return a configuration, on the map `place`; raises Problem as `configuring` does."""
    with configuring(member):
        return ruleset.configure(seats, place, modules, dict(options))


@contextmanager
def configuring(member: str = "seats") -> Iterator[None]:
    """Raise Problem (422) if a ruleset refuses a configuration; the length of `member` is the number of seats."""
    try:
        yield
    except InvalidConfiguration as error:
        error.field = member if error.field == "seats" else error.field
        raise misconfiguration(error) from None


def require_agent(ruleset: Ruleset, agent: str, member: str = "agent") -> str:
    """Return an agent that plays the ruleset; raises Problem (422), which names the member of the body, for others."""
    if agent not in BY_ID or not BY_ID[agent].plays(ruleset.name):
        raise invalid(member, "choice", **offer_names(agent, _agents_for(ruleset.name)))
    return agent


def name_agent(ruleset: Ruleset, name: str, member: str = "agent") -> str:
    """Return an agent by its id, or by its id and a measured level (`graded@2`); raises Problem (422) for others."""
    agent, level = id_and_level(name)
    if level is None:
        return require_agent(ruleset, name, member)
    if entry_named(name) is None or level not in published_levels(agent):
        raise invalid(member, "choice", **offer_names(name, _agents_for(ruleset.name)))
    require_agent(ruleset, agent, member)
    return name


def agent_at(ruleset: Ruleset, agent: str, level: int, place: str) -> str:
    """Return an agent at a level; `place` is where both stand in the body. Raises Problem (422) for others."""
    require_agent(ruleset, agent, f"{place}agent")
    levels = sorted(published_levels(agent))
    if not levels:
        raise invalid(f"{place}level", "no_levels")
    if level not in levels:
        raise invalid(f"{place}level", "choice", allowed=[str(number) for number in levels])
    return at_level(agent, level)


def find_leveled(ruleset: Ruleset) -> str | None:
    """Return the id of the agent that plays the ruleset at several levels; None if there is none."""
    return next((name for name in _agents_for(ruleset.name) if BY_ID[name].levels), None)


def _agents_for(ruleset: str) -> list[str]:
    return [agent for agent, entry in BY_ID.items() if entry.plays(ruleset)]
