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
            Strength("elasund", "elasund_heuristic", seats=2, games=800, wins=574, low=0.6853, high=0.7476),
            Strength("elasund", "elasund_heuristic", seats=3, games=801, wins=464, low=0.5448, high=0.6130),
            Strength("elasund", "elasund_heuristic", seats=4, games=800, wins=374, low=0.4332, high=0.5021),
        ),
        tables=(2, 3, 4),
    ),
)
