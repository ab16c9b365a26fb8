"""The agents of Elasund answer each question in a file of its own."""

from typing import Final

from workers.agents.entry import AgentEntry, Strength
from workers.agents.measures import Measures

STUDY: Final = ""
"""No value is fitted: its games are studied by playouts."""

MEASURES: Final = Measures(yardstick="elasund_heuristic", meetings=(("elasund_planner", "elasund_heuristic"),))

AGENTS: Final = (
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
        id="elasund_planner",
        rulesets=("elasund",),
        level=4,
        seconds=0.25,
        typical_ms=1.0,
        source="workers.agents.elasund.planner:Planner",
        measured=(
            Strength("elasund", "elasund_heuristic", seats=2, games=200, wins=128, low=0.5714, high=0.7033),
            Strength("elasund", "elasund_heuristic", seats=3, games=201, wins=84, low=0.3519, high=0.4870),
            Strength("elasund", "elasund_heuristic", seats=4, games=200, wins=64, low=0.2593, high=0.3875),
        ),
        tables=(2, 3, 4),
    ),
)
