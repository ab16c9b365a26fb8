"""Computer players. Each sees a seat's knowledge and legal actions, and nothing else; they import the rules alone.

`play` lets some of them play a game in memory.
"""

from workers.agents.search.match import Match, play

__all__ = ["Match", "play"]
