"""Defines the heuristic agent of Catan, which passes each obligation to the function that answers it."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from domain.catan.chapters.development.messages import PlayKnight
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.robber.messages import DeclineSteal, Discard, MoveRobber, Steal
from domain.catan.chapters.setup.messages import FoundRoad, FoundSettlement
from domain.catan.terms import FREE_ROADS, ROLL
from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.agents.catan import bargaining, development, opening, robbing
from workers.agents.catan.actions_by_kind import Listed
from workers.agents.catan.goal import Goal
from workers.agents.catan.goal_finding import first_goals
from workers.agents.catan.modules import tactics_of
from workers.agents.catan.situation import Situation
from workers.agents.catan.tactics import Moment, first_step
from workers.agents.catan.turn import PLANS, STEPS, Step, Turn, choose_free_road, choose_in_turn
from workers.agents.catan.weights import FROZEN, Weights

Answer = Callable[[Situation, Sequence[Goal]], Any | None]
"""Answers the first offer that waits for the own seat, by what the seat works towards; None if none does."""


class Heuristic(Agent):
    """Plans settlements, cities, cards and roads from its own view, trades when it gains, and robs the leader.

    It judges by `weights`, tries the `steps` of a turn in order, and answers offers of others by `answer`. With the
    defaults it is the reference for ratings.
    """

    def __init__(
        self, weights: Weights = FROZEN, steps: Sequence[Step] = STEPS, answer: Answer = bargaining.answer
    ) -> None:
        self.weights = weights
        self.steps = steps
        self.answer = answer

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a sensible legal command; None if nothing needs an answer."""
        if len(actions.commands) == 1 and not actions.templates and actions.must_act:
            return actions.commands[0]
        now = Situation(knowledge, tactics_of(knowledge.setting), self.weights)
        return _choose(now, Listed(actions), self.steps, self.answer)


def _choose(now: Situation, listed: Listed, steps: Sequence[Step], answer_offer: Answer) -> Any | None:
    for owed in (*(tactics.owed for tactics in now.tactics), _OWED):
        for cls, answer in owed.items():
            if listed.of(cls):
                return answer(now, listed.commands)
    discard = listed.template(Discard)
    if discard is not None:
        return robbing.choose_discard(now, discard)
    return _choose_at_table(now, listed, steps, answer_offer)


def _choose_at_table(now: Situation, listed: Listed, steps: Sequence[Step], answer_offer: Answer) -> Any | None:
    if not listed.must_act:
        return answer_offer(now, first_goals(now, PLANS))
    frame = now.view.agenda[-1].kind
    if frame == ROLL:
        return _before_roll(now, listed)
    turn = Turn(now, listed)
    return choose_free_road(turn) if frame == FREE_ROADS else choose_in_turn(turn, steps)


def _before_roll(now: Situation, listed: Listed) -> Any:
    """Use what a module offers before the roll, or a knight against the robber or for the army; then roll."""
    command = first_step(now.tactics, Moment.BEFORE_ROLL, now, (), listed)
    if command is not None:
        return command
    is_urgent = listed.has(PlayKnight()) and (development.is_robbed(now) or development.takes_army(now))
    return PlayKnight() if is_urgent else RollDice()


_OWED: Final[Mapping[type[Any], Callable[[Situation, Sequence[Any]], Any]]] = {
    FoundSettlement: opening.choose_settlement,
    FoundRoad: opening.choose_road,
    MoveRobber: robbing.choose_tile,
    Steal: robbing.choose_victim,
    DeclineSteal: robbing.choose_victim,
}
