"""Plays as version 1 did, but never passes over a turn that is surely won: version 2 of `planner`."""

from workers.agents.catan import planner_1
from workers.agents.catan.winning.finding import find_win
from workers.agents.search.sure_wins import TakesSureWins


class Planner(TakesSureWins, planner_1.Planner):
    """Plans as `heuristic` does, wins where a turn surely allows it, and leaves few cards for others to take."""

    find_win = staticmethod(find_win)
