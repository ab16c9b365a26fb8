"""The agent of Goofspiel looks at the prize alone."""

from typing import Final

from workers.agents.measures import Measures

STUDY: Final = ""
"""No value is fitted: its games are studied by playouts."""

MEASURES: Final = Measures()
