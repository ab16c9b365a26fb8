"""A sensible player of Catan plans from what its seat knows; each chapter of its play is one small file."""

from typing import Final

from workers.agents.measures import Measures

STUDY: Final = "workers.agents.catan.study:CatanStudy"
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
