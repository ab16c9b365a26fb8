"""Defines the agent that plays the choice of its base agent, unless a trial of another command is clearly better."""

from dataclasses import replace
from random import Random
from typing import Any, Final

from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.agents.catan.lookahead.candidates import list_candidates
from workers.agents.catan.lookahead.effort import Effort
from workers.agents.catan.lookahead.trials import Trials
from workers.agents.catan.planner_1 import Planner
from workers.agents.catan.value.model import Value, load_value
from workers.agents.search.limits import Limit, OverLimit
from workers.agents.search.teamwork import Team

STANDARD: Final = Effort(plies=2)


class Lookahead(Agent):
    """Tries a few commands in sampled positions that fit what its seat knows, each to the end of the turn.

    The `floor`, the base agent (by default the planner), makes the first pick and plays on in the trials. Effort is
    counted in trials, so that the same knowledge and seed lead to the same choice on every machine. Only if the trials
    take more processor time than the budget does it play the floor's pick at once. It looks ahead only in the plain
    game, which its value was fitted on; with modules it plays as the floor does.
    """

    believes = True
    team: Team | None = None
    """Shares a decision out, if the weights ask for several processes; set where agents are measured, else None."""

    def __init__(self, weights: Effort = STANDARD, value: Value | None = None, floor: Agent | None = None) -> None:
        self.weights = weights
        self.value = value or load_value()
        self.floor = floor or Planner()

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a legal command; None if nothing needs an answer."""
        pick = self.floor.choose(ruleset, knowledge, actions, budget, rng)
        if pick is None or knowledge.setting.config.modules or not has_choice(actions):
            return pick
        effort = self.weights if knowledge.turn else self._founding()
        tried = list_candidates(knowledge, actions, pick, effort)
        if len(tried) < 2:
            return pick
        trials = Trials(ruleset, knowledge, self.floor, self.value, effort, str(rng.getrandbits(64)), Limit(budget))
        trials.team = self.team
        try:
            return trials.best(tried)
        except OverLimit:
            self.stopped += 1
            return pick

    def _founding(self) -> Effort:
        """Return the effort for the founding phase: one world suffices, since nothing is hidden or left to dice."""
        return replace(self.weights, worlds=1, margin=self.weights.founding_margin, plies=1, rolls=0)


def has_choice(actions: Actions) -> bool:
    """Return whether there is more than one thing to do."""
    return len(actions.commands) > 1 or bool(actions.templates)
