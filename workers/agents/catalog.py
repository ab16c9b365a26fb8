"""This table lists the agents that a seat of kind `ai` may name; the API and the workers read it.

Agents are named, not imported: the service reads the table without loading one that thinks.
"""

from dataclasses import dataclass
from typing import Final

ANY_RULESET: Final = "*"


@dataclass(frozen=True, slots=True)
class Strength:
    """How often an agent won against a table of another one, as `workers.ladder` counted it.

    `low` and `high` bound the rate with 95 % confidence.
    """

    ruleset: str
    against: str
    seats: int
    games: int
    wins: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class AgentEntry:
    """An agent as the catalog lists it: which rulesets it plays, how well, how long it thinks, and where its class is.

    `level` grows with strength from 1; `seconds` is the most it is given for one decision; `typical_ms` is the
    processor time of one, the rules' part included, by which analyses count. `measured` holds what `make ladder`
    printed for this version of the agent, at `tables` of so many seats.
    """

    id: str
    rulesets: tuple[str, ...]
    level: int
    seconds: float
    typical_ms: float
    source: str
    measured: tuple[Strength, ...] = ()
    tables: tuple[int, ...] = (4,)

    def plays(self, ruleset: str) -> bool:
        """Say whether the agent can sit at a table of this ruleset."""
        return ANY_RULESET in self.rulesets or ruleset in self.rulesets


IDLE: Final = "idle"
"""Sits on the seat of somebody who left a game in which nobody needs an opponent."""

AGENTS: Final = (
    AgentEntry(
        id="uniform",
        rulesets=(ANY_RULESET,),
        level=1,
        seconds=0.05,
        typical_ms=0.2,
        source="workers.agents.uniform:Uniform",
    ),
    AgentEntry(
        id="heuristic",
        rulesets=("catan",),
        level=3,
        seconds=0.25,
        typical_ms=0.75,
        source="workers.agents.catan.heuristic:Heuristic",
        measured=(Strength("catan", "uniform", seats=4, games=400, wins=400, low=0.9905, high=1.0),),
    ),
    AgentEntry(
        id="dice_optimal",
        rulesets=("catan-dice",),
        level=5,
        seconds=0.25,
        typical_ms=0.8,
        source="workers.agents.dice.optimal:Optimal",
        measured=(Strength("catan-dice", "uniform", seats=4, games=400, wins=400, low=0.9905, high=1.0),),
    ),
    AgentEntry(
        id="elasund_heuristic",
        rulesets=("elasund",),
        level=3,
        seconds=0.25,
        typical_ms=0.8,
        source="workers.agents.elasund.heuristic:Heuristic",
        measured=(
            Strength("elasund", "uniform", seats=2, games=400, wins=400, low=0.9905, high=1.0),
            Strength("elasund", "uniform", seats=3, games=400, wins=400, low=0.9905, high=1.0),
            Strength("elasund", "uniform", seats=4, games=400, wins=400, low=0.9905, high=1.0),
        ),
        tables=(2, 3, 4),
    ),
    AgentEntry(
        id=IDLE,
        rulesets=(ANY_RULESET,),
        level=0,
        seconds=0.05,
        typical_ms=0.2,
        source="workers.agents.idle:Idle",
    ),
)

BY_ID: Final = {entry.id: entry for entry in AGENTS}


def default_agent(ruleset: str) -> str:
    """Find the strongest agent for a ruleset, by id, for an AI seat that names none."""
    return max((entry for entry in AGENTS if entry.plays(ruleset)), key=lambda entry: entry.level).id
