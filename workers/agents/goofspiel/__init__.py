"""The agent of Goofspiel looks at the prize alone."""

from workers.agents.entry import AgentEntry

AGENTS = (AgentEntry("matching", ("goofspiel",), 2, 0.05, 0.2, "workers.agents.goofspiel.matching:Matching"),)
