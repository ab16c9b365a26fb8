"""The agent plays what its floor would, unless a trial of something else promises clearly more."""

import math
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.agents.catan.listed import Listed
from workers.agents.catan.lookahead.candidates import candidates
from workers.agents.catan.lookahead.doubts import in_doubt
from workers.agents.catan.lookahead.effort import Effort
from workers.agents.catan.lookahead.trials import Trials
from workers.agents.catan.planner import Planner
from workers.agents.catan.situation import Situation
from workers.agents.catan.value.model import Value, fitted_value
from workers.agents.limit import Limit, OverLimit

STANDARD: Final = Effort()
FEWEST: Final = 2  # trials of a command before it may be dropped


class Lookahead(Agent):
    """Tries a few commands in worlds that fit what its seat knows, each to the end of the turn.

    The floor, the planner unless another is given, makes the first pick and plays on in the trials. All of it is
    counted in trials: the same knowledge and luck bring the same choice on every machine. Only where the trials take
    more processor time than the budget does it play the floor's pick at once. It looks ahead in the plain game, which
    its value was fitted on; with modules it plays as the floor.
    """

    believes = True

    def __init__(self, weights: Effort = STANDARD, value: Value | None = None, floor: Agent | None = None) -> None:
        self.weights = weights
        self.value = value or fitted_value()
        self.floor = floor or Planner()

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a legal command; None when nothing needs an answer."""
        pick = self.floor.choose(ruleset, knowledge, actions, budget, rng)
        if pick is None or knowledge.setting.config.modules or not _has_choice(actions):
            return pick
        considered = candidates(Situation(knowledge, ()), Listed(actions), pick, self.weights)
        tried = in_doubt(considered, actions.tamest)
        if len(tried) < 2:
            return pick
        trials = Trials(ruleset, knowledge, self.floor, self.value, str(rng.getrandbits(64)), Limit(budget))
        try:
            return self._best(trials, tried) if knowledge.turn else self._founding(trials, tried)
        except OverLimit:
            self.stopped += 1
            return pick

    def _founding(self, trials: Trials, tried: Sequence[Any]) -> Any:
        """Return where to found: nothing is hidden yet and no die falls, so that one trial of each says it all."""
        chances = [trials.chance(command, 0) for command in tried]
        best = max(range(len(tried)), key=lambda number: chances[number])
        return tried[best] if chances[best] > chances[0] + self.weights.founding_margin else tried[0]

    def _best(self, trials: Trials, tried: Sequence[Any]) -> Any:
        """Return the command that leads the first one most, if it surely leads; those that fall behind are dropped."""
        leads: dict[int, list[float]] = {number: [] for number in range(1, len(tried))}
        for world in range(self.weights.worlds):
            base = trials.chance(tried[0], world)
            for number, found in leads.items():
                found.append(trials.chance(tried[number], world) - base)
            if world + 1 >= FEWEST:
                leads = {number: found for number, found in leads.items() if self._may_lead(found)}
            if not leads:
                return tried[0]
        sure = {number: self._bound(found, -self.weights.doubt) for number, found in leads.items()}
        best = max(sure, key=lambda number: sure[number])
        return tried[best] if sure[best] > self.weights.margin else tried[0]

    def _may_lead(self, leads: Sequence[float]) -> bool:
        return self._bound(leads, 2 + self.weights.doubt) > self.weights.margin

    def _bound(self, leads: Sequence[float], errors: float) -> float:
        """Return the mean lead with so many standard errors added."""
        count = len(leads)
        mean = sum(leads) / count
        if count < FEWEST:
            return mean
        variance = sum([(lead - mean) ** 2 for lead in leads]) / (count - 1)
        return mean + errors * math.sqrt(variance / count)


def _has_choice(actions: Actions) -> bool:
    return len(actions.commands) > 1 or bool(actions.templates)
