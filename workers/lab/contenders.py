"""Who plays where agents are measured: agents by their names, and what the packages of agents say of measurements.

A contender is named by an id of the catalog, or by where it is defined, with changed weights if one likes.
"""

import ast
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any, Final

from domain.core.config import Config
from domain.families import FAMILIES, doors
from workers.agents.agent import Agent, load_agent
from workers.agents.measures import Additions, Lesson, Measures
from workers.lab.teams import team
from workers.tables import ensure_all

MEASURES: Final[Mapping[str, Measures]] = doors("workers.agents", "MEASURES")
"""What is measured, by ruleset."""
USUAL: Final = next(iter(FAMILIES))
"""The ruleset where none is named."""
DEFINED: Final = ":"
CHANGED: Final = re.compile(r",(?![^(]*\))")
"""Stands between changes; a comma in brackets belongs to a value."""


def lesson_of(ruleset: str) -> Lesson:
    """Return what a training of a ruleset fits; raises ValueError where nothing is learned."""
    lesson: Lesson = _find_definition(MEASURES[ruleset].lesson)
    return lesson


def additions_of(ruleset: str) -> Additions:
    """Return what a training of a ruleset fits in games with modules; raises ValueError where nothing is."""
    additions: Additions = _find_definition(MEASURES[ruleset].additions)
    return additions


def contender(name: str) -> Agent:
    """Make the agent of a name such as `heuristic`, `my.module:MyAgent` or `heuristic,pip=0.13,opening.pair=0.3`.

    What stands after a colon is a class or whatever else makes an agent when it is called. Changed weights need an
    agent that has `weights` and is made with others. Raises ValueError for what cannot be made.
    """
    id_or_place, *changes = CHANGED.split(name)
    try:
        make = _find_definition(id_or_place) if DEFINED in id_or_place else lambda: load_agent(id_or_place)
        agent: Agent = make()
        if not isinstance(agent, Agent):
            raise TypeError(f"{type(agent).__name__} is no subclass of workers.agents.Agent")
        return _set_weights(agent, changes) if changes else agent
    except (AttributeError, ImportError, KeyError, TypeError, SyntaxError) as error:
        raise ValueError(f"no agent {name!r}: {error!r}") from error


def prepare(names: Iterable[str], config: Config) -> None:
    """Build what agents look up in a game, before they play in several processes; raises ValueError as above."""
    for name in names:
        ensure_all(contender(name), config)


def _find_definition(place: str) -> Any:
    module, _, made = place.partition(DEFINED)
    return getattr(import_module(module), made)


def _set_weights(agent: Any, changes: Iterable[str]) -> Agent:
    weights = agent.weights
    for change in changes:
        name, _, value = change.partition("=")
        weights = _set_weight(weights, name.strip().split("."), ast.literal_eval(value))
    weighted: Agent = type(agent)(weights=weights)
    if getattr(weights, "processes", 1) > 1 and hasattr(weighted, "team"):
        weighted.team = team
    return weighted


def _set_weight(weights: Any, path: list[str], value: Any) -> Any:
    """Return weights with another value at a path such as `opening.pair`."""
    name, *rest = path
    inner = getattr(weights, name)
    return replace(weights, **{name: _set_weight(inner, rest, value) if rest else value})
