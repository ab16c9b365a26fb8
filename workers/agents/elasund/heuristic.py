"""The heuristic agent of Elasund hands each frame to the chapter that answers it."""

from random import Random
from typing import Any, Final

from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from domain.elasund.terms import BUILD, CHURCH, HUT, MOVE_PIRATE, MOVE_SHIP, PERMIT, REWARD, SPECIAL
from workers.agents.agent import Agent
from workers.agents.elasund.building import choose_church_tile, choose_tile
from workers.agents.elasund.duties import choose_cards, choose_hut_place, choose_reward, choose_row
from workers.agents.elasund.permitting import choose_permit, choose_special
from workers.agents.elasund.situation import Situation
from workers.agents.elasund.weights import Weights

_PLAIN: Final = Weights()


class Heuristic(Agent):
    """Collects permits for the sites worth most, builds what pays best, and raids where others have cubes."""

    def __init__(self, weights: Weights = _PLAIN) -> None:
        self.weights = weights

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a sensible legal command; None when nothing needs an answer."""
        if not actions.must_act:
            return None
        if len(actions.commands) == 1 and not actions.templates:
            return actions.commands[0]
        return _choose(Situation(knowledge, self.weights), actions)


def _choose(now: Situation, actions: Actions) -> Any:
    frame, commands = now.view.agenda[-1].kind, actions.commands
    if frame in (MOVE_SHIP, MOVE_PIRATE):
        return choose_row(now, commands, frame == MOVE_PIRATE)
    if frame == REWARD:
        return choose_reward(now, commands, actions.templates)
    if frame in _CHOICES:
        return _CHOICES[frame](now, commands)
    return choose_cards(now, actions.templates[0])


_CHOICES = {
    BUILD: choose_tile,
    CHURCH: choose_church_tile,
    HUT: choose_hut_place,
    PERMIT: choose_permit,
    SPECIAL: choose_special,
}
