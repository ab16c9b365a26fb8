"""Defines the heuristic agent of Elasund, which passes each frame to the function that answers it."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from domain.elasund.board import FOUNDATION, bit, squares_of
from domain.elasund.chapters.church import ChooseChurchTile
from domain.elasund.chapters.turn import EndBuilding
from domain.elasund.terms import BUILD, CHURCH, HUT, MOVE_PIRATE, MOVE_SHIP, PERMIT, REWARD, SPECIAL
from workers.agents.agent import Agent
from workers.agents.elasund.duties import choose_cards, choose_hut_place, choose_reward, choose_row
from workers.agents.elasund.endgame import harmless
from workers.agents.elasund.offers import Offer, offers_of
from workers.agents.elasund.permitting import choose_permit, choose_special
from workers.agents.elasund.planner_search import together, win_this_turn
from workers.agents.elasund.sites import Waiting, best_waiting
from workers.agents.elasund.situation import Situation
from workers.agents.elasund.weights import Weights


def _choose_tile(now: Situation, commands: Sequence[Any]) -> Any:
    """Build the tile with the highest value beyond its price, unless the gold is needed for a better one that waits."""
    offers = offers_of(now, commands)
    if now.weights.looks_ahead:
        last = win_this_turn(now, offers)
        if last is not None:
            return last
    offers = harmless(now, offers)
    waiting = best_waiting(now)
    left = now.gold - max(0, waiting.gold - now.weights.keep)
    free = [offer for offer in offers if offer.gain > 0 and (_is_better(now, offer, waiting) or offer.gold <= left)]
    ways = [(offer,) for offer in free] + (together(now, free) if now.weights.pairs else [])
    best = max(ways, key=lambda way: sum(offer.gain for offer in way), default=None)
    return max(best, key=lambda offer: offer.gain).command if best else EndBuilding()


def _is_better(now: Situation, offer: Offer, waiting: Waiting) -> bool:
    """Return whether an offer brings a cube now and has at least the value of the waiting building."""
    weights = now.weights
    if offer.gain >= weights.cube * weights.at_once:
        return True
    return offer.gain + offer.gold >= weights.cube and offer.gain >= waiting.worth


def _choose_church_tile(now: Situation, commands: Sequence[ChooseChurchTile]) -> ChooseChurchTile:
    """Choose the tile that puts the church on the fewest own buildings."""
    return min(commands, key=lambda command: _own_squares(now, command.tile))


def _own_squares(now: Situation, tile: int) -> int:
    """Return how many squares of the church, as a first tile fixes it, lie under own buildings."""
    view = now.view
    corner = FOUNDATION - 10 * (tile % 3) - tile // 3
    area = bit(*(corner + 10 * x + y for x in range(3) for y in range(3)))
    return sum(1 for at in squares_of(area & view.built) if view.holders[view.grid[at] - 1] == now.seat)


_PLAIN: Final = Weights()


class Heuristic(Agent):
    """Collects permits for the most valuable sites, builds what pays best, and raids where others have cubes."""

    def __init__(self, weights: Weights = _PLAIN) -> None:
        self.weights = weights

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a sensible legal command; None if nothing needs an answer."""
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
    BUILD: _choose_tile,
    CHURCH: _choose_church_tile,
    HUT: choose_hut_place,
    PERMIT: choose_permit,
    SPECIAL: choose_special,
}
