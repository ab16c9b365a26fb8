"""The heuristic agent of Elasund answers each question in a file of its own."""

from typing import Final

from workers.agents.entry import AgentEntry, Strength

STUDY: Final = ""
"""No value is fitted: its games are studied by playouts."""

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
)
