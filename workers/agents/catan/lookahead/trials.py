"""Tries commands in sampled worlds: the base agent plays on to the end of the turn, where the position is valued.

With more plies it branches where the seat chooses again: a command is then worth as much as the best one after it.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from domain.catan.state import State
from domain.catan.terms import ROLL
from domain.core.chance import SeededChance
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.agents.catan.lookahead import sharing
from workers.agents.catan.lookahead.candidates import list_candidates
from workers.agents.catan.lookahead.effort import Effort
from workers.agents.catan.lookahead.tree import Option, Place
from workers.agents.catan.value.model import Value
from workers.agents.search.limits import Limit
from workers.agents.search.teamwork import Team
from workers.agents.search.worlds import Worlds
from workers.agents.turns import Decision, decide, first_decision

MOST_COMMANDS: Final = 30
"""Commands after which a turn is broken off and its position valued."""


class Trials:
    """Tries commands of a seat in the same worlds with the same chance: equal numbers of draws, equal results."""

    def __init__(
        self, ruleset: Ruleset, knowledge: Any, floor: Agent, value: Value, effort: Effort, seed: str, limit: Limit
    ) -> None:
        self.ruleset = ruleset
        self.seat: int = knowledge.seat
        self.floor = floor
        self.value = value
        self.effort = effort
        self.seed = seed
        self.limit = limit
        self.worlds = Worlds(ruleset, knowledge, seed)
        self.team: Team | None = None
        self.until: int = knowledge.turn + effort.rolls + (effort.rolls > 0)

    def best(self, tried: Sequence[Any]) -> Any:
        """Return the first command, or another that surely leads it; commands that fall behind are dropped."""
        root = Place(self.seat, self.effort, len(tried))
        if self.team and self.effort.processes > 1 and len(tried) >= sharing.FEWEST:
            sharing.try_together(root, tried, self.team, self._try_root)
            best = None if root.is_settled() else root.best()
            return tried[0] if best is None else best
        for world in range(self.effort.worlds):
            self._visit(root, self.worlds.deal(str(world)), tried, world, self.effort.plies)
            if root.is_settled():
                return tried[0]
        best = root.best()
        return tried[0] if best is None else best

    def _try_root(self, option: Option, command: Any, world: int) -> None:
        """Try a command of the decision itself in a world."""
        self.limit.check()
        self._try(option, self.worlds.deal(str(world)).copy(), Decision(self.seat, command), world, self.effort.plies)

    def _visit(self, place: Place, state: State, tried: Sequence[Any], world: int, plies: int) -> None:
        """Try the options of a place in a world that reaches it."""
        for command, option in place.visit(tried):
            self.limit.check()
            self._try(option, state.copy(), Decision(place.seat, command), world, plies)
        place.drop()

    def _try(self, option: Option, state: State, decision: Decision, world: int, plies: int) -> None:
        """Play a command, then the floor's choices until a seat chooses in the tree or is to roll.

        Positions are valued before the roll: the value covers all sums of the dice, a trial one.
        """
        ruleset, rng = self.ruleset, Random(0)
        draft = ruleset.draft(state, SeededChance(f"{self.seed}:{world}".encode()))
        draft.is_read = False
        line: list[tuple[Decision, int]] = []

        def ask(seat: int) -> Decision:
            return decide(ruleset, state, seat, self.floor, 1.0, rng)

        next_one: Decision | None = decision
        while next_one is not None:
            ruleset.play(draft, *next_one)
            draft.events.clear()
            line.append((next_one, state.dice))
            if self._is_over(state) or len(line) > MOST_COMMANDS:
                break
            next_one = first_decision(ruleset.awaiting(state), ask)
            if plies > 1 and next_one is not None and len(tried := self._list_candidates(state, next_one)) > 1:
                place = option.places.setdefault(tuple(line), Place(next_one.seat, self.effort, self.effort.widen))
                self._visit(place, state, tried, world, plies - 1)
                return
        option.ends[world] = self.value.chances(state)

    def _is_over(self, state: State) -> bool:
        """Return whether a seat is about to roll and no roll is left, or the game is won."""
        return not state.agenda or (state.agenda[-1].kind == ROLL and state.turn >= self.until)

    def _list_candidates(self, state: State, floor: Decision) -> Sequence[Any]:
        """Return the commands to try besides the floor's decision; none for seats that only the floor plays."""
        seat = floor.seat
        if seat != self.seat and not (self.effort.rivals and seat == state.active):
            return ()
        knowledge, actions = self.ruleset.observe(state, seat), self.ruleset.actions(state, seat)
        return list_candidates(knowledge, actions, floor.command, self.effort)
