"""Defines the agent that plays the planner's choice, unless a trial of another command is better."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from domain.core.actions import Actions
from domain.core.chance import SeededChance
from domain.core.ruleset import Ruleset
from domain.elasund.state import State
from domain.elasund.terms import ROLL
from workers.agents.agent import Agent
from workers.agents.elasund import planner_1
from workers.agents.elasund.lookahead.candidates import list_candidates
from workers.agents.elasund.lookahead.effort import Effort
from workers.agents.elasund.situation import Situation
from workers.agents.elasund.value.model import Value, load_value
from workers.agents.elasund.winning import find_win
from workers.agents.search.limits import Limit, OverLimit
from workers.agents.search.sure_wins import TakesSureWins
from workers.agents.search.worlds import Worlds
from workers.agents.turns import Decision, decide, first_decision

MOST_COMMANDS: Final = 30
"""Commands after which a trial is broken off and its position valued."""
STANDARD: Final = Effort()


class Trials:
    """Tries commands of a seat in the same worlds with the same chance, each to the end of the turn."""

    def __init__(self, ruleset: Ruleset, knowledge: Any, floor: Agent, effort: Effort, seed: str, limit: Limit) -> None:
        self.ruleset = ruleset
        self.seat: int = knowledge.seat
        self.turn: int = knowledge.turn
        self.floor = floor
        self.value: Value = load_value(knowledge.seats)
        self.effort = effort
        self.seed = seed
        self.limit = limit
        self.worlds = Worlds(ruleset, knowledge, seed)

    def best(self, tried: Sequence[Any]) -> Any:
        """Return the first command, or the best other one if it leads that by the margin."""
        chances = [self._mean(command) for command in tried]
        best = max(range(len(tried)), key=lambda number: chances[number])
        return tried[best] if chances[best] > chances[0] + self.effort.margin else tried[0]

    def _mean(self, command: Any) -> float:
        """Return the probability to win after a command, over the worlds."""
        worlds = range(self.effort.worlds)
        return sum([self._try(self.worlds.deal(str(world)).copy(), command, world) for world in worlds]) / len(worlds)

    def _try(self, state: State, command: Any, world: int) -> float:
        """Play a command and on by the planner to the next roll, and value the position there."""
        self.limit.check()
        ruleset, rng = self.ruleset, Random(0)
        draft = ruleset.draft(state, SeededChance(f"{self.seed}:{world}".encode()))
        draft.is_read = False

        def ask(seat: int) -> Decision:
            return decide(ruleset, state, seat, self.floor, 1.0, rng)

        decision: Decision | None = Decision(self.seat, command)
        for _ in range(MOST_COMMANDS):
            if decision is None:
                break
            ruleset.play(draft, *decision)
            draft.events.clear()
            if not state.agenda or (state.turn != self.turn and state.agenda[-1].kind == ROLL):
                break
            decision = first_decision(ruleset.awaiting(state), ask)
        return self.value.chances(state)[self.seat]


class Searcher(Agent):
    """Tries a few commands to the end of the turn; effort is counted in trials, the time is an emergency stop."""

    def __init__(self, weights: Effort = STANDARD, floor: Agent | None = None) -> None:
        self.weights = weights
        self.floor = floor or planner_1.Planner()

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a legal command; None if nothing needs an answer."""
        pick = self.floor.choose(ruleset, knowledge, actions, budget, rng)
        if pick is None or len(actions.commands) < 2:
            return pick
        tried = list_candidates(Situation(knowledge, planner_1.TUNED), actions, pick, self.weights)
        if len(tried) < 2:
            return pick
        trials = Trials(ruleset, knowledge, self.floor, self.weights, str(rng.getrandbits(64)), Limit(budget))
        try:
            return trials.best(tried)
        except OverLimit:
            self.stopped += 1
            return pick


class Lookahead(TakesSureWins, Searcher):
    """Wins where a turn surely allows it; else tries a few commands to the end of its turn."""

    find_win = staticmethod(find_win)
