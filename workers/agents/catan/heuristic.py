"""The heuristic agent of Catan: which chapter answers which obligation."""

from random import Random
from typing import Any

from domain.catan.commands import (
    DeclineSteal,
    Discard,
    FoundRoad,
    FoundSettlement,
    MoveRobber,
    PlayKnight,
    RollDice,
    Steal,
)
from domain.catan.modules.helpers.commands import UseRobberToDesert
from domain.catan.terms import FREE_ROADS, ROLL
from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.agents.catan import bargaining, cards, opening, robbing
from workers.agents.catan.goals import goals
from workers.agents.catan.modules import favors, helpers
from workers.agents.catan.prospects import ranked
from workers.agents.catan.situation import Situation
from workers.agents.catan.turn import PLANS, Turn, choose_free_road, choose_in_turn


class Heuristic(Agent):
    """Plans settlements, cities, cards and roads from its own view, trades when it gains, and robs the leader."""

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """A sensible legal command; None when nothing asks for an answer."""
        if len(actions.commands) == 1 and not actions.templates and actions.must_act:
            return actions.commands[0]
        return _choose(Situation(knowledge), actions)


def _choose(now: Situation, actions: Actions) -> Any | None:
    first = actions.commands[0] if actions.commands else None
    owed = helpers.OWED.get(type(first)) or favors.OWED.get(type(first))
    if owed is not None:
        return owed(now, actions.commands)
    if isinstance(first, FoundSettlement):
        return opening.choose_settlement(now, actions.commands)
    if isinstance(first, FoundRoad):
        return opening.choose_road(now, actions.commands)
    if isinstance(first, MoveRobber):
        return robbing.choose_tile(now, actions.commands)
    if isinstance(first, Steal | DeclineSteal):
        if favors.spares(now, actions.commands):
            return DeclineSteal()
        return robbing.choose_victim(now, [c for c in actions.commands if isinstance(c, Steal)])
    discards = [template for template in actions.templates if template.cls is Discard]
    if discards:
        return robbing.choose_discard(now, discards[0])
    return _choose_at_table(now, actions)


def _choose_at_table(now: Situation, actions: Actions) -> Any | None:
    if not actions.must_act:
        return bargaining.answer(now, [plan.goal for plan in ranked(now, now.hand, goals(now))[:PLANS]])
    frame = now.view.agenda[-1].kind
    if frame == ROLL:
        return _before_roll(now, actions)
    turn = Turn(now, actions)
    return choose_free_road(turn) if frame == FREE_ROADS else choose_in_turn(turn)


def _before_roll(now: Situation, actions: Actions) -> Any:
    """A knight or a helper against the robber, or for the army; then the dice."""
    robbed = cards.is_robbed(now)
    homes = [command for command in actions.commands if isinstance(command, UseRobberToDesert)]
    if robbed and homes:
        return homes[0]
    is_urgent = PlayKnight() in actions.commands and (robbed or cards.takes_army(now))
    return PlayKnight() if is_urgent else RollDice()
