"""A trial plays a command in a dealt world, lets the floor play on to the end of the turn, and asks the value there."""

from random import Random
from typing import Any, Final

from domain.catan.chapters.production.messages import RollDice
from domain.catan.state import State
from domain.catan.terms import ROLL
from domain.core.chance import SeededChance
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.agents.catan.value.model import Value
from workers.agents.limit import Limit
from workers.agents.search.worlds import Worlds
from workers.agents.turns import Decision, decide, first_decision

MOST_COMMANDS: Final = 30
"""Commands after which a turn is broken off and judged as it stands."""


class Trials:
    """Tries commands of a seat in the same worlds with the same luck: the n-th draw of a stream comes out the same."""

    def __init__(self, ruleset: Ruleset, knowledge: Any, floor: Agent, value: Value, seed: str, limit: Limit) -> None:
        self.ruleset = ruleset
        self.seat: int = knowledge.seat
        self.floor = floor
        self.value = value
        self.seed = seed
        self.limit = limit
        self.worlds = Worlds(ruleset, knowledge, seed)

    def chance(self, command: Any, world: int) -> float:
        """Return the probability that the seat wins after a command, in the world of a number; raises OverLimit."""
        self.limit.check()
        state = self.worlds.deal(str(world))
        if not isinstance(command, RollDice):
            state = state.copy()
            self._play(state, command, SeededChance(f"{self.seed}:{world}".encode()))
        return self.value.chances(state)[self.seat]

    def _play(self, state: State, command: Any, chance: SeededChance) -> None:
        """Play a command, and what the floor plays for all seats until somebody is about to roll.

        The value is asked before the dice fall: it has all their sums in it, and a trial has but one.
        """
        ruleset, rng = self.ruleset, Random(0)
        draft = ruleset.draft(state, chance)
        draft.is_read = False

        def ask(seat: int) -> Decision:
            return decide(ruleset, state, seat, self.floor, 1.0, rng)

        ruleset.play(draft, self.seat, command)
        for _ in range(MOST_COMMANDS):
            draft.events.clear()
            if not state.agenda or state.agenda[-1].kind == ROLL:
                return
            decision = first_decision(ruleset.awaiting(state), ask)
            if decision is None:
                return
            ruleset.play(draft, decision.seat, decision.command)
