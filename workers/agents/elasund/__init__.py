"""Holds the agents of Elasund, with a file for each kind of decision."""

from typing import Final

from workers.agents.measures import Measures

STUDY: Final = ""
"""Games are studied by playouts."""

MEASURES: Final = Measures(
    yardstick="elasund_heuristic",
    meetings=(("elasund_planner", "elasund_heuristic"),),
    lesson="workers.agents.elasund.value.lesson:LESSON",
)
