"""A sensible player of Catan plans from what its seat knows; each chapter of its play is one small file."""

from typing import Final

from workers.agents.entry import AgentEntry, Level, Strength
from workers.agents.measures import Measures

STUDY: Final = "workers.agents.catan.study.study:CatanStudy"
"""Where to find what studies plain games."""

MEASURES: Final = Measures(
    yardstick="heuristic",
    meetings=(
        *((f"graded@{level}", f"graded@{level - 1}") for level in range(2, 9)),
        ("graded@5", "heuristic"),
        ("heuristic", "graded@3"),
        ("graded@1", "uniform"),
    ),
    lesson="workers.agents.catan.value.lesson:LESSON",
    exploiter="workers.agents.catan.exploiter:Exploiter",
)
"""Each level meets its neighbor, and agents without levels those next to them."""

AGENTS: Final = (
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
        id="planner",
        rulesets=("catan",),
        level=4,
        seconds=0.25,
        typical_ms=0.75,
        source="workers.agents.catan.planner:Planner",
        measured=(Strength("catan", "heuristic", seats=4, games=800, wins=396, low=0.4605, high=0.5296),),
    ),
    AgentEntry(
        id="graded",
        rulesets=("catan",),
        level=4,
        seconds=2.0,
        typical_ms=0.75,
        source="workers.agents.catan.levels:make_graded",
        levels=(*(Level(number, 0.75) for number in range(1, 6)), Level(6, 3.0), Level(7, 5.5), Level(8, 14.0)),
        usual=5,
    ),
    AgentEntry(
        id="lookahead",
        rulesets=("catan",),
        level=5,
        seconds=2.0,
        typical_ms=6.0,
        source="workers.agents.catan.lookahead.agent:Lookahead",
        measured=(Strength("catan", "heuristic", seats=4, games=800, wins=443, low=0.5191, high=0.5879),),
    ),
)
