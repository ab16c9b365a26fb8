"""A trial of a study plays a command in a dealt world and on to the next roll, and asks the value for all seats."""

from random import Random
from typing import Any, Final

from domain.catan.chapters.production import RollDice
from domain.catan.chapters.setup.messages import FoundSettlement
from domain.catan.state import State
from domain.catan.terms import ROLL
from domain.core.chance import SeededChance
from workers.agents.agent import Agent
from workers.agents.catan.value.model import Value
from workers.agents.search.study import Trial, Trials
from workers.agents.search.worlds import Worlds
from workers.agents.turns import Decision, decide, first_decision

MOST_COMMANDS: Final = 30
"""Commands after which a turn is broken off and judged as it stands."""
VALUE_MS: Final = 0.2
DECISION_MS: Final = 0.5
FOUNDING_MS: Final = 2.0


class TurnTrials(Trials):
    """Tries commands of a seat; the planner plays on for all seats until somebody is about to roll."""

    def __init__(self, dealt: Worlds, floor: Agent, value: Value) -> None:
        self.ruleset = dealt.ruleset
        self.seat: int = dealt.knowledge.seat
        self.floor = floor
        self.value = value
        self.seed = dealt.seed
        self.dealt = dealt

    def worlds(self) -> int:
        """Count the different worlds that were dealt."""
        return self.dealt.count()

    def standing(self, world: int) -> Trial:
        """Play on from the position as it is, for all who must act, to the next roll."""
        state = self.dealt.deal(str(world)).copy()
        draft = self.ruleset.draft(state, SeededChance(f"{self.seed}:{world}".encode()))
        draft.is_read = False
        cost = VALUE_MS + self._play_on(draft)
        return Trial(self._chances(state), self.ruleset.points(state), 0, False, cost)

    def play(self, command: Any, world: int) -> Trial:
        """Play a command in the world of a number, and on to the end of the turn; a roll is valued before it falls."""
        state = self.dealt.deal(str(world))
        if isinstance(command, RollDice):
            return Trial(self._chances(state), self.ruleset.points(state), 0, False, VALUE_MS)
        before = self.ruleset.points(state)[self.seat]
        state = state.copy()
        chance = SeededChance(f"{self.seed}:{world}".encode())
        draft = self.ruleset.draft(state, chance)
        draft.is_read = False
        self.ruleset.play(draft, self.seat, command)
        draft.events.clear()
        gain = self.ruleset.points(state)[self.seat] - before
        wins = state.winner == self.seat
        cost = VALUE_MS + self._play_on(draft)
        return Trial(self._chances(state), self.ruleset.points(state), gain, wins, cost)

    def _chances(self, state: State) -> tuple[float, ...]:
        return tuple(self.value.chances(state))

    def _play_on(self, draft: Any) -> float:
        """Let the floor play to the next roll; return what its decisions cost, in ms."""
        ruleset, state, rng, cost = self.ruleset, draft.state, Random(0), 0.0

        def ask(seat: int) -> Decision:
            return decide(ruleset, state, seat, self.floor, 1.0, rng)

        for _ in range(MOST_COMMANDS):
            if not state.agenda or state.agenda[-1].kind == ROLL:
                break
            decision = first_decision(ruleset.awaiting(state), ask)
            if decision is None:
                break
            cost += FOUNDING_MS if isinstance(decision.command, FoundSettlement) else DECISION_MS
            ruleset.play(draft, decision.seat, decision.command)
            draft.events.clear()
        return cost
