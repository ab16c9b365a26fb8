"""Plays as version 1 did, but never passes over a turn that is surely won."""

from workers.agents.elasund import planner_1
from workers.agents.elasund.winning import find_win
from workers.agents.search.sure_wins import TakesSureWins


class Planner(TakesSureWins, planner_1.Planner):
    """Takes sure wins, prefers cubes that are rarely lost, and blocks what rivals are about to build."""

    find_win = staticmethod(find_win)
