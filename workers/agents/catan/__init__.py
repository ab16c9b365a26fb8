"""Holds the agents of Catan, which plan from what their seat knows, with a file for each part of the play."""

from typing import Final

from workers.agents.measures import Measures

STUDY: Final = "workers.agents.catan.study:CatanStudy"
"""Path of the study of plain games."""

MEASURES: Final = Measures(
    yardstick="heuristic",
    meetings=(
        *((f"graded@{level}", f"graded@{level - 1}") for level in range(2, 9)),
        ("graded@5", "heuristic"),
        ("heuristic", "graded@3"),
        ("graded@1", "uniform"),
    ),
    lesson="workers.agents.catan.value.lesson:LESSON",
    additions="workers.agents.catan.expectimax.valuing:ADDITIONS",
    exploiter="workers.agents.catan.exploiter:Exploiter",
)
"""Pairs for ratings: each level meets the next, and agents without levels meet the levels close in strength."""
