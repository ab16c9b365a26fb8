"""The agent of Goofspiel looks at the prize alone."""

from typing import Final

from workers.agents.entry import AgentEntry
from workers.agents.measures import Measures

STUDY: Final = ""
"""No value is fitted: its games are studied by playouts."""

MEASURES: Final = Measures()

AGENTS = (AgentEntry("matching", ("goofspiel",), 2, 0.05, 0.2, "workers.agents.goofspiel.matching:Matching"),)
