"""Who meets whom for the ladders: each level its neighbor, and agents without levels the levels next to them."""

from typing import Final

from workers.agents.catalog import at_level
from workers.rating.meetings import Meeting

YARDSTICKS: Final = {"catan": "heuristic"}
"""The agent by ruleset whose rating is set."""

GRADED: Final = "graded"
LEVELS: Final = 8

MEETINGS: Final = (
    *(Meeting("catan", at_level(GRADED, level), at_level(GRADED, level - 1)) for level in range(2, LEVELS + 1)),
    Meeting("catan", at_level(GRADED, 5), "heuristic"),
    Meeting("catan", "heuristic", at_level(GRADED, 3)),
    Meeting("catan", at_level(GRADED, 1), "uniform"),
)
