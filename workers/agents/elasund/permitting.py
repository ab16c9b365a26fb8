"""In phases 3 and 4 the agent puts permits where they serve a building soon, or takes gold for one that waits."""

from collections.abc import Sequence
from typing import Any, Final

from domain.elasund.commands import BuyGold, EndTurn, PlaceExtraPermit, PlacePermit, TakeGold
from domain.elasund.terms import GOLD_TAKEN, KINDS, MOVE_ANY_PRICE, NO_COLOR
from workers.agents.elasund.sites import best_site, best_waiting
from workers.agents.elasund.situation import INFLUENCE, Situation

NEEDED: Final = 2.5  # what a gold is worth that a waiting building lacks
SURPLUS: Final = 4  # influence cards beyond which they are worth little


def _needed_gold(now: Situation) -> float:
    """Value two more gold now."""
    lacking = max(0, best_waiting(now).gold - now.gold)
    return GOLD_TAKEN + (NEEDED - 1) * min(GOLD_TAKEN, lacking)


def choose_permit(now: Situation, commands: Sequence[Any]) -> Any:
    """Place the permit that brings the best site nearest for its price, or take two gold."""
    best: Any = TakeGold()
    best_gain = _needed_gold(now)
    for command in _cheapest_far(commands):
        cards = 0.0 if command.color == NO_COLOR else MOVE_ANY_PRICE * _card(now)
        gain = best_site(now, command.square, command.value) - command.value - cards
        if gain > best_gain:
            best, best_gain = command, gain
    return best


def _cheapest_far(commands: Sequence[Any]) -> list[PlacePermit]:
    """List the permits on offer; of those paid with influence only the lowest value."""
    placed = [command for command in commands if isinstance(command, PlacePermit)]
    lowest = min((command.value for command in placed), default=0)
    return [command for command in placed if command.color == NO_COLOR or command.value == lowest]


def _card(now: Situation) -> float:
    """Value an influence card: little when there are many."""
    return INFLUENCE if sum(now.view.influence) <= SURPLUS else INFLUENCE / 2


def choose_special(now: Situation, commands: Sequence[Any]) -> Any:
    """Pay influence for an extra permit or gold where it gains; else end the turn."""
    best: Any = EndTurn()
    best_gain = 0.0
    for command in commands:
        gain = _special_gain(now, command)
        if gain > best_gain:
            best, best_gain = command, gain
    return best


def _special_gain(now: Situation, command: Any) -> float:
    cards = KINDS * _card(now)
    if isinstance(command, BuyGold):
        return _needed_gold(now) - cards
    if isinstance(command, PlaceExtraPermit):
        return best_site(now, command.square, command.value) - command.value - cards
    return 0.0
