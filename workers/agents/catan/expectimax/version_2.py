"""Takes all others for players who trade as the planner does, as version 2 of `expectimax` did."""

from functools import partial

from workers.agents.catan.expectimax.agent import Searcher
from workers.agents.catan.winning.finding import MORE_NODES, find_win
from workers.agents.search.sure_wins import TakesSureWins


class Expectimax(TakesSureWins, Searcher):
    """Wins where a turn surely allows it; else searches its turn and the answers of others."""

    find_win = staticmethod(partial(find_win, draws=True, nodes=MORE_NODES))
