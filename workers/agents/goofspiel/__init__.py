"""The agent of Goofspiel looks at the prize alone."""

from typing import Final

from workers.agents.entry import AgentEntry

STUDY: Final = ""
"""No value is fitted: its games are studied by playouts."""

AGENTS = (AgentEntry("matching", ("goofspiel",), 2, 0.05, 0.2, "workers.agents.goofspiel.matching:Matching"),)
