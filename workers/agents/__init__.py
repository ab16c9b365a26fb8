"""Holds the computer players: each sees its seat's knowledge and legal actions, and nothing else.

`play` plays a game between agents in memory; `Agent` is the base class of every agent.
"""

from workers.agents.agent import Agent
from workers.agents.search.match import Match, play

__all__ = ["Agent", "Match", "play"]
