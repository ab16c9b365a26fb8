"""Defines the agent that plays the planner's choice, unless a search of its turn shows one that wins more often."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, Final

from domain.catan.state import State
from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.agents.catan.expectimax.candidates import find_offers, is_left_to_the_floor, list_tried
from workers.agents.catan.expectimax.effort import Effort
from workers.agents.catan.expectimax.market import Market
from workers.agents.catan.expectimax.others import Others, find_generous
from workers.agents.catan.expectimax.valuing import load_value
from workers.agents.catan.lookahead.agent import Lookahead, has_choice
from workers.agents.catan.lookahead.trials import Trials
from workers.agents.catan.value.model import Value
from workers.agents.catan.winning.finding import MORE_NODES, find_win
from workers.agents.search.limits import Limit, OverLimit
from workers.agents.search.sure_wins import TakesSureWins
from workers.agents.turns import Decision

STANDARD: Final = Effort(plies=2)
ASKING: Final = replace(STANDARD, asks_on=True)
"""The effort of version 3, which goes on making offers after some that only tried how others trade."""


class TurnTrials(Trials):
    """Tries commands as `lookahead` does; where the seat chooses again, it may take any partner who agreed."""

    effort: Effort
    generous = 0
    """The mask of the other seats that may give more cards than they get."""

    def _list_candidates(self, state: State, floor: Decision) -> Sequence[Any]:
        seat = floor.seat
        if seat != self.seat:
            return ()
        knowledge, actions = self.ruleset.observe(state, seat), self.ruleset.actions(state, seat)
        if is_left_to_the_floor(actions, floor.command):
            return ()
        return list_tried(knowledge, actions, floor.command, self.effort)


class Searcher(Lookahead):
    """Searches its turn and what others answer, over a value fitted on games among planners; it weighs offers too."""

    weights: Effort

    def __init__(self, weights: Effort = STANDARD, value: Value | None = None, floor: Agent | None = None) -> None:
        super().__init__(weights, value or load_value(), floor)

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a legal command; None if nothing needs an answer."""
        pick = self.floor.choose(ruleset, knowledge, actions, budget, rng)
        if pick is None or not has_choice(actions):
            return pick
        effort = self.weights if knowledge.turn else self._founding()
        seed, limit = str(rng.getrandbits(64)), Limit(budget)
        generous = self._find_generous(knowledge)
        floor = Others(self.floor, generous) if generous else self.floor
        trials = TurnTrials(ruleset, knowledge, floor, self.value, effort, seed, limit)
        trials.team, trials.generous = self.team, generous
        try:
            tried = self._list_tried(trials, knowledge, actions, pick)
            return pick if len(tried) < 2 else trials.best(tried)
        except OverLimit:
            self.stopped += 1
            return pick

    def _find_generous(self, knowledge: Any) -> int:
        """Return the mask of the other seats that may give more cards than they get; here none may."""
        return 0

    def _list_tried(self, trials: TurnTrials, knowledge: Any, actions: Actions, pick: Any) -> list[Any]:
        """Return the commands to try, the floor's pick first, then offers by what they bring."""
        if is_left_to_the_floor(actions, pick):
            return [pick]
        effort = trials.effort
        tried = list_tried(knowledge, actions, pick, replace(effort, offers=0))
        offers = find_offers(knowledge, actions, pick, effort, lambda: self._open_market(trials, knowledge.seat))
        return [*tried, *(offer for offer in offers if offer not in tried)]

    def _open_market(self, trials: TurnTrials, seat: int) -> Market:
        trials.limit.check()
        worlds = [trials.worlds.deal(str(number)) for number in range(trials.effort.asked)]
        return Market(trials.ruleset, worlds, seat, self.value, trials.generous)


class Expectimax(TakesSureWins, Searcher):
    """Wins where a turn surely allows it; else searches its turn and the answers of others, whom it gets to know."""

    find_win = staticmethod(partial(find_win, draws=True, nodes=MORE_NODES))

    def __init__(self, weights: Effort = ASKING, value: Value | None = None, floor: Agent | None = None) -> None:
        super().__init__(weights, value, floor)

    def _find_generous(self, knowledge: Any) -> int:
        return find_generous(knowledge)
