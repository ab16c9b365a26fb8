"""Provides what the strongest agents choose at golden positions, through the one function that hosted play calls."""

from collections import defaultdict
from functools import cache
from random import Random
from typing import Any, NamedTuple

from service.game.games import Game
from tests.golden.files import CHOICES, read_values
from workers.agents.agent import Agent, load_agent
from workers.agents.catalog import BY_ID
from workers.agents.turns import decide

AGENTS = {
    "catan": "heuristic",
    "catan-dice": "dice_optimal",
    "elasund": "elasund_heuristic",
    "goofspiel": "matching",
}
"""The agents that were the strongest of the catalog when the choices were written."""


class Chosen(NamedTuple):
    """Represents a seat of a golden game, and the command that its agent chose; None means that it passed."""

    name: str
    seat: int
    command: Any | None


def told_choice(game: Game, seat: int, name: str) -> Any | None:
    """Return the command that a seat's agent chooses now, as JSON; its luck depends on the position's name alone."""
    ruleset, rng = game.ruleset, Random(f"{name} {game.version} {seat}")
    decision = decide(ruleset, game.position, seat, agent_for(ruleset.name), BY_ID[AGENTS[ruleset.name]].seconds, rng)
    return None if decision.command is None else game.ruleset.commands.encode(decision.command)


@cache
def agent_for(ruleset: str) -> Agent:
    """Return the agent that chooses in the games of a ruleset."""
    return load_agent(AGENTS[ruleset])


def choices_of(name: str) -> dict[int, list[Chosen]]:
    """Return the choices that are kept of a golden game, by version."""
    return _choices().get(name, {})


@cache
def _choices() -> dict[str, dict[int, list[Chosen]]]:
    found: dict[str, dict[int, list[Chosen]]] = defaultdict(lambda: defaultdict(list))
    for line in read_values(CHOICES) if CHOICES.exists() else []:
        found[line["game"]][line["version"]].append(Chosen(line["game"], line["seat"], line["choice"]))
    return found
