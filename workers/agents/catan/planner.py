"""Plays as version 2 did, fights for the Longest Road, hinders rivals about to win, trades where its chance rises."""

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, Final

from domain.catan.chapters.development.messages import PlayRoadBuilding
from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from workers.agents.catan import fair_trades, planner_1
from workers.agents.catan.prevention import aim_robber, prevent
from workers.agents.catan.tuned import TUNED
from workers.agents.catan.turn import ANSWER, CONFIRM, Step, Turn, offer_cards
from workers.agents.catan.weights import Weights
from workers.agents.catan.winning.finding import find_win
from workers.agents.search.limits import Limit, OverLimit
from workers.agents.search.sure_wins import TakesSureWins

FIGHTING: Final = replace(
    TUNED, exact_roads=True, keep_road=1.0, cut_road=0.3, least_chance=0.0, foresees=True, judged=20
)
"""The weights of version 3."""


def _play_idle_roads(turn: Turn) -> PlayRoadBuilding | None:
    """Play Road Building that no plan waits for: kept, it brings nothing."""
    command = PlayRoadBuilding()
    return command if turn.listed.has(command) else None


_INSTEAD: Final[dict[Step, Step]] = {
    ANSWER: fair_trades.answer_in_turn,
    CONFIRM: fair_trades.confirm_offer,
    offer_cards: fair_trades.offer_fairly,
}


class _Fighter(planner_1.Planner):
    """Plays by the weights and steps of version 3, without a look at sure wins."""

    believes = True

    def __init__(self, weights: Weights = FIGHTING) -> None:
        super().__init__(weights)
        self.steps = (*(_INSTEAD.get(step, step) for step in self.steps), _play_idle_roads)
        self.answer = fair_trades.answer

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a legal command; None if nothing needs an answer. Time that is used up counts as a stop."""
        limit = Limit(budget)
        if len(actions.commands) < 2 or not actions.must_act:
            return super().choose(ruleset, knowledge, actions, budget, rng)
        try:
            actions = aim_robber(ruleset, knowledge, actions, limit)
        except OverLimit:
            self.stopped += 1
        pick = super().choose(ruleset, knowledge, actions, budget, rng)
        try:
            return prevent(ruleset, knowledge, actions, pick, limit)
        except OverLimit:
            self.stopped += 1
            return pick


class Planner(TakesSureWins, _Fighter):
    """Wins where a turn surely allows it, keeps others from it, and plans, trades and builds as version 3 does."""

    find_win = staticmethod(partial(find_win, draws=True))
