"""The agents of Elasund answer each question in a file of its own."""

from typing import Final

from workers.agents.measures import Measures

STUDY: Final = ""
"""No value is fitted: its games are studied by playouts."""

MEASURES: Final = Measures(yardstick="elasund_heuristic", meetings=(("elasund_planner", "elasund_heuristic"),))
