"""These are the computer players: each sees its seat's knowledge and legal actions, and nothing else.

`play` lets some of them play a game in memory; `Agent` is the base of one's own.
"""

from workers.agents.agent import Agent
from workers.agents.search.match import Match, play

__all__ = ["Agent", "Match", "play"]
